import { Task } from '@lit/task';
import { html, nothing, type PropertyValues } from 'lit';
import { numbered } from '../../comparison/comparison';
import { base } from '../../kit/base';
import { csvFile, download } from '../../kit/download';
import { loaded } from '../../kit/loaded';
import type { NumberFormat } from '../../kit/numbers';
import { Component } from '../../playground/component';
import type { Searched } from '../searched';
import { paths as messages } from './messages';
import { palette } from './palette';
import { treeStyles } from './path-styles';
import { type Kind, kinds, PathTree } from './path-tree';
import { csvOf, type Listings, noListings, rowsOf } from './rows';
import { type Folding, type Item, itemsOf, unfolded } from './view';
import './tm-path-node';
import type { TmPathPicture } from './tm-path-picture';
import './tm-path-picture';
import './tm-path-table';
import '../runs/tm-run-detail';

/** A growing tree is redrawn after this many times the duration of drawing. */
const REST = 8;

/** The kinds of nodes that can be hidden: the branches that no run took. */
const optional: readonly Kind[] = ['infeasible', 'cut', 'open'];

/** The tree of the search: every explored path, and every unexplored branch. */
export class TmPathTree extends Component {
  static override properties = {
    search: { attribute: false },
    numbers: {},
    view: { state: true },
    folding: { state: true },
    selected: { state: true },
    openRun: { state: true },
    items: { state: true },
  };

  static override styles = [base, treeStyles];

  declare search: Searched;
  declare numbers: NumberFormat;
  declare view: 'picture' | 'table';
  declare folding: Folding;
  /** The id of the selected item's first node. */
  declare selected: number | undefined;
  declare openRun: number | undefined;
  declare items: readonly Item[];

  #tree: PathTree | undefined;
  /** The sources of both programs' words; the tree does without until they are known. */
  readonly #listings = new Task(this, {
    args: () => [this.search.programs.left, this.search.programs.right] as const,
    task: async (programs): Promise<Listings> => {
      const [left, right] = await Promise.all(
        programs.map(async (sources) => {
          const rows = await this.app.programs.listing(sources);
          return new Map(rows.map((row) => [row.address, row]));
        }),
      );
      return { left: left ?? new Map(), right: right ?? new Map() };
    },
  });
  #drawn: { version: number; folding: Folding } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #notBefore = 0;

  constructor() {
    super();
    this.view = 'picture';
    this.folding = unfolded;
    this.selected = undefined;
    this.openRun = undefined;
    this.items = [];
  }

  get listings(): Listings {
    return loaded(this.#listings).value ?? noListings;
  }

  override disconnectedCallback(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    super.disconnectedCallback();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('search') as Searched | undefined;
    if (!this.#tree || (before && before.began !== this.search.began)) this.#begin();
    const tree = this.#tree as PathTree;
    tree.follow(this.search);
    const { folding } = this;
    if (this.#drawn?.version === tree.version && this.#drawn.folding === folding) return;
    if (folding === this.#drawn?.folding && performance.now() < this.#notBefore) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.requestUpdate();
      }, this.#notBefore - performance.now());
      return;
    }
    const start = performance.now();
    this.items = itemsOf(tree, folding);
    this.#drawn = { version: tree.version, folding };
    // Layout and drawing are done when the update completes.
    this.updateComplete.then(() => {
      const end = performance.now();
      this.#notBefore = end + REST * (end - start);
    });
  }

  override render() {
    const tree = this.#tree as PathTree;
    const { runs, status, strategy, leftOut } = this.search;
    if (!runs.some(({ growth }) => growth) && status === 'finished')
      return html`<p class="intro">${messages.none}</p>`;
    const run = numbered(runs, this.openRun);
    return html`<p class="intro">${strategy === 'paper' ? messages.introPaper : messages.intro} ${leftOut}</p>
      <div class="bar">
        <div class="group legend" role="group" aria-label=${messages.legend}>
          ${kinds.filter((kind) => kind !== 'decision').map((kind) => this.#kind(tree, kind))}
        </div>
        <div class="group">
          <div class="group" role="group" aria-label=${messages.view}>
            ${(['picture', 'table'] as const).map(
              (view) => html`<button
                type="button"
                aria-pressed=${view === this.view}
                @click=${() => {
                  this.view = view;
                }}
              >
                ${messages.views[view]}
              </button>`,
            )}
          </div>
          ${
            this.view === 'picture'
              ? html`<button type="button" aria-label=${messages.zoomOut} @click=${() => this.#picture?.zoomBy(-1)}>−</button>
                <button type="button" aria-label=${messages.zoomIn} @click=${() => this.#picture?.zoomBy(1)}>+</button>
                <button type="button" @click=${() => this.#picture?.fit()}>${messages.fit}</button>`
              : nothing
          }
          <button type="button" @click=${this.#saveSvg}>${messages.saveSvg}</button>
          <button type="button" @click=${this.#saveCsv}>${messages.saveCsv}</button>
        </div>
      </div>
      <div class="body">
        <div class="main">${this.#main(tree)}</div>
        <div class="side">${this.#details(tree)}</div>
      </div>
      ${
        run
          ? html`<tm-run-detail
              .search=${this.search}
              .run=${run}
              .numbers=${this.numbers}
            ></tm-run-detail>`
          : nothing
      }`;
  }

  #begin(): void {
    this.#tree = new PathTree(this.search);
    this.#drawn = undefined;
    this.folding = unfolded;
    this.selected = undefined;
    this.openRun = undefined;
  }

  #main(tree: PathTree) {
    const { search, numbers, listings } = this;
    const choose = ({ detail }: CustomEvent<number>) => {
      this.selected = detail;
    };
    return this.view === 'picture'
      ? html`<tm-path-picture
          .items=${this.items}
          .search=${search}
          .numbers=${numbers}
          .selected=${this.selected}
          @choose-node=${choose}
          @fold-node=${({ detail }: CustomEvent<{ id: number; isClosed: boolean }>) => {
            const closed = toggled(this.folding.closed, detail.id, detail.isClosed);
            this.folding = { ...this.folding, closed };
          }}
        ></tm-path-picture>`
      : html`<tm-path-table
          .tree=${tree}
          .version=${this.#drawn?.version}
          .search=${search}
          .listings=${listings}
          .numbers=${numbers}
          @choose-node=${choose}
        ></tm-path-table>`;
  }

  #details(tree: PathTree) {
    const node = tree.node(this.selected);
    const item =
      this.items.find(({ first }) => first.id === this.selected) ??
      (node && {
        node,
        first: node,
        length: 1,
        level: 1,
        parent: undefined,
        children: [],
        hidden: 0,
        position: 1,
      });
    if (!item) return html`<p class="hint muted">${messages.choose} ${messages.keys}</p>`;
    return html`<tm-path-node
      .item=${item}
      .version=${tree.version}
      .search=${this.search}
      .listings=${this.listings}
      .numbers=${this.numbers}
      .openRun=${this.openRun}
      @show-run=${({ detail }: CustomEvent<number>) => {
        this.openRun = this.openRun === detail ? undefined : detail;
      }}
      @unchain=${({ detail }: CustomEvent<{ id: number; isShown: boolean }>) => {
        const unchained = toggled(this.folding.unchained, detail.id, detail.isShown);
        this.folding = { ...this.folding, unchained };
      }}
    ></tm-path-node>`;
  }

  #kind(tree: PathTree, kind: Kind) {
    const { badge } = messages.kinds[kind];
    const inside = html`<span class="badge" aria-hidden="true">${badge}</span>
      ${messages.tally(tree.counts[kind], kind)}`;
    if (!optional.includes(kind)) return html`<span class="kind ${kind}">${inside}</span>`;
    const isShown = !this.folding.without.has(kind);
    return html`<button
      type="button"
      class=${kind}
      aria-pressed=${isShown}
      @click=${() => {
        this.folding = { ...this.folding, without: toggled(this.folding.without, kind, isShown) };
      }}
    >
      ${inside}
    </button>`;
  }

  get #picture(): TmPathPicture | null {
    return this.renderRoot.querySelector('tm-path-picture');
  }

  async #saveSvg(): Promise<void> {
    this.view = 'picture';
    await this.updateComplete;
    const svg = this.#picture?.svg(palette(getComputedStyle(this)));
    if (svg) download(messages.svgFile, new Blob([svg], { type: 'image/svg+xml' }));
  }

  #saveCsv(): void {
    if (this.#tree) {
      download(
        messages.csvFile,
        csvFile(csvOf(this.search, rowsOf(this.#tree, this.search, this.listings))),
      );
    }
  }
}

function toggled<T>(set: ReadonlySet<T>, value: T, isIn: boolean): ReadonlySet<T> {
  const next = new Set(set);
  if (isIn) next.add(value);
  else next.delete(value);
  return next;
}

customElements.define('tm-path-tree', TmPathTree);
