import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { quick as words } from '../messages/comfort';
import { formatWord } from '../numbers';
import type { QuickStatus } from '../quick-look';
import { Watch } from '../store';
import { base } from './base';

/** The switch for comparing as one types, and what a quick look found. */
export class TmQuick extends LitElement {
  static override styles = [
    base,
    css`
      label {
        display: inline-flex;
        align-items: center;
        gap: 0.5rem;
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
        padding: 0.375rem 0.75rem;
        border: 1px dashed var(--control);
        border-radius: 4px;
        font-size: 0.9375rem;
      }
    `,
  ];

  readonly #seen = new Watch(
    this,
    app.store,
    (state) => [state.asYouType, state.quick, state.comparison?.status.state] as const,
  );

  override render() {
    const [isOn, status, comparing] = this.#seen.value;
    const text = comparing === 'running' ? undefined : textOf(status);
    return html`<label title=${words.help}>
        <input
          type="checkbox"
          aria-describedby="about"
          .checked=${isOn}
          @change=${(event: Event) =>
            app.setAsYouType((event.currentTarget as HTMLInputElement).checked)}
        />
        ${words.label}
      </label>
      <span class="unseen" id="about">${words.help}</span>
      <div role="status" data-quick=${status.state}>
        ${text ? html`<p><b>${words.title}:</b> ${text}</p>` : nothing}
      </div>`;
  }
}

function textOf(status: QuickStatus): string | undefined {
  switch (status.state) {
    case 'off':
      return undefined;
    case 'waiting':
      return words.waiting;
    case 'errors':
      return words.errors;
    case 'looking':
      return words.looking;
    case 'failed':
      return words.failed;
    case 'done': {
      const { verdict, witness } = status.report;
      if (witness) {
        const [a, b] = witness.inputs;
        return words.differ(formatWord(a, 'signed'), formatWord(b, 'signed'));
      }
      if (verdict === 'equivalent') return words.equivalent;
      return verdict === 'equivalent-up-to' ? words.upTo : words.open;
    }
    default:
      return status satisfies never;
  }
}

customElements.define('tm-quick', TmQuick);
