import { css, html } from 'lit';
import { base } from '../kit/base';
import { showDialog } from '../kit/lazy-dialog';
import { Component } from '../playground/component';
import { contractOf } from './contract';
import { form, givenInWords, questionOf } from './contract-words';
import { contract as messages } from './messages';
import { fromFields } from './options';

/** The question that Compare answers, with access to all its settings. */
export class TmContract extends Component {
  static override styles = [
    base,
    css`
      p {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--space-4);
        line-height: 1.4;
        overflow-wrap: anywhere;
      }

      .question {
        font-weight: 600;
        text-wrap: pretty;
      }

      .given {
        font-size: var(--text-note);
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
    const spec = contractOf(fields.contract);
    return html`<p aria-label=${messages.label}>
      <span class="question">${questionOf(spec, fields.strategy)}</span>
      <span class="given">
        ${givenInWords(spec)}${
          fields.strategy === 'paper' ? html` <span class="badge">${messages.paper}</span>` : ''
        }${reading.ok ? '' : html` <span class="error">${messages.wrong}</span>`}
        <button type="button" class="link" aria-haspopup="dialog" aria-label=${messages.change} @click=${this.#open}>
          ${form.change}
        </button>
      </span>
    </p>`;
  }

  #open(): void {
    showDialog(this.renderRoot, 'tm-contract-form', () => import('./tm-contract-form'));
  }
}

customElements.define('tm-contract', TmContract);
