import { type Chunk, getChunks, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { css, html } from 'lit';
import { base } from '../../kit/base';
import { Component } from '../../playground/component';
import { assembly } from '../../programs/editor/language';
import { syntaxOf } from '../../programs/editor/syntax';
import { theme } from '../../programs/editor/theme';
import { side as sideMessages } from '../../programs/messages';
import { wholeText } from '../../programs/source';
import { diffTheme, unifiedTheme } from './diff-theme';
import { lineDiff } from './line-diff';
import { diff as messages } from './messages';

/** Width in pixels below which the texts do not fit beside each other. */
const NARROW = 460;

/** What CodeMirror shows: both texts side by side, or the unified view. */
type Shown = { kind: 'beside'; view: MergeView } | { kind: 'unified'; view: EditorView };

/** Both programs as texts, with the lines matched. */
export class TmDiff extends Component {
  static override properties = { summary: { state: true }, isNarrow: { state: true } };

  static override styles = [
    base,
    css`
      :host {
        padding: var(--space-3);
      }

      .summary {
        margin-block-end: var(--space-2);
        font-size: var(--text-body);
        text-wrap: pretty;
      }

      .heads {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
      }

      .heads span {
        padding: var(--space-1) var(--space-2);
        color: var(--accent);
        font-weight: 600;
      }

      .texts {
        border: 1px solid var(--line);
        border-radius: var(--radius-m);
        overflow: clip;
      }
    `,
  ];

  declare summary: string;
  /** Undefined until its width is known. */
  declare isNarrow: boolean | undefined;

  readonly #size = new ResizeObserver(([entry]) => {
    if (entry && entry.contentRect.width > 0) this.isNarrow = entry.contentRect.width < NARROW;
  });
  #shown: Shown | undefined;

  constructor() {
    super();
    this.summary = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#size.observe(this);
  }

  override disconnectedCallback(): void {
    this.#size.disconnect();
    this.#clear();
    super.disconnectedCallback();
  }

  override render() {
    return html`<section aria-label=${messages.label}>
      <p class="summary" role="status">${this.summary}</p>
      ${
        this.isNarrow
          ? ''
          : html`<div class="heads" aria-hidden="true">
              <span>${sideMessages.left.symbol}</span><span>${sideMessages.right.symbol}</span>
            </div>`
      }
      <div class="texts"></div>
    </section>`;
  }

  override updated(changed: Map<string, unknown>): void {
    const parent = this.renderRoot.querySelector('.texts');
    // Read at each update: an update that does not read the programs would stop following them.
    const { programs } = this.state;
    // A change of the summary does not require drawing again.
    if (!parent || this.isNarrow === undefined || (changed.size === 1 && changed.has('summary')))
      return;
    this.#clear();
    const [left, right] = [wholeText(programs.left), wholeText(programs.right)];
    const root = this.renderRoot as ShadowRoot;
    const options = {
      diffConfig: { override: lineDiff },
      collapseUnchanged: { margin: 3, minSize: 6 },
    };
    if (this.isNarrow) {
      const extensions = [
        this.#extensions(messages.both),
        unifiedTheme,
        unifiedMergeView({ original: left, mergeControls: false, ...options }),
      ];
      const view = new EditorView({ root, parent, doc: right, extensions });
      this.#shown = { kind: 'unified', view };
      this.#sum(getChunks(view.state)?.chunks ?? [], view.state.doc);
    } else {
      const view = new MergeView({
        root,
        parent,
        a: { doc: left, extensions: this.#extensions(messages.text('left')) },
        b: { doc: right, extensions: this.#extensions(messages.text('right')) },
        ...options,
      });
      this.#shown = { kind: 'beside', view };
      this.#sum(view.chunks, view.b.state.doc);
    }
  }

  #clear(): void {
    this.#shown?.view.destroy();
    this.#shown = undefined;
  }

  #extensions(label: string): Extension {
    const { engine } = this.state;
    const syntax = syntaxOf(engine);
    const infos = [...(engine?.instructions ?? []), ...syntax.directives];
    return [
      lineNumbers(),
      EditorView.lineWrapping,
      EditorState.readOnly.of(true),
      EditorState.tabSize.of(4),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-readonly': 'true',
        tabindex: '0',
      }),
      EditorView.editable.of(false),
      assembly(syntax, new Set(infos.map(({ mnemonic }) => mnemonic))),
      theme,
      diffTheme,
    ];
  }

  /** Counts the lines of the right text that are also in the left one. */
  #sum(chunks: readonly Chunk[], text: Text): void {
    const changed = chunks.reduce((sum, { fromB, toB, endB }) => {
      return fromB === toB ? sum : sum + text.lineAt(endB).number - text.lineAt(fromB).number + 1;
    }, 0);
    this.summary =
      chunks.length === 0 ? messages.same : messages.summary(chunks.length, text.lines - changed);
  }
}

customElements.define('tm-diff', TmDiff);
