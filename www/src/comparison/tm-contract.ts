import { css, html } from 'lit';
import { base } from '../kit/base';
import { showDialog } from '../kit/lazy-dialog';
import { Component } from '../playground/component';
import { contractOf } from './contract';
import { form, inputsInWords, observedInWords } from './contract-words';
import { contract as messages } from './messages';
import { fromFields } from './options';

/** What Compare asks: for which inputs, and what of the runs has to be the same. */
export class TmContract extends Component {
  static override styles = [
    base,
    css`
      p {
        font-size: var(--text-xs);
        line-height: 1.4;
        text-wrap: pretty;
        overflow-wrap: anywhere;
      }

      b {
        font-weight: 600;
      }

      /* Where a page is magnified there are few lines, and these are said, not shown. */
      @media screen and (max-height: 26rem) {
        .words {
          position: absolute;
          inline-size: 1px;
          block-size: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
      }

      @media print {
        button {
          display: none;
        }
      }
    `,
  ];

  override render() {
    const { options: fields } = this.state;
    const reading = fromFields(fields);
    const fuel = reading.ok ? reading.options.fuel : undefined;
    const spec = contractOf(fields.contract);
    return html`<p aria-label=${messages.label}>
      <span class="words"
        ><b>${inputsInWords(spec, fields.strategy)}</b> ${observedInWords(spec, fields.strategy)}${
          fuel === undefined ? '' : messages.within(fuel)
        }.</span
      >
      <button type="button" class="link" aria-label=${messages.change} @click=${this.#open}>
        ${form.change}
      </button>
    </p>`;
  }

  #open(): void {
    showDialog(this.renderRoot, 'tm-contract-form', () => import('./tm-contract-form'));
  }
}

customElements.define('tm-contract', TmContract);
