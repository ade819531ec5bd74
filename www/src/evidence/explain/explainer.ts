import { css, html, nothing, type TemplateResult } from 'lit';
import { isSame, type Sources } from '../../engine/sources';
import type { Side } from '../../engine/types';
import { linked } from '../../help/linked';
import { base } from '../../kit/base';
import { download } from '../../kit/download';
import { prose } from '../../kit/prose';
import { Component } from '../../playground/component';
import { explain as messages } from './messages';
import type { Explained, Part, PartName, PartsControl, Results } from './parts';

/** Why two programs differ; the parts of an explanation depend on the machine. */
export abstract class Explainer<
  Request extends Record<Side, Sources>,
  Views extends Results<Views>,
> extends Component {
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

  /** In display order. */
  protected abstract readonly names: readonly (keyof Views & PartName)[];

  protected abstract control(): Promise<Pick<PartsControl<Request, Views>, 'again' | 'stop'>>;

  /** The finding of a part that has ended. */
  protected abstract found(
    name: keyof Views & PartName,
    explained: Explained<Request, Views>,
  ): TemplateResult;

  /** The results so far, in the command line's format. */
  protected abstract saved(explained: Explained<Request, Views>): object;

  protected renderParts(explained: Explained<Request, Views>) {
    const isEnded = this.names.every((name) => explained[name].state !== 'waiting');
    return html`<div role="group" aria-label=${messages.label}>
      ${this.#changed(explained)}
      ${this.names.map(
        (
          name,
        ) => html`<section aria-label=${messages.titles[name]} data-state=${explained[name].state}>
          <h3>${messages.titles[name]}</h3>
          ${this.#part(name, explained)}
        </section>`,
      )}
      ${
        isEnded
          ? html`<div class="tools">
              <button type="button" @click=${() => this.#save(explained)}>${messages.save}</button>
            </div>`
          : nothing
      }
    </div>`;
  }

  /** No difference is known; a proof says why they agree. */
  protected renderAgreement(isProved: boolean, show: () => void) {
    return isProved
      ? html`<div class="tools">
            <button type="button" @click=${show}>${messages.toProof}</button>
          </div>`
      : nothing;
  }

  /** Whether a program is still what is explained, and may be edited. */
  protected canApply({ request }: Explained<Request, Views>, side: Side): boolean {
    return !this.app.isReadOnly && isSame(request[side], this.state.programs[side]);
  }

  #changed({ request }: Explained<Request, Views>) {
    const { programs } = this.state;
    const isNow = isSame(request.left, programs.left) && isSame(request.right, programs.right);
    return isNow ? nothing : html`<p class="notice" role="status">${messages.changed}</p>`;
  }

  #part(name: keyof Views & PartName, explained: Explained<Request, Views>) {
    const part: Part<Results<Views>[keyof Views & PartName]> = explained[name];
    const button = (label: string, spoken: string, act: () => void) =>
      html`<button type="button" aria-label=${spoken} @click=${act}>${label}</button>`;
    const again = (label: string) =>
      button(label, messages.againLabel(name), async () => (await this.control()).again(name));
    switch (part.state) {
      case 'waiting':
      case 'running': {
        const isRunning = part.state === 'running';
        const stop = async () => (await this.control()).stop(name);
        return html`<p class="muted">${linked(messages.intros[name])}</p>
          <div class="looking">
            <span role="status">${isRunning ? `${messages.looking[name]} …` : messages.waiting}</span>
            ${isRunning && part.progress ? html`<span class="muted">${messages.progress[name](part.progress)}</span>` : nothing}
            ${button(messages.stop, messages.stopLabel(name), stop)}
          </div>`;
      }
      case 'ended':
        return html`${this.found(name, explained)}
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

  #save(explained: Explained<Request, Views>): void {
    const orNull = (_: string, value: unknown) => (value === undefined ? null : value);
    const text = JSON.stringify(this.saved(explained), orNull, 2);
    download(messages.file, new Blob([`${text}\n`], { type: 'application/json' }));
  }
}
