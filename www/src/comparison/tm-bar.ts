import { css, html, nothing } from 'lit';
import { base } from '../kit/base';
import { renderSign } from '../kit/sign';
import { tones } from '../kit/tones';
import { Component } from '../playground/component';
import { isChanged } from './comparison';
import { headlineOf } from './headline';
import { bar as messages } from './messages';
import './tm-commands';
import './tm-contract';
import './tm-progress';

/** What is asked, the commands, and how far it is answered: the part of the page that stays. */
export class TmBar extends Component {
  static override properties = { withVerdict: { type: Boolean } };

  static override styles = [
    base,
    css`
      section {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.375rem 1.25rem;
      }

      tm-contract {
        flex: 1 1 12rem;
        min-inline-size: 0;
      }

      .state {
        flex: 1 1 16rem;
        min-inline-size: 0;
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-3);
      }

      .state:empty {
        display: none;
      }

      /* What is asked stands over the programs, what came of it over the evidence. */
      @media screen and (min-width: 85rem) {
        section.with-verdict {
          display: grid;
          grid-template-columns: minmax(0, 7fr) auto minmax(0, 5fr);
        }

        .with-verdict .state:empty {
          display: flex;
        }
      }

      /* Where room is short, what is asked gives way to how far the answer has got. */
      @media screen and (max-width: 48rem) {
        .running tm-contract {
          display: none;
        }
      }

      @media screen and (max-height: 26rem) {
        tm-contract {
          flex: none;
        }
      }

      tm-progress {
        flex: 1 1 auto;
        min-inline-size: 0;
      }

      .chip {
        --tone: var(--control);
        --wash: var(--surface);
        display: inline-flex;
        align-items: center;
        gap: var(--space-2);
        max-inline-size: 100%;
        padding-block: 0.125rem;
        border-color: var(--tone);
        border-radius: 1.25rem;
        background: var(--wash);
        color: var(--tone);
        font-weight: 600;
        font-size: var(--text-s);
        line-height: 1.25;
        text-align: start;
      }

      .chip:hover {
        border-color: var(--tone);
        box-shadow: inset 0 0 0 1px var(--tone);
        background: var(--wash);
      }

      .sign {
        font-size: var(--text-xl);
        line-height: 1;
      }

      svg.sign {
        inline-size: 1.125rem;
        block-size: 1.125rem;
        flex: none;
      }

      /* What it was about is no longer what stands in the editors. */
      .chip.old {
        --tone: var(--muted);
        --wash: transparent;
        border-style: dashed;
      }

      @media print {
        :host {
          display: none;
        }
      }
    `,
    tones,
  ];

  declare withVerdict: boolean;

  constructor() {
    super();
    this.withVerdict = false;
  }

  /** Puts the keyboard on Compare. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('tm-commands')?.focus();
  }

  override render() {
    const { comparison } = this.state;
    const isRunning = comparison?.status.state === 'running';
    return html`<section
      class="${this.withVerdict ? 'with-verdict' : ''} ${isRunning ? 'running' : ''}"
      aria-label=${messages.label}
    >
      <tm-contract></tm-contract>
      <tm-commands></tm-commands>
      <div class="state">${this.#chip()}${isRunning ? html`<tm-progress></tm-progress>` : nothing}</div>
    </section>
    <slot></slot>`;
  }

  #chip() {
    const { comparison } = this.state;
    const changed = isChanged(this.state);
    const headline = this.withVerdict && comparison && headlineOf(comparison);
    if (!headline) return nothing;
    const { tone, sign, title } = headline;
    return html`<button
      type="button"
      class="chip ${tone} ${changed ? 'old' : ''}"
      title=${messages.toVerdict}
      @click=${this.#toVerdict}
    >
      ${renderSign(sign)}
      <span>${changed ? messages.before(title) : title}</span>
    </button>`;
  }

  #toVerdict(): void {
    this.dispatchEvent(new CustomEvent('verdict', { bubbles: true, composed: true }));
  }
}

customElements.define('tm-bar', TmBar);
