import { css, html, nothing } from 'lit';
import { base } from '../kit/base';
import { Component } from '../playground/component';
import { told } from './contract';
import { quick as messages } from './messages';
import type { QuickStatus } from './quick-look';

/** The switch for comparing as one types, and what a quick look found. */
export class TmQuick extends Component {
  static override styles = [
    base,
    css`
      label {
        display: inline-flex;
        align-items: center;
        gap: var(--space-2);
        min-height: 2.25rem;
      }

      input {
        min-height: 0;
        inline-size: 1.125rem;
        block-size: 1.125rem;
        margin: 0;
        accent-color: var(--accent);
      }

      /* What is found does not move what stands beside. */
      [role='status'] {
        contain: inline-size;
      }

      p {
        padding: 0.375rem var(--space-3);
        border: 1px dashed var(--control);
        border-radius: var(--radius-m);
        font-size: var(--text-s);
      }
    `,
  ];

  override render() {
    const { asYouType: isOn, quick: status } = this.state;
    const comparing = this.state.comparison?.status.state;
    const text = comparing === 'running' ? undefined : textOf(status);
    return html`<label title=${messages.help}>
        <input
          type="checkbox"
          aria-describedby="about"
          .checked=${isOn}
          @change=${(event: Event) =>
            this.app.settings.setAsYouType((event.currentTarget as HTMLInputElement).checked)}
        />
        ${messages.label}
      </label>
      <span class="unseen" id="about">${messages.help}</span>
      <div role="status" data-quick=${status.state}>
        ${text ? html`<p><b>${messages.title}:</b> ${text}</p>` : nothing}
      </div>`;
  }
}

function textOf(status: QuickStatus): string | undefined {
  switch (status.state) {
    case 'off':
      return undefined;
    case 'waiting':
      return messages.waiting;
    case 'errors':
      return messages.errors;
    case 'looking':
      return messages.looking;
    case 'failed':
      return messages.failed;
    case 'done': {
      const { summary, witness, contract } = status.report;
      const inputs = witness ? told(contract, witness.inputs) : undefined;
      return messages.found(summary.headline.text, inputs);
    }
    default:
      return status satisfies never;
  }
}

customElements.define('tm-quick', TmQuick);
