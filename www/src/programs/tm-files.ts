import { css, html, nothing } from 'lit';
import { isWlp4, type SourceFile, styles } from '../engine/sources';
import type { Side, Style } from '../engine/types';
import { base } from '../kit/base';
import { menuStyles, renderMenu } from '../kit/menu';
import { renderTabs, tabStyles } from '../kit/tabs';
import { Component } from '../playground/component';
import { files as messages } from './messages';
import { MAX_FILE_NAME, wlp4Name } from './source';

/** A file's language, and its style. */
type Language = 'assembly' | Style;

/** The files of a program: which one the editor shows, and the actions on it. */
export class TmFiles extends Component {
  static override properties = {
    side: {},
    readOnly: { type: Boolean },
    renamed: { state: true },
    isTaken: { state: true },
  };

  static override styles = [
    base,
    menuStyles,
    tabStyles,
    css`
      /* One file needs no tab: what can be done with it is in the editor's head. */
      :host([several]) {
        order: 1;
        flex-basis: 100%;
        min-inline-size: 0;
        border-block-start: 1px solid var(--line);
      }

      .strip,
      form {
        display: flex;
        align-items: center;
        gap: var(--space-1);
      }

      .tabs {
        flex: 1 1 auto;
        flex-wrap: nowrap;
        overflow-x: auto;
        border: none;
      }

      .tabs button,
      .menu summary,
      select,
      form :is(input, button) {
        min-height: 1.75rem;
        padding-block: 0;
        padding-inline: var(--space-2);
        font-size: var(--text-note);
      }

      .tabs button {
        font-family: var(--mono);
      }

      select {
        min-inline-size: 4rem;
        max-inline-size: 9rem;
        field-sizing: content;
      }

      .menu summary,
      select {
        border-color: transparent;
        background: none;
        color: var(--muted);
      }

      :is(.menu summary, select):is(:hover, :focus-visible) {
        border-color: var(--control);
        color: var(--ink);
      }

      form {
        flex-wrap: wrap;
        padding-block: var(--space-1);
        border-block-start: 1px solid var(--line);
      }

      form input {
        flex: 1 1 8rem;
        max-inline-size: 20rem;
        font-family: var(--mono);
      }

      .wrong {
        flex-basis: 100%;
        color: var(--differ);
        font-size: var(--text-note);
      }

      @media (pointer: coarse) {
        .tabs button,
        .menu summary,
        select,
        form :is(input, button) {
          min-height: 2.75rem;
        }
      }

      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  declare side: Side;
  declare readOnly: boolean;
  /** The file that is being renamed. */
  declare renamed: string | undefined;
  /** Whether the requested name is impossible. */
  declare isTaken: boolean;

  constructor() {
    super();
    this.side = 'left';
    this.readOnly = false;
    this.renamed = undefined;
    this.isTaken = false;
  }

  override render() {
    const { side } = this;
    const { programs } = this.state;
    const sources = programs[side];
    if (this.readOnly && sources.length === 1) return nothing;
    const file = this.app.programs.shownFile(side);
    const at = sources.findIndex(({ name }) => name === file.name);
    const tabs = sources.map(({ name }) => ({ id: name, label: name }));
    this.toggleAttribute('several', sources.length > 1 || this.renamed !== undefined);
    return html`<div class="strip">
        ${
          sources.length === 1
            ? nothing
            : renderTabs(tabs, file.name, messages.tabs(side), undefined, (name) =>
                this.app.programs.openFile(side, name),
              )
        }
        ${this.readOnly ? nothing : [this.#language(file), this.#menu(file, at, sources.length)]}
      </div>
      ${this.renamed === undefined ? nothing : this.#form(this.renamed)}
      <input
        type="file"
        multiple
        hidden
        accept=".asm,.s,.wlp4,.mips,.merl,.txt,text/plain"
        @change=${this.#added}
      />`;
  }

  override updated(changed: Map<string, unknown>): void {
    if (!changed.has('renamed') || this.renamed === undefined) return;
    const input = this.renderRoot.querySelector<HTMLInputElement>('form input');
    input?.focus();
    // The extension is the language, and rarely what the reader means to change.
    input?.setSelectionRange(0, this.renamed.replace(/\.[^.]*$/, '').length);
  }

  #language(file: SourceFile) {
    const language: Language = isWlp4(file) ? (file.style ?? 'stack') : 'assembly';
    return html`<select
      aria-label=${messages.language(file.name)}
      @change=${(event: Event) => {
        this.#setLanguage(file, (event.target as HTMLSelectElement).value as Language);
      }}
    >
      ${(['assembly', ...styles] as const).map(
        (name) =>
          html`<option value=${name} .selected=${name === language}>
            ${messages.languages[name]}
          </option>`,
      )}
    </select>`;
  }

  #menu(file: SourceFile, at: number, count: number) {
    const { side } = this;
    const { programs } = this.app;
    const only = count === 1 ? messages.only : undefined;
    return renderMenu(
      html`<span aria-hidden="true">${messages.menu}</span
        ><span class="unseen">${messages.menuLabel(side)}</span>`,
      [
        {
          name: messages.replace,
          choose: () => this.dispatchEvent(new CustomEvent('open-files')),
        },
        { name: messages.add, choose: () => programs.addFile(side) },
        {
          name: messages.open,
          choose: () => this.renderRoot.querySelector<HTMLInputElement>('[type=file]')?.click(),
        },
        { name: messages.rename, choose: () => this.#rename(file.name) },
        {
          name: messages.earlier,
          waits: only ?? (at === 0 ? messages.isFirst : undefined),
          choose: () => programs.moveFile(side, file.name, -1),
        },
        {
          name: messages.later,
          waits: only ?? (at === count - 1 ? messages.isLast : undefined),
          choose: () => programs.moveFile(side, file.name, 1),
        },
        { name: messages.remove, waits: only, choose: () => programs.removeFile(side, file.name) },
      ],
    );
  }

  #form(from: string) {
    const done = () => {
      this.renamed = undefined;
      this.isTaken = false;
    };
    const rename = (event: Event) => {
      event.preventDefault();
      const to = String(new FormData(event.target as HTMLFormElement).get('name') ?? '');
      if (this.app.programs.renameFile(this.side, from, to)) done();
      else this.isTaken = true;
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') done();
    };
    return html`<form @submit=${rename} @keydown=${leave}>
      <input
        name="name"
        aria-label=${messages.newName(from)}
        aria-invalid=${this.isTaken}
        aria-describedby="wrong"
        autocomplete="off"
        spellcheck="false"
        maxlength=${MAX_FILE_NAME}
        .value=${from}
      />
      <button>${messages.renameButton}</button>
      <button type="button" @click=${done}>${messages.cancel}</button>
      <p id="wrong" class="wrong" role="status">${this.isTaken ? messages.taken : nothing}</p>
    </form>`;
  }

  #rename(name: string): void {
    this.isTaken = false;
    this.renamed = name;
  }

  #setLanguage(file: SourceFile, language: Language): void {
    const { programs } = this.app;
    if (language === 'assembly') {
      programs.renameFile(this.side, file.name, file.name.replace(/\.wlp4$/i, '.asm'));
      return;
    }
    const name = isWlp4(file) ? file.name : wlp4Name(file.name);
    if (programs.renameFile(this.side, file.name, name)) {
      programs.setStyle(this.side, name, language);
    }
    this.requestUpdate();
  }

  #added(event: Event): void {
    const input = event.currentTarget as HTMLInputElement;
    this.app.openFiles(this.side, [...(input.files ?? [])], true);
    // So that the same file can be selected again.
    input.value = '';
  }
}

customElements.define('tm-files', TmFiles);
