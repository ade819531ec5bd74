import { css, html, nothing } from 'lit';
import { type Comparison, isChanged } from '../../comparison/comparison';
import { isSame } from '../../engine/sources';
import type { Explanation } from '../../engine/types';
import { linked } from '../../help/linked';
import { base } from '../../kit/base';
import { download } from '../../kit/download';
import type { NumberFormat } from '../../kit/numbers';
import { prose } from '../../kit/prose';
import { Component } from '../../playground/component';
import {
  differenceOf,
  type Explaining,
  found,
  type Part,
  type PartName,
  partNames,
  type Views,
} from './explaining';
import { explain as messages } from './messages';
import './tm-cause';
import './tm-mend';
import './tm-regions';

/** Why the programs differ, how to fix them, and on which inputs they differ. */
export class TmExplain extends Component {
  static override properties = {
    comparison: { attribute: false },
    numbers: {},
    isChosen: { attribute: false },
  };

  static override styles = [
    base,
    css`
      :host {
        display: block;
        padding: var(--space-3);
      }

      section + section {
        margin-block-start: 1.25rem;
      }

      h3 {
        font-size: var(--text-body);
        margin-block-end: 0.125rem;
      }

      p {
        max-inline-size: 75ch;
      }

      .looking,
      .tools {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-3);
      }

      .tools {
        margin-block-start: 1.25rem;
      }

      .looking button {
        min-height: 2rem;
        padding-block: 0;
        font-size: var(--text-body);
      }

      .notice {
        color: var(--open);
        margin-block-end: var(--space-3);
      }
    `,
  ];

  declare comparison: Comparison | undefined;
  declare numbers: NumberFormat;
  /** Whether the explanation was requested: searches start then. */
  declare isChosen: boolean;

  constructor() {
    super();
    this.comparison = undefined;
    this.numbers = 'plain';
    this.isChosen = false;
  }

  override async updated(): Promise<void> {
    const { comparison } = this;
    const inputs = comparison && differenceOf(comparison);
    if (comparison && inputs && this.isChosen)
      (await this.app.searches.explain()).open(comparison, inputs);
  }

  override render() {
    const { comparison } = this;
    if (!comparison) return nothing;
    // The answer above says that the comparison is running or open.
    if (comparison.status.state === 'running') return nothing;
    if (!differenceOf(comparison)) {
      // Nothing is known about the current programs.
      return isChanged(this.state) ? nothing : this.#nothing(comparison);
    }
    const { explaining } = this.state;
    if (!this.isChosen && explaining?.comparison !== comparison.began) return this.#ask();
    if (explaining?.comparison !== comparison.began) return nothing;
    const isEnded = partNames.every((name) => explaining[name].state !== 'waiting');
    return html`<div role="group" aria-label=${messages.label}>
      ${this.#changed(explaining)}
      ${partNames.map(
        (
          name,
        ) => html`<section aria-label=${messages.titles[name]} data-state=${explaining[name].state}>
          <h3>${messages.titles[name]}</h3>
          ${this.#part(name, explaining)}
        </section>`,
      )}
      ${
        isEnded
          ? html`<div class="tools">
              <button type="button" @click=${() => this.#save(comparison, explaining)}>
                ${messages.save}
              </button>
            </div>`
          : nothing
      }
    </div>`;
  }

  /** No difference is known; a proof says why they agree. */
  #nothing({ status }: Comparison) {
    const isProved = status.state === 'finished' && status.report.verdict.startsWith('equivalent');
    return isProved
      ? html`<div class="tools">
            <button type="button" @click=${() => this.app.showEvidence('proof')}>
              ${messages.toProof}
            </button>
          </div>`
      : nothing;
  }

  #ask() {
    return html`<p>${linked(messages.about)}</p>
      <div class="tools">
        <button type="button" @click=${() => this.app.showEvidence('explain')}>
          ${messages.ask}
        </button>
      </div>`;
  }

  #changed({ request }: Explaining) {
    const { programs } = this.state;
    const isNow = isSame(request.left, programs.left) && isSame(request.right, programs.right);
    return isNow ? nothing : html`<p class="notice" role="status">${messages.changed}</p>`;
  }

  #part(name: PartName, explaining: Explaining) {
    const part: Part<Views[PartName]> = explaining[name];
    const button = (label: string, spoken: string, act: () => void) =>
      html`<button type="button" aria-label=${spoken} @click=${act}>${label}</button>`;
    const again = (label: string) =>
      button(label, messages.againLabel(name), async () =>
        (await this.app.searches.explain()).again(name),
      );
    switch (part.state) {
      case 'waiting':
      case 'running': {
        const isRunning = part.state === 'running';
        const stop = async () => (await this.app.searches.explain()).stop(name);
        return html`<p class="muted">${linked(messages.intros[name])}</p>
          <div class="looking">
            <span role="status">${isRunning ? `${messages.looking[name]} …` : messages.waiting}</span>
            ${isRunning && part.progress ? html`<span class="muted">${messages.progress[name](part.progress)}</span>` : nothing}
            ${button(messages.stop, messages.stopLabel(name), stop)}
          </div>`;
      }
      case 'ended':
        return html`${this.#found(name, explaining)}
          ${part.view.cut ? html`<div class="looking"><span>${messages.cut}</span> ${again(messages.longer)}</div>` : nothing}`;
      case 'stopped':
        return html`<div class="looking">
          <span role="status">${messages.stopped}</span> ${again(messages.again)}
        </div>`;
      case 'failed':
        return html`<p>${prose(messages.failed(part.message))}</p>
          <div class="looking">${again(messages.again)}</div>`;
      default:
        return part satisfies never;
    }
  }

  #found(name: PartName, explaining: Explaining) {
    const { request } = explaining;
    const { programs } = this.state;
    switch (name) {
      case 'cause':
        return html`<tm-cause .view=${found(explaining, name)} .request=${request}></tm-cause>`;
      case 'mend': {
        const view = found(explaining, name);
        const side = view?.report?.side ?? 'right';
        return html`<tm-mend
          .view=${view}
          .canApply=${!this.app.isReadOnly && isSame(request[side], programs[side])}
        ></tm-mend>`;
      }
      case 'regions':
        return html`<tm-regions
          .view=${found(explaining, name)}
          .contract=${request.contract}
          .numbers=${this.numbers}
        ></tm-regions>`;
      default:
        return name satisfies never;
    }
  }

  /** Saves the results so far in the command line's format. */
  #save({ status }: Comparison, explaining: Explaining): void {
    const report = status.state === 'finished' ? status.report : undefined;
    const explanation = {
      verdict: report?.verdict ?? 'disequivalent',
      witness: report?.witness ?? null,
      cause: found(explaining, 'cause')?.report ?? null,
      mend: found(explaining, 'mend')?.report ?? null,
      regions: found(explaining, 'regions')?.report ?? null,
    } satisfies Record<keyof Explanation, unknown>;
    const text = JSON.stringify(explanation, undefined, 2);
    download(messages.file, new Blob([`${text}\n`], { type: 'application/json' }));
  }
}

customElements.define('tm-explain', TmExplain);
