import { css, html, nothing } from 'lit';
import { bar } from '../comparison/messages';
import { evidence } from '../evidence/messages';
import { ViewTabs, viewTabStyles } from '../evidence/view-tabs';
import { base } from '../kit/base';
import { LazyView } from '../kit/lazy';
import type { NumberFormat } from '../kit/numbers';
import { isChanged, reportOf, type View, views } from './comparison';
import { Arm64Component } from './component';
import { views as messages } from './messages';
import { arm64Searched } from './searched';

/** The answer and what shows it, under tabs. */
export class TmArm64Result extends Arm64Component {
  static override properties = { withEditors: { attribute: false } };

  static override styles = [
    base,
    viewTabStyles,
    css`
      section {
        display: flex;
        flex-direction: column;
        block-size: 100%;
        min-block-size: 0;
      }

      .head {
        container-type: inline-size;
      }

      /* Six tabs and the notation of numbers are on one line beside editors on a small screen, too. */
      @container (max-width: 36rem) {
        .head .tabs {
          flex-basis: 0;
          gap: 0;
        }

        .head .tabs button {
          padding-inline: 0.375rem;
        }

        .numbers select {
          max-inline-size: 7rem;
          text-overflow: ellipsis;
        }
      }

      #panel {
        flex: 1;
        min-block-size: 0;
        overflow: auto;
      }

      .hint {
        padding: var(--space-2) var(--space-3);
      }

      .answer {
        padding: var(--space-3) var(--space-3) 0;
      }

      .line {
        inline-size: 100%;
        padding: var(--space-1) var(--space-3);
        border-width: 0 0 1px;
        border-color: var(--line);
        border-radius: 0;
        background: var(--surface);
        font-weight: 600;
        text-align: start;
      }

      @media print {
        section {
          display: block;
        }
      }
    `,
  ];

  /** Whether the editors are visible beside it. */
  declare withEditors: boolean;

  readonly #tabs = new ViewTabs<View>(messages.label, views, (id) => this.app.show(id));
  readonly #redraw = () => this.requestUpdate();
  readonly #explain = new LazyView(() => import('./tm-arm64-explain'), this.#redraw);
  readonly #steps = new LazyView(() => import('./tm-arm64-steps'), this.#redraw);
  readonly #map = new LazyView(() => import('../evidence/map/tm-map'), this.#redraw);
  readonly #proof = new LazyView(() => import('./tm-arm64-proof'), this.#redraw);
  readonly #runs = new LazyView(() => import('../evidence/runs/tm-runs'), this.#redraw);
  readonly #paths = new LazyView(() => import('../evidence/paths/tm-path-tree'), this.#redraw);
  readonly #queries = new LazyView(() => import('../evidence/queries/tm-queries'), this.#redraw);
  readonly #compiler = new LazyView(() => import('../evidence/compiler/tm-compiler'), this.#redraw);
  readonly #versions = new LazyView(() => import('./tm-arm64-versions'), this.#redraw);
  readonly #mutants = new LazyView(() => import('../evidence/mutants/panel'), this.#redraw);
  readonly #diff = new LazyView(() => import('../evidence/diff/panel'), this.#redraw);

  constructor() {
    super();
    this.withEditors = false;
  }

  override render() {
    const { view } = this.result;
    const { numbers } = this.state;
    return html`<section class="panel" aria-label=${messages.label}>
      <h2 class="unseen">${messages.label}</h2>
      ${this.#tabs.head(view, numbers, this.app.settings)}
      <div
        id="panel"
        role="tabpanel"
        tabindex="0"
        aria-labelledby="tab-${this.#tabs.tabOf(view)}"
      >
        ${view === 'answer' ? html`<div class="answer"><slot name="answer"></slot></div>` : this.#headline()}
        ${this.#tabs.body(view, this.#view(view, numbers))}
      </div>
    </section>`;
  }

  #view(view: View, numbers: NumberFormat) {
    switch (view) {
      case 'answer':
        return nothing;
      case 'explain':
        return this.#explain.show(() => html`<tm-arm64-explain></tm-arm64-explain>`);
      case 'step':
        return this.#steps.show(
          () =>
            html`<tm-arm64-steps .numbers=${numbers} .withEditors=${this.withEditors}></tm-arm64-steps>`,
        );
      case 'map':
        return this.#map.show(() => html`<tm-map .numbers=${numbers}></tm-map>`);
      case 'proof':
        return this.#proof.show(() => html`<tm-arm64-proof></tm-arm64-proof>`);
      case 'runs':
      case 'paths':
      case 'queries':
      case 'compiler':
        return this.#searched(view, numbers);
      case 'versions':
        return this.#versions.show(() => html`<tm-arm64-versions></tm-arm64-versions>`);
      case 'mutants':
        return this.#mutants.show(({ render }) => render());
      case 'diff':
        return this.#diff.show(({ render }) => render());
      default:
        return view satisfies never;
    }
  }

  /** What the comparison has done; nothing is known before it has ended. */
  #searched(view: 'runs' | 'paths' | 'queries' | 'compiler', numbers: NumberFormat) {
    const search = arm64Searched(this.result.comparison);
    if (!search) return html`<p class="hint muted">${evidence.empty[view]}</p>`;
    switch (view) {
      case 'runs':
        return this.#runs.show(
          () => html`<tm-runs .search=${search} .numbers=${numbers}></tm-runs>`,
        );
      case 'paths':
        return this.#paths.show(
          () => html`<tm-path-tree .search=${search} .numbers=${numbers}></tm-path-tree>`,
        );
      case 'queries':
        return this.#queries.show(
          () => html`<tm-queries .search=${search} .numbers=${numbers}></tm-queries>`,
        );
      case 'compiler':
        return this.#compiler.show(
          () => html`<tm-compiler .search=${search} .numbers=${numbers}></tm-compiler>`,
        );
      default:
        return view satisfies never;
    }
  }

  /** The result in one line that leads to the answer. */
  #headline() {
    const { comparison } = this.result;
    const report = reportOf(comparison);
    if (!comparison || !report) return nothing;
    const { programs, arm64 } = this.state;
    const { text } = report.summary.headline;
    const isOld = isChanged(comparison, programs, arm64);
    return html`<button type="button" class="line" @click=${() => this.app.show('answer')}>
      ${isOld ? bar.before(text) : text}
    </button>`;
  }
}

customElements.define('tm-arm64-result', TmArm64Result);
