import { css, html, nothing } from 'lit';
import { base } from '../kit/base';
import { currentShare } from '../links/current';
import { share } from '../links/share-messages';
import { Component } from '../playground/component';
import { embed as messages } from './messages';
import {
  type EmbedOptions,
  type EmbedTheme,
  embedThemes,
  type Panel,
  panels,
  usualPanels,
} from './options';
import { loadScript } from './script';
import {
  componentMarkup,
  frameMarkup,
  type Markup,
  scriptMarkup,
  toElement,
  toHtml,
} from './snippet';
import '../kit/tm-copy';

type Kind = keyof typeof messages.kinds;

const kinds: readonly Kind[] = ['component', 'frame'];

/** The dialog that generates the code of an embed, with a preview. */
export class TmEmbedDialog extends Component {
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
        gap: var(--space-2) 1.25rem;
        margin-block: var(--space-3);
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
        gap: var(--space-2);
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
        font-size: var(--text-note);
        max-inline-size: 75ch;
      }

      textarea {
        display: block;
        inline-size: 100%;
        block-size: 9rem;
        margin-block: var(--space-1) var(--space-2);
        padding: var(--space-2);
        font: var(--text-note) / 1.5 var(--mono);
        color: inherit;
        background: var(--sunken);
        border: 1px solid var(--control);
        border-radius: var(--radius-m);
        white-space: pre;
      }

      h3 {
        margin-block: var(--space-4) var(--space-2);
      }

      .preview {
        padding: var(--space-2);
        border: 1px dashed var(--control);
        border-radius: var(--radius-m);
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

  /** The markup in the preview, which is rebuilt only when that changes. */
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
    return html`<dialog aria-labelledby="title" @close=${this.#closed}>
        <div class="dialog-head">
          <h2 id="title">${messages.title}</h2>
          <button type="button" @click=${this.#close}>${messages.close}</button>
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
    return html`<p>${messages.intro}</p>
      <div class="choices">
        ${select(messages.kind, kinds, this.kind, messages.kinds, (kind) => {
          this.kind = kind;
        })}
        ${select(messages.theme, embedThemes, chosen.theme, messages.themes, (theme: EmbedTheme) => choose({ theme }))}
        ${select(messages.hide, hides, chosen.hide ?? 'none', messages.hidden, hide)}
        ${checkbox(messages.readOnly, chosen.readOnly, (readOnly) => choose({ readOnly }))}
        ${
          currentShare(this.app, true)?.receipt
            ? checkbox(messages.receipt, this.withReceipt, (isOn) => {
                this.withReceipt = isOn;
              })
            : nothing
        }
        <fieldset>
          <legend>${messages.panels}</legend>
          ${panels.map((panel) =>
            checkbox(messages.panelNames[panel], chosen.panels.includes(panel), (isOn) =>
              choose({ panels: toggled(chosen.panels, panel, isOn) }),
            ),
          )}
        </fieldset>
      </div>
      <p class="muted help">${messages.kindHelp[this.kind]}</p>
      ${chosen.hide ? html`<p class="muted help">${messages.hideHelp}</p>` : nothing}`;
  }

  #code() {
    const markups = this.#markups();
    if (!markups) {
      const isRight = currentShare(this.app, false) !== undefined;
      const reason = this.kind === 'component' ? messages.onlyTexts : share.tooLong;
      return html`<p class="wrong">${isRight ? reason : share.wrongOptions}</p>`;
    }
    const code = markups.map(toHtml).join('\n');
    return html`<label for="code">${messages.code}</label>
      <textarea id="code" readonly spellcheck="false" .value=${code}></textarea>
      <tm-copy .text=${code} .label=${messages.copy} .done=${messages.copied}></tm-copy>
      <h3>${messages.preview}</h3>
      <div class="preview"></div>`;
  }

  /** The markups to paste; the shown one comes first. */
  #markups(): [Markup, Markup] | undefined {
    const shared = currentShare(this.app, this.withReceipt);
    const base = new URL('./', document.baseURI).href;
    if (!shared) return undefined;
    const markup =
      this.kind === 'component'
        ? componentMarkup(shared, this.chosen)
        : frameMarkup(base, shared, this.chosen);
    return markup && [markup, scriptMarkup(base)];
  }

  async show(): Promise<void> {
    this.isOpen = true;
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
    // The preview uses the very script that the code names.
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
