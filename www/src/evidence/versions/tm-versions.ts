import { css, html, nothing } from 'lit';
import type { Comparison } from '../../comparison/comparison';
import { describe } from '../../comparison/contract';
import { isSame } from '../../engine/sources';
import type { VersionsView } from '../../engine/types';
import { base } from '../../kit/base';
import { download } from '../../kit/download';
import { prose } from '../../kit/prose';
import { Component } from '../../playground/component';
import { stepping } from '../messages';
import { versions as messages } from './messages';
import { procedureStyles, renderMarks, renderName, renderProcedures } from './procedures';
import type { TmSideBySide } from './tm-side-by-side';
import './tm-patterns';
import './tm-side-by-side';
import type { Versioning } from './versioning';

/** The changes between two versions: their procedures, and both texts line by line. */
export class TmVersions extends Component {
  static override properties = { comparison: { attribute: false } };

  static override styles = [
    base,
    procedureStyles,
    css`
      :host {
        display: block;
        padding: var(--space-3);
      }

      section,
      details,
      .tools {
        margin-block-start: var(--space-3);
      }

      h3 {
        margin-block-end: var(--space-1);
      }

      p {
        max-inline-size: 75ch;
        overflow-wrap: anywhere;
      }

      .tools {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-3);
      }

      .notice {
        color: var(--open);
        margin-block-end: var(--space-3);
      }
    `,
  ];

  declare comparison: Comparison | undefined;

  constructor() {
    super();
    this.comparison = undefined;
  }

  override async updated(): Promise<void> {
    const { comparison } = this;
    if (comparison) (await this.app.searches.versions()).open(comparison);
  }

  override render() {
    const { comparison } = this;
    const { versioning } = this.state;
    if (!comparison || versioning?.comparison !== comparison.began) {
      return html`<p class="muted">${messages.intro}</p>`;
    }
    return html`<div role="group" aria-label=${messages.label} data-state=${versioning.state}>
      ${this.#changed(versioning)} ${this.#found(comparison, versioning)}
      <tm-patterns .comparison=${comparison}></tm-patterns>
      <p class="muted">${messages.intro}</p>
    </div>`;
  }

  #changed({ request }: Versioning) {
    const { programs } = this.state;
    const isNow = isSame(request.left, programs.left) && isSame(request.right, programs.right);
    return isNow ? nothing : html`<p class="notice" role="status">${messages.changed}</p>`;
  }

  #found(comparison: Comparison, versioning: Versioning) {
    const button = (label: string, act: () => void) =>
      html`<button type="button" @click=${act}>${label}</button>`;
    const again = button(messages.again, async () =>
      (await this.app.searches.versions()).again(comparison),
    );
    const running = (says: string) => html`<div class="tools">
      <span role="status">${says}</span>
      ${button(messages.stop, async () => (await this.app.searches.versions()).stop())}
    </div>`;
    switch (versioning.state) {
      case 'proving':
        return running(messages.proving(versioning.progress?.tried ?? 0));
      case 'refused':
        return html`<p class="notice" role="status">${messages.refused}</p>`;
      case 'running':
        return running(messages.comparing);
      case 'stopped':
        return html`<div class="tools"><span role="status">${messages.stopped}</span> ${again}</div>`;
      case 'failed':
        return html`<p role="status">${prose(messages.failed(versioning.message))}</p>
          <div class="tools">${again}</div>`;
      case 'ended':
        return this.#view(versioning.view, comparison);
      default:
        return versioning satisfies never;
    }
  }

  #view(view: VersionsView, comparison: Comparison) {
    const { verdict } = view.report;
    return html`<p class="verdict ${verdict}" role="status">${messages.verdicts[verdict]}</p>
      <section>
        <h3 class="unseen">${messages.listing}</h3>
        <tm-side-by-side .view=${view}></tm-side-by-side>
      </section>
      ${renderMarks(view.marks)}
      <section>
        ${view.says.map((sentence) => html`<p>${prose(sentence)}</p>`)}
        ${view.granted.map((sentence) => html`<p class="muted">${sentence}</p>`)}
      </section>
      ${this.#witness(view, comparison)} ${this.#procedures(view)}
      <div class="tools">
        <button type="button" @click=${() => this.#save(view)}>${messages.save}</button>
      </div>`;
  }

  #witness({ report }: VersionsView, { request }: Comparison) {
    const { witness } = report;
    if (!witness) return nothing;
    const { inputs } = witness;
    const words = describe(request.options.contract, inputs);
    return html`<div class="tools">
      <span>${messages.on(words)}</span>
      <button
        type="button"
        aria-label=${stepping.openLabel(words)}
        @click=${() => this.app.debug(inputs)}
      >
        ${stepping.open}
      </button>
    </div>`;
  }

  #procedures({ procedures, report }: VersionsView) {
    const rows = procedures.map(({ name, shares, open, affects, section }, index) => ({
      name: renderName(name, section, (to) => this.#goTo(to)),
      verdict: report.procedures[index]?.verdict ?? 'unknown',
      why: [open, affects].filter((text) => text != null),
      by: shares.join(', '),
    }));
    return html`<section>
      <h3>${messages.procedures}</h3>
      <p class="muted">${messages.own}</p>
      ${renderProcedures(rows)}
    </section>`;
  }

  #goTo(section: number): void {
    this.renderRoot.querySelector<TmSideBySide>('tm-side-by-side')?.goTo(section);
  }

  /** Saves the results in the command line's format. */
  #save({ report }: VersionsView): void {
    const plain = (_: string, value: unknown) =>
      value instanceof Map ? Object.fromEntries(value) : (value ?? null);
    const text = JSON.stringify(report, plain, 2);
    download(messages.file, new Blob([`${text}\n`], { type: 'application/json' }));
  }
}

customElements.define('tm-versions', TmVersions);
