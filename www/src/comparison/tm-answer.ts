import { css, html, nothing } from 'lit';
import { base } from '../kit/base';
import { Component } from '../playground/component';
import { isChanged } from './comparison';
import { liveStyles, renderLive } from './live';
import { quick as messages } from './messages';
import './tm-progress';
import './tm-try';
import './tm-verdict';

/** The page's single answer: a trial before the first comparison, progress, or the verdict. */
export class TmAnswer extends Component {
  static override properties = {
    canShare: { type: Boolean },
    canExplain: { type: Boolean },
    canStep: { type: Boolean },
    canTry: { type: Boolean },
  };

  static override styles = [
    base,
    css`
      tm-progress {
        margin-block-end: var(--space-2);
      }

      summary {
        padding-block: var(--space-1);
        color: var(--muted);
      }
    `,
    liveStyles,
  ];

  declare canShare: boolean;
  declare canExplain: boolean;
  declare canStep: boolean;
  /** Whether inputs can be tried in the answer's place before the first comparison. */
  declare canTry: boolean;

  constructor() {
    super();
    this.canShare = false;
    this.canExplain = false;
    this.canStep = false;
    this.canTry = false;
  }

  /** Puts the keyboard on the answer. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('tm-try, tm-verdict')?.focus();
  }

  override render() {
    const { comparison, isWaiting, link } = this.state;
    const isRunning = isWaiting || comparison?.status.state === 'running';
    // A reader who opens a shared result came for the result.
    const isClaimed = link?.state === 'opened' && link.claim !== undefined;
    return html`${isRunning ? html`<tm-progress></tm-progress>` : nothing}
      <div role="status">${renderLive(this.state.quick)}</div>
      ${this.canTry && !comparison && !isClaimed ? html`<tm-try><slot></slot></tm-try>` : this.#verdict()}`;
  }

  #verdict() {
    const verdict = html`<tm-verdict
      ?canShare=${this.canShare}
      ?canExplain=${this.canExplain}
      ?canStep=${this.canStep}
    ></tm-verdict>`;
    // A large verdict on other programs beside a small one on these would be confusing.
    const isFolded = this.state.quick.state === 'open' && isChanged(this.state);
    return isFolded
      ? html`<details><summary>${messages.before}</summary>${verdict}</details>`
      : verdict;
  }
}

customElements.define('tm-answer', TmAnswer);
