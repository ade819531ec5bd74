import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import {
  componentMarkup,
  frameMarkup,
  type Markup,
  scriptMarkup,
  toElement,
  toHtml,
} from '../component/snippet';
import { loadScript } from '../embed/script';
import { currentShare } from '../link/current';
import {
  type EmbedOptions,
  type EmbedTheme,
  embedThemes,
  type Panel,
  panels,
  usualPanels,
} from '../link/embed';
import { share, embed as words } from '../messages/share';
import { base } from './base';
import './tm-copy';

type Kind = keyof typeof words.kinds;

const kinds: readonly Kind[] = ['component', 'frame'];

/** The dialog that makes the code of an embed, and shows what it gives. */
export class TmEmbedDialog extends LitElement {
  static override properties = {
    isOpen: { state: true },
    kind: { state: true },
    withReceipt: { state: true },
    chosen: { state: true },
  };

  static override styles = [
    base,
    css`
      dialog {
        inline-size: min(60rem, calc(100vw - 1.5rem));
        max-block-size: min(56rem, calc(100dvh - 2rem));
      }

      .choices {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 1.25rem;
        margin-block: 0.75rem;
      }

      fieldset {
        display: contents;
      }

      legend {
        float: inline-start;
      }

      label {
        display: inline-flex;
        align-items: center;
        gap: 0.5rem;
        max-inline-size: 100%;
        white-space: nowrap;
      }

      select {
        min-inline-size: 0;
      }

      input[type='checkbox'] {
        min-height: 0;
        inline-size: 1.125rem;
        block-size: 1.125rem;
        accent-color: var(--accent);
      }

      .help {
        font-size: 0.875rem;
        max-inline-size: 75ch;
      }

      textarea {
        display: block;
        inline-size: 100%;
        block-size: 9rem;
        margin-block: 0.25rem 0.5rem;
        padding: 0.5rem;
        font: 0.8125rem / 1.5 var(--mono);
        color: inherit;
        background: var(--sunken);
        border: 1px solid var(--control);
        border-radius: 4px;
        white-space: pre;
      }

      h3 {
        margin-block: 1rem 0.5rem;
      }

      .preview {
        padding: 0.5rem;
        border: 1px dashed var(--control);
        border-radius: 4px;
      }

      .preview > iframe {
        display: block;
      }

      .wrong {
        color: var(--differ);
      }
    `,
  ];

  declare isOpen: boolean;
  declare kind: Kind;
  declare withReceipt: boolean;
  declare chosen: EmbedOptions;

  /** What the preview shows: it is made anew only when it is another one. */
  #previewed = '';

  constructor() {
    super();
    this.isOpen = false;
    this.kind = 'component';
    this.withReceipt = true;
    this.chosen = {
      theme: 'system',
      readOnly: false,
      hide: undefined,
      panels: usualPanels(undefined),
      run: false,
    };
  }

  override render() {
    return html`<button type="button" aria-haspopup="dialog" @click=${this.#open}>${words.open}</button>
      <dialog aria-labelledby="title" @close=${this.#closed}>
        <div class="dialog-head">
          <h2 id="title">${words.title}</h2>
          <button type="button" @click=${this.#close}>${words.close}</button>
        </div>
        ${this.isOpen ? html`<div class="dialog-body">${this.#choices()} ${this.#code()}</div>` : nothing}
      </dialog>`;
  }

  override updated(): void {
    const place = this.renderRoot.querySelector('.preview');
    const [markup] = this.#markups() ?? [];
    const code = markup ? toHtml(markup) : '';
    if (!place || !this.isOpen) this.#previewed = '';
    else if (code !== this.#previewed) {
      this.#previewed = code;
      place.replaceChildren(...(markup ? [toElement(markup)] : []));
    }
  }

  #choices() {
    const { chosen } = this;
    const choose = (change: Partial<EmbedOptions>) => {
      this.chosen = { ...chosen, ...change };
    };
    const hides = ['none', 'left', 'right'] as const;
    const hide = (name: string) => {
      const side = (['left', 'right'] as const).find((known) => known === name);
      choose({
        hide: side,
        panels: side ? chosen.panels.filter((p) => p !== 'full') : chosen.panels,
      });
    };
    return html`<p>${words.intro}</p>
      <div class="choices">
        ${select(words.kind, kinds, this.kind, words.kinds, (kind) => {
          this.kind = kind;
        })}
        ${select(words.theme, embedThemes, chosen.theme, words.themes, (theme: EmbedTheme) => choose({ theme }))}
        ${select(words.hide, hides, chosen.hide ?? 'none', words.hidden, hide)}
        ${checkbox(words.readOnly, chosen.readOnly, (readOnly) => choose({ readOnly }))}
        ${
          currentShare(app.store.state, true)?.receipt
            ? checkbox(words.receipt, this.withReceipt, (isOn) => {
                this.withReceipt = isOn;
              })
            : nothing
        }
        <fieldset>
          <legend>${words.panels}</legend>
          ${panels.map((panel) =>
            checkbox(words.panelNames[panel], chosen.panels.includes(panel), (isOn) =>
              choose({ panels: toggled(chosen.panels, panel, isOn) }),
            ),
          )}
        </fieldset>
      </div>
      <p class="muted help">${words.kindHelp[this.kind]}</p>
      ${chosen.hide ? html`<p class="muted help">${words.hideHelp}</p>` : nothing}`;
  }

  #code() {
    const markups = this.#markups();
    if (!markups) {
      const isRight = currentShare(app.store.state, false) !== undefined;
      return html`<p class="wrong">${isRight ? share.tooLong : share.wrongOptions}</p>`;
    }
    const code = markups.map(toHtml).join('\n');
    return html`<label for="code">${words.code}</label>
      <textarea id="code" readonly spellcheck="false" .value=${code}></textarea>
      <tm-copy .text=${code} .label=${words.copy} .done=${words.copied}></tm-copy>
      <h3>${words.preview}</h3>
      <div class="preview"></div>`;
  }

  /** What is to be pasted, what shows first. */
  #markups(): [Markup, Markup] | undefined {
    const shared = currentShare(app.store.state, this.withReceipt);
    const base = new URL('./', document.baseURI).href;
    if (!shared) return undefined;
    const markup =
      this.kind === 'component'
        ? componentMarkup(shared, this.chosen)
        : frameMarkup(base, shared, this.chosen);
    return markup && [markup, scriptMarkup(base)];
  }

  #open(): void {
    this.isOpen = true;
    this.renderRoot.querySelector('dialog')?.showModal();
    // The preview is of the very script that the code names.
    if (!customElements.get('tamarin-compare')) loadScript('tamarin-compare.js').catch(() => {});
  }

  #close(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }

  #closed(): void {
    this.isOpen = false;
  }
}

function toggled(shown: readonly Panel[], panel: Panel, isOn: boolean): Panel[] {
  return panels.filter((other) => (other === panel ? isOn : shown.includes(other)));
}

function checkbox(label: string, isOn: boolean, change: (isOn: boolean) => void) {
  return html`<label>
    <input
      type="checkbox"
      .checked=${isOn}
      @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}
    />
    ${label}
  </label>`;
}

function select<Name extends string>(
  label: string,
  all: readonly Name[],
  chosen: Name,
  names: Record<Name, string>,
  choose: (name: Name) => void,
) {
  return html`<label>
    ${label}
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as Name)}>
      ${all.map((name) => html`<option value=${name} ?selected=${name === chosen}>${names[name]}</option>`)}
    </select>
  </label>`;
}

customElements.define('tm-embed-dialog', TmEmbedDialog);
