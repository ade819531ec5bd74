import { css, html, nothing } from 'lit';
import type { Side } from '../engine/types';
import { claimed } from '../evidence/proof/proving';
import { base } from '../kit/base';
import { renderDialog } from '../kit/lazy-dialog';
import { Component } from '../playground/component';
import { sides } from '../programs/control';
import { problems } from './claim-messages';
import { currentShare } from './current';
import { type Reading, read, type Shared, write } from './schema';
import { share as messages } from './share-messages';
import '../kit/tm-address';

/** Length of a link that other programs are known to preserve. */
const LONG = 8_000;

/** The dialog that shows the link, and opens another one. */
export class TmShare extends Component {
  static override properties = {
    withReceipt: { state: true },
    other: { state: true },
    taken: { state: true },
    place: { state: true },
  };

  static override styles = [
    base,
    css`
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2);
        margin-block: var(--space-2);
      }

      .row input:not([type='checkbox']) {
        flex: 1 1 16rem;
        min-inline-size: 0;
        font-family: var(--mono);
        font-size: var(--text-note);
      }

      input[type='checkbox'] {
        min-height: 0;
        inline-size: 1.125rem;
        block-size: 1.125rem;
        accent-color: var(--accent);
      }

      label {
        max-inline-size: 100%;
      }

      select {
        max-inline-size: 100%;
      }

      h3 {
        margin-block: 1.25rem var(--space-1);
        padding-block-start: var(--space-4);
        border-block-start: 1px solid var(--line);
      }

      .warning {
        color: var(--open);
      }

      .wrong {
        color: var(--differ);
      }

      a {
        color: var(--accent);
      }

      .help {
        font-size: var(--text-note);
      }
    `,
  ];

  declare withReceipt: boolean;
  declare other: string;
  declare taken: Side;
  declare place: Side;

  constructor() {
    super();
    this.withReceipt = true;
    this.other = '';
    this.taken = 'right';
    this.place = 'right';
  }

  override render() {
    // A link is expensive to make, so there is none while nobody sees it.
    const isOpen = this.#dialog?.open ?? true;
    return renderDialog(messages.title, html`${isOpen ? [this.#link(), this.#beside()] : nothing}`);
  }

  #link() {
    const shared = currentShare(this.app, this.withReceipt);
    const fragment = shared && write(shared);
    const hasReceipt = currentShare(this.app, true)?.receipt !== undefined;
    const link = `${location.href.split('#', 1)[0]}#${fragment}`;
    return html`<p>${messages.explanation}</p>
      <div class="row">
        <input
          type="checkbox"
          id="receipt"
          aria-describedby="receipt-help"
          ?disabled=${!hasReceipt}
          .checked=${hasReceipt && this.withReceipt}
          @change=${(event: Event) => {
            this.withReceipt = (event.target as HTMLInputElement).checked;
          }}
        />
        <label for="receipt">${messages.receipt}</label>
        <span class="muted help" id="receipt-help"
          >${hasReceipt ? messages.receiptHelp : messages.noReceipt}</span
        >
      </div>
      ${
        fragment === undefined
          ? html`<p class="wrong">${shared ? messages.tooLong : messages.wrongOptions}</p>`
          : html`<div class="row">
                <tm-address
                  .link=${link}
                  .label=${messages.link}
                  .copy=${messages.copy}
                  .copied=${messages.copied}
                ></tm-address>
              </div>
              <p class="muted help">
                ${messages.length(link.length)}
              </p>
              ${link.length > LONG ? html`<p class="warning">${messages.long}</p>` : nothing}`
      }`;
  }

  #beside() {
    const { beside } = messages;
    const text = this.other.trim();
    const reading = text === '' ? undefined : this.#read(text.slice(text.indexOf('#') + 1));
    return html`<h3>${beside.title}</h3>
      <div class="row">
        <input
          type="url"
          aria-label=${beside.label}
          placeholder=${beside.label}
          autocomplete="off"
          aria-describedby="other-problem"
          .value=${this.other}
          @input=${(event: Event) => {
            this.other = (event.target as HTMLInputElement).value;
          }}
        />
      </div>
      <p class="wrong" id="other-problem" role="status">
        ${reading && !reading.ok ? problems[reading.problem] : nothing}
      </p>
      ${reading?.ok ? this.#choices(reading.shared) : nothing}`;
  }

  /** A link whose programs can be compared with these. */
  #read(fragment: string): Reading | { ok: false; problem: 'other-machine' } {
    const reading = read(fragment);
    const isSame = !reading.ok || !reading.shared.arm64 === !this.state.arm64;
    return isSame ? reading : { ok: false, problem: 'other-machine' };
  }

  #choices({ programs, names }: Shared) {
    const { beside } = messages;
    const put = () => {
      this.app.replaceProgram(this.place, programs[this.taken], names[this.taken]);
      this.#close();
    };
    const select = (
      label: string,
      chosen: Side,
      choose: (side: Side) => void,
      name: (side: Side) => string,
    ) =>
      html`<label>
        ${label}
        <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as Side)}>
          ${sides.map(
            (side) =>
              html`<option value=${side} ?selected=${side === chosen}>${name(side)}</option>`,
          )}
        </select>
      </label>`;
    return html`<div class="row">
        ${select(
          beside.take,
          this.taken,
          (side) => {
            this.taken = side;
          },
          (side) => beside.program(side, names[side]),
        )}
        ${select(
          beside.put,
          this.place,
          (side) => {
            this.place = side;
          },
          (side) => beside.side[side],
        )}
        <button type="button" @click=${put}>${beside.open}</button>
      </div>
      <p class="muted help">${beside.undo}</p>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  async show(): Promise<void> {
    await this.updateComplete;
    this.other = '';
    // The link appears at once, and gets the evidence as soon as it is found.
    const { comparison } = this.app.store.state;
    const claim = comparison && claimed(comparison);
    if (comparison && claim) this.app.proof.open(comparison, claim);
    this.#dialog?.showModal();
    this.requestUpdate();
  }

  #close(): void {
    this.#dialog?.close();
  }
}

customElements.define('tm-share', TmShare);
