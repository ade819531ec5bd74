import { css, html, nothing } from 'lit';
import { verdictStyles } from '../comparison/verdict-styles';
import { witnessStyles } from '../comparison/witness';
import { base } from '../kit/base';
import { printedStyle } from '../kit/printed';
import { tones } from '../kit/tones';
import { Component } from '../playground/component';
import { links as messages } from './messages';
import { type Claim, confirmedInputs, type Refusal } from './opening';

/** The status of the link in the address: the origin of the work, its receipt, or its error. */
export class TmLink extends Component {
  static override styles = [
    base,
    printedStyle,
    witnessStyles,
    verdictStyles,
    tones,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: var(--space-1) var(--space-4);
        padding: var(--space-2) var(--space-3);
        border-inline-start: 6px solid var(--tone, var(--control));
        overflow-wrap: anywhere;
      }

      .bar + .bar,
      div:not(:empty) + .bar {
        margin-block-start: var(--space-2);
      }

      .refused {
        --tone: var(--differ);
        background: var(--differ-wash);
      }

      .card {
        margin-block-end: 0;
      }

      .claim {
        flex: 1 1 20rem;
        max-inline-size: 90ch;
      }
    `,
  ];

  /** The code that renders it, loaded when needed. */
  #claims: typeof import('./claims') | undefined;

  override willUpdate(): void {
    const { link } = this.state;
    if (link && !this.#claims) this.#load();
  }

  async #load(): Promise<void> {
    // If it cannot be loaded, neither can the code that reads links, which was reported.
    this.#claims = await import('./claims').catch(() => undefined);
    if (this.#claims) this.requestUpdate();
  }

  override render() {
    const { link, earlier } = this.state;
    // Both elements exist from the start, so that a screen reader announces their content.
    return html`<div role="alert">
        ${link?.state === 'refused' ? this.#refused(link.problem) : nothing}
      </div>
      <div role="status">
        ${link?.state === 'opened' ? this.#opened(link.claim) : nothing}
        ${
          earlier
            ? html`<p class="panel bar">
                <span>${link?.state === 'opened' ? `${messages.opened} ` : nothing}${messages.earlier}</span>
                <button type="button" class="link" @click=${() => this.app.restoreEarlier()}>
                  ${messages.restore}
                </button>
                <button type="button" class="link" @click=${() => this.app.forgetEarlier()}>
                  ${messages.forget}
                </button>
              </p>`
            : nothing
        }
      </div>`;
  }

  #refused(problem: Refusal) {
    const why = problem === 'not-loaded' ? messages.notLoaded : this.#claims?.wordsOf(problem);
    if (!why) return nothing;
    return html`<p class="panel bar refused" data-link="refused">
      <span class="claim">${why} ${messages.kept}</span>
      <button type="button" class="link" @click=${this.#dismiss}>${messages.dismiss}</button>
    </p>`;
  }

  #opened(claim: Claim | undefined) {
    if (!claim || !this.#claims) return nothing;
    const { link, engine, programs } = this.state;
    const inputs = confirmedInputs(link, programs);
    const step = inputs && { inputs, begin: () => this.app.debugClaimed(inputs) };
    return this.#claims.renderClaim(claim, engine?.version ?? '', step);
  }

  #dismiss(): void {
    this.app.store.update({ link: undefined });
  }
}

customElements.define('tm-link', TmLink);
