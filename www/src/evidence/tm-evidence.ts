import { css, html, nothing } from 'lit';

import { Component } from '../app/component';
import { base } from '../kit/base';
import { LazyView } from '../kit/lazy';
import { type NumberFormat, numberFormats } from '../kit/numbers';
import { renderTabs, tabStyles } from '../kit/tabs';
import { evidence as messages } from './messages';
import { type View, type ViewId, type ViewProperties, views } from './views';

/** What the verdict rests on, and what shows it: lists, pictures, and what the engine saw. */
export class TmEvidence extends Component {
  static override properties = { withEditors: { attribute: false } };

  static override styles = [
    base,
    tabStyles,
    css`
      /* Panels go by the room that they have, which is not the window's. */
      #panel {
        container-type: inline-size;
      }

      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 0 1rem;
        border-block-end: 1px solid var(--line);
        padding-inline: 0.5rem;
      }

      .tabs {
        flex: 1 1 20rem;
        min-inline-size: 0;
        border: none;
        padding-block-start: 0.25rem;
      }

      @media (pointer: fine) {
        .tabs button {
          min-height: 1.875rem;
          padding-inline: 0.625rem;
          font-size: var(--text-s);
        }
      }

      .numbers {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        padding-block: 0.25rem;
        font-size: var(--text-xs);
      }

      .wait {
        padding: 0.75rem;
      }

      .hint {
        padding: 0.5rem 0.75rem;
      }

      @media (pointer: fine) {
        select {
          min-height: 1.75rem;
          padding-block: 0;
        }
      }
    `,
  ];

  /** Whether the editors are seen beside it, so that they can show where the debugger is. */
  declare withEditors: boolean;

  /** The views that were shown, with their code on the way or here. */
  readonly #shown = new Map<View, LazyView>();

  readonly #seen = this.watch(
    (state) => [state.comparison, state.numbers, state.evidence] as const,
  );

  constructor() {
    super();
    this.withEditors = false;
  }

  override render() {
    const [comparison, numbers, wanted] = this.#seen.value;
    const offered = views.filter(({ ofComparison }) => comparison || !ofComparison);
    const tabs = offered.map(({ id, tab }) => ({ id, label: tab(comparison) }));
    // Before there is a comparison nothing is shown that was not asked for.
    const view = offered.find(({ id }) => id === wanted);
    // The heading is for those who go from heading to heading: on a phone there is no other.
    return html`<section class="panel" aria-label=${messages.label}>
      <h2 class="unseen">${messages.label}</h2>
      <div class="head">
        ${renderTabs(tabs, view?.id ?? '', messages.label, 'panel', (id) => this.app.showEvidence(id as ViewId))}
        <label class="numbers">
          ${messages.numbers}
          <select @change=${this.#choose}>
            ${numberFormats.map(
              (format) =>
                html`<option value=${format} ?selected=${format === numbers}>
                  ${messages.formats[format]}
                </option>`,
            )}
          </select>
        </label>
      </div>
      <div id="panel" role="tabpanel" aria-labelledby=${view ? `tab-${view.id}` : nothing}>
        ${view ? this.#view(view, { comparison, numbers, withEditors: this.withEditors }) : html`<p class="hint muted">${messages.hint}</p>`}
      </div>
    </section>`;
  }

  #view(view: View, properties: ViewProperties) {
    const shown = this.#shown.get(view) ?? new LazyView(view.load, () => this.requestUpdate());
    this.#shown.set(view, shown);
    return shown.show(() => view.render(properties));
  }

  #choose(event: Event): void {
    this.app.settings.setNumbers((event.target as HTMLSelectElement).value as NumberFormat);
  }
}

customElements.define('tm-evidence', TmEvidence);
