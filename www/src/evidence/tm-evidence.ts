import { css, html, nothing } from 'lit';
import { isChanged } from '../comparison/comparison';
import { headlineOf, regionsOf } from '../comparison/headline';
import { bar } from '../comparison/messages';
import { base } from '../kit/base';
import { LazyView } from '../kit/lazy';
import { renderSign } from '../kit/sign';
import { tones } from '../kit/tones';
import { Component } from '../playground/component';
import { loadView, type ViewModule } from './loading';
import { evidence as messages } from './messages';
import { ViewTabs, viewTabStyles } from './view-tabs';
import { type View, type ViewId, type ViewProperties, views } from './views';
import '../comparison/tm-progress';

/** The default view. */
const FIRST: ViewId = 'explain';

type Row = View & { id: ViewId };

/**
 * The evidence for the answer: lists, pictures, and what the engine sees; and the answer itself, if
 * it is placed here. The tabs are above both, so that no content moves them.
 */
export class TmEvidence extends Component {
  static override properties = {
    withEditors: { attribute: false },
    withAnswer: { type: Boolean },
  };

  static override styles = [
    base,
    viewTabStyles,
    css`
      /* Under the first tab the answer comes first; under the others it is a line. */
      .answer {
        padding: var(--space-3) var(--space-3) 0;
      }

      @media (max-width: 24rem) {
        .answer {
          padding-inline: var(--space-1);
        }
      }

      .line {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        inline-size: 100%;
        padding-inline: var(--space-3);
        border-width: 0 0 1px;
        border-color: var(--line);
        border-radius: 0;
        background: var(--wash, var(--surface));
        color: var(--tone, var(--ink));
        font-weight: 600;
        text-align: start;
        min-block-size: 2rem;
      }

      .line.old {
        color: var(--muted);
      }

      svg.sign {
        inline-size: 1rem;
        block-size: 1rem;
        flex: none;
      }

      .hint {
        padding: var(--space-2) var(--space-3);
      }

      /* Beside the editors: the tabs stay, and what is under them scrolls. */
      :host([withAnswer]) section {
        display: flex;
        flex-direction: column;
        block-size: 100%;
        min-block-size: 0;
      }

      :host([withAnswer]) #panel {
        flex: 1;
        min-block-size: 0;
        overflow: auto;
      }

      @media print {
        :host([withAnswer]) section {
          display: block;
        }

      }
    `,
    tones,
  ];

  /** Whether the editors are visible beside it, so that they can show the debugger's position. */
  declare withEditors: boolean;
  /** Whether the answer is slotted in here, under the first tab. */
  declare withAnswer: boolean;

  /** The views shown so far, with their code loaded or loading. */
  readonly #shown = new Map<ViewId, LazyView<ViewModule>>();

  readonly #tabs = new ViewTabs<ViewId>(messages.label, views, (id) => this.app.showEvidence(id));

  constructor() {
    super();
    this.withEditors = false;
    this.withAnswer = false;
  }

  override render() {
    const { comparison, numbers, evidence } = this.state;
    const view = rowOf(evidence ?? FIRST);
    const shown = this.#shownOrEmpty(view, {
      comparison,
      numbers,
      withEditors: this.withEditors,
      isChosen: evidence !== undefined,
    });
    // Without any evidence yet, no tab is selected: the answer's place shows a question.
    const isNone = this.withAnswer && !evidence && !comparison;
    const chosen = isNone ? undefined : view.id;
    // Screen readers jump from heading to heading, and on a phone this view has no other heading.
    return html`<section class="panel" aria-label=${messages.label}>
      <h2 class="unseen">${messages.label}</h2>
      ${this.#tabs.head(chosen, numbers, this.app.settings)}
      <div
        id="panel"
        role="tabpanel"
        tabindex=${this.withAnswer ? 0 : nothing}
        aria-labelledby="tab-${this.#tabs.tabOf(chosen ?? FIRST)}"
      >
        ${this.withAnswer ? this.#answer(view.id) : nothing}
        ${isNone ? nothing : this.#tabs.body(view.id, shown)}
      </div>
    </section>`;
  }

  /** The answer, or the comparison's result in one line that links to it. */
  #answer(view: ViewId) {
    if (view === FIRST) return html`<div class="answer"><slot name="answer"></slot></div>`;
    const { comparison } = this.state;
    const progress =
      comparison?.status.state === 'running'
        ? html`<div class="answer"><tm-progress></tm-progress></div>`
        : nothing;
    const { explaining } = this.state;
    const counted = comparison && regionsOf(comparison, explaining)?.headline;
    const headline = comparison && headlineOf(comparison, counted);
    if (!headline) return progress;
    const isOld = isChanged(this.state);
    return html`${progress}<button
      type="button"
      class="line ${isOld ? 'old' : headline.tone}"
      title=${messages.toAnswer}
      @click=${() => this.app.showEvidence(FIRST)}
    >
      ${renderSign(headline.sign)}<span>${isOld ? bar.before(headline.title) : headline.title}</span>
    </button>`;
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
}

const rowOf = (id: ViewId): Row => views.find((view) => view.id === id) ?? views[0];

customElements.define('tm-evidence', TmEvidence);
