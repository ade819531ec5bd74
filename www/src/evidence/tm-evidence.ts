import { css, html } from 'lit';
import { base } from '../kit/base';
import { LazyView } from '../kit/lazy';
import { type NumberFormat, numberFormats } from '../kit/numbers';
import { renderTabs, tabStyles } from '../kit/tabs';
import { Component } from '../playground/component';
import { loadView, type ViewModule } from './loading';
import { evidence as messages } from './messages';
import { type View, type ViewId, type ViewProperties, views } from './views';

/** The tab that has the tabs of the other views. */
const MORE = 'more';

/** The view that is shown before the reader chooses one. */
const FIRST: ViewId = 'explain';

type Row = View & { id: ViewId };

const under = (place: View['under']): readonly Row[] =>
  views.filter((view) => view.under === place);

const firstTabs = [...under('tabs'), { id: MORE, label: messages.more }];

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
        gap: 0 var(--space-4);
        border-block-end: 1px solid var(--line);
        padding-inline: var(--space-2);
      }

      .head .tabs {
        flex: 1 1 20rem;
        min-inline-size: 0;
        border: none;
        padding-block-start: var(--space-1);
      }

      @media (pointer: fine) {
        .tabs button {
          min-height: 1.875rem;
          padding-inline: 0.625rem;
          font-size: var(--text-s);
        }

        .further .tabs button {
          padding-inline: var(--space-2);
          font-size: var(--text-xs);
        }
      }

      .further .tabs {
        padding-inline: var(--space-2);
        border-block-end: 1px solid var(--line);
        background: var(--sunken);
      }

      .numbers {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        padding-block: var(--space-1);
        font-size: var(--text-xs);
      }

      .wait {
        padding: var(--space-3);
      }

      .hint {
        padding: var(--space-2) var(--space-3);
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
  readonly #shown = new Map<ViewId, LazyView<ViewModule>>();

  /** The view that *More* shows: the one that was seen there last. */
  #more: ViewId = under('more')[0]?.id ?? FIRST;

  constructor() {
    super();
    this.withEditors = false;
  }

  override render() {
    const { comparison, numbers, evidence } = this.state;
    const view = rowOf(evidence ?? FIRST);
    const isMore = view.under === 'more';
    if (isMore) this.#more = view.id;
    const shown = this.#shownOrEmpty(view, {
      comparison,
      numbers,
      withEditors: this.withEditors,
      isChosen: evidence !== undefined,
    });
    // The heading is for those who go from heading to heading: on a phone there is no other.
    return html`<section class="panel" aria-label=${messages.label}>
      <h2 class="unseen">${messages.label}</h2>
      <div class="head">
        ${renderTabs(firstTabs, isMore ? MORE : view.id, messages.label, 'panel', (id) =>
          this.app.showEvidence(id === MORE ? this.#more : (id as ViewId)),
        )}
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
      <div id="panel" role="tabpanel" aria-labelledby="tab-${isMore ? MORE : view.id}">
        ${
          isMore
            ? html`<div class="further">
                  ${renderTabs(under('more'), view.id, messages.moreLabel, 'further', (id) =>
                    this.app.showEvidence(id as ViewId),
                  )}
                </div>
                <div id="further" role="tabpanel" aria-labelledby="tab-${view.id}">${shown}</div>`
            : shown
        }
      </div>
    </section>`;
  }

  #shownOrEmpty({ id, empty }: Row, properties: ViewProperties) {
    if (empty && !properties.comparison) return html`<p class="hint muted">${empty}</p>`;
    return this.#view(id, properties);
  }

  #view(id: ViewId, properties: ViewProperties) {
    const shown =
      this.#shown.get(id) ??
      new LazyView(
        () => loadView(id),
        () => this.requestUpdate(),
      );
    this.#shown.set(id, shown);
    return shown.show(({ render }) => render(properties));
  }

  #choose(event: Event): void {
    this.app.settings.setNumbers((event.target as HTMLSelectElement).value as NumberFormat);
  }
}

const rowOf = (id: ViewId): Row => views.find((view) => view.id === id) ?? views[0];

customElements.define('tm-evidence', TmEvidence);
