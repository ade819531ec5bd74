import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
} from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { forceLinting, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { css, html, LitElement } from 'lit';

import { app } from '../app';
import { applyFix, assemblerLint } from '../editor/diagnostics';
import { completion, instructionHelp } from '../editor/help';
import { assembly } from '../editor/language';
import { breakpoints, showStep, stepping, toggleBreakpoint } from '../editor/stepping';
import { theme } from '../editor/theme';
import type { InstructionInfo, Side } from '../engine/types';
import { MAX_NAME } from '../link/schema';
import { side as sideWords, editor as words } from '../messages';
import { names as nameWords } from '../messages-share';
import type { EditorHandle } from '../playground';
import { Watch } from '../store';
import { base } from './base';
import './tm-problems';

const INDENT = '    ';

/** One program: its text, and what the assembler says of it. */
export class TmEditor extends LitElement implements EditorHandle {
  static override properties = { side: {}, readOnly: { type: Boolean } };

  static override styles = [
    base,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-inline-size: 0;
      }

      section {
        flex: 1;
        display: flex;
        flex-direction: column;
        overflow: clip;
      }

      section:focus-within {
        border-color: var(--control);
      }

      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.25rem 0.75rem;
        padding: 0.375rem 0.75rem;
        border-block-end: 1px solid var(--line);
      }

      .symbol {
        color: var(--accent);
        margin-inline-end: 0.375rem;
      }

      header input {
        flex: 1 1 8rem;
        min-inline-size: 0;
        max-inline-size: 20rem;
        min-height: 1.75rem;
        padding: 0 0.375rem;
        border-color: transparent;
        background: none;
        color: var(--muted);
        text-overflow: ellipsis;
      }

      header input:hover,
      header input:focus {
        border-color: var(--control);
      }

      header input::placeholder {
        color: var(--muted);
        opacity: 1;
      }

      .text {
        flex: 1;
        min-block-size: var(--editor-height, 14rem);
        max-block-size: min(60vh, 40rem);
        overflow: hidden;
        display: grid;
      }

      .text > * {
        min-block-size: 0;
        min-inline-size: 0;
      }
    `,
  ];

  declare side: Side;
  declare readOnly: boolean;

  readonly #engine = new Watch(this, app.store, (state) => [state.engine, state.names] as const);
  readonly #debugging = new Watch(
    this,
    app.store,
    (state) => [state.debugging?.frame, state.debugging?.programs, state.programs] as const,
  );
  readonly #language = new Compartment();
  #known: readonly InstructionInfo[] | undefined;
  #view: EditorView | undefined;

  constructor() {
    super();
    this.side = 'left';
    this.readOnly = false;
  }

  override render() {
    const [, names] = this.#engine.value;
    return html`<section class="panel" aria-labelledby="title">
      <header>
        <h2 id="title">
          <span class="symbol" aria-hidden="true">${sideWords[this.side].symbol}</span
          >${words.title(this.side)}
        </h2>
        <input
          aria-label=${nameWords.label(this.side)}
          placeholder=${nameWords.placeholder}
          maxlength=${MAX_NAME}
          autocomplete="off"
          spellcheck="false"
          ?readonly=${this.readOnly}
          .value=${names[this.side]}
          @change=${this.#rename}
        />
      </header>
      <div class="text"></div>
      <p class="unseen" id="hint">${words.hint}</p>
      <tm-problems .side=${this.side} .fix=${this.#fix}></tm-problems>
    </section>`;
  }

  override firstUpdated(): void {
    const root = this.renderRoot as ShadowRoot;
    const parent = root.querySelector('.text');
    if (!parent) return;
    this.#view = new EditorView({ root, parent, state: this.#state() });
    app.attach(this.side, this);
  }

  override updated(): void {
    this.#showStep();
    const [engine] = this.#engine.value;
    if (!engine || engine.instructions === this.#known) return;
    this.#known = engine.instructions;
    this.#view?.dispatch({ effects: this.#language.reconfigure(this.#languageFor(this.#known)) });
    this.refresh();
  }

  replace(text: string): void {
    const view = this.#view;
    if (!view || view.state.doc.toString() === text) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      userEvent: 'input.example',
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
    });
  }

  focusAt(from: number): void {
    const view = this.#view;
    if (!view) return;
    view.dispatch({
      selection: { anchor: Math.min(from, view.state.doc.length) },
      scrollIntoView: true,
    });
    view.focus();
  }

  refresh(): void {
    if (this.#view) forceLinting(this.#view);
  }

  toggleBreakpoint(line: number): void {
    if (this.#view) toggleBreakpoint(this.#view, line);
  }

  /** Lights the line that the debugger is at, unless the text is another one now. */
  #showStep(): void {
    if (!this.#view) return;
    const [frame, stepped, programs] = this.#debugging.value;
    const isSame = stepped?.[this.side] === programs[this.side];
    const step = isSame ? frame?.sides[this.side === 'left' ? 0 : 1] : undefined;
    showStep(this.#view, step && { line: step.line, next: step.next_line, moved: step.moved });
  }

  readonly #rename = (event: Event) => {
    app.setName(this.side, (event.target as HTMLInputElement).value);
  };

  readonly #fix = (fix: Parameters<typeof applyFix>[1]) => {
    if (this.#view) applyFix(this.#view, fix);
  };

  #state(): EditorState {
    const compare = () => {
      app.compare();
      return true;
    };
    return EditorState.create({
      doc: app.store.state.programs[this.side],
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: compare }])),
        breakpoints((lines) => app.setBreakpoints(this.side, lines)),
        lineNumbers(),
        stepping(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        drawSelection(),
        history(),
        bracketMatching(),
        highlightSelectionMatches(),
        indentUnit.of(INDENT),
        EditorState.tabSize.of(4),
        placeholder(words.placeholder),
        this.#language.of(this.#languageFor([])),
        assemblerLint((text) => app.assemble(this.side, text)),
        keymap.of([
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        theme,
        EditorState.readOnly.of(this.readOnly),
        EditorView.contentAttributes.of({
          'aria-label': words.label(this.side),
          'aria-describedby': 'hint',
          // It is focusable without; said aloud for what looks for the attribute.
          tabindex: '0',
          autocapitalize: 'off',
          autocorrect: 'off',
          spellcheck: 'false',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) app.edit(this.side, update.state.doc.toString());
        }),
      ],
    });
  }

  #languageFor(instructions: readonly InstructionInfo[]) {
    const mnemonics = new Set(instructions.map(({ mnemonic }) => mnemonic).concat('.word'));
    return [
      assembly(instructions.length > 0 ? mnemonics : new Set()),
      instructionHelp(instructions),
      // On request only: a list that opens while one types takes the Enter key.
      autocompletion({ activateOnTyping: false, override: [completion(instructions)] }),
    ];
  }
}

customElements.define('tm-editor', TmEditor);
