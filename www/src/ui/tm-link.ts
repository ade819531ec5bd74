import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import type { Claim } from '../link/opening';
import { problems, receipts, links as words } from '../messages/share';
import { Watch } from '../store';
import { base } from './base';

/** What came of the link in the address: where the work is from, its receipt, or what is wrong. */
export class TmLink extends LitElement {
  static override styles = [
    base,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.25rem 1rem;
        padding: 0.5rem 0.75rem;
        border-inline-start: 6px solid var(--tone, var(--control));
        overflow-wrap: anywhere;
      }

      .bar + .bar,
      div:not(:empty) + .bar {
        margin-block-start: 0.5rem;
      }

      /* The colours are those of verdicts: here is a difference, here nothing is certain. */
      .refused,
      .confirmed {
        --tone: var(--differ);
        background: var(--differ-wash);
      }

      .not-checked,
      .ends-otherwise,
      .refuted,
      .failed {
        --tone: var(--open);
        background: var(--open-wash);
      }

      h2 {
        color: var(--tone, inherit);
      }

      .claim {
        flex: 1 1 20rem;
        max-inline-size: 90ch;
      }
    `,
  ];

  readonly #seen = new Watch(
    this,
    app.store,
    (state) => [state.link, state.earlier, state.engine] as const,
  );

  override render() {
    const [link, earlier] = this.#seen.value;
    // Both are there from the start, so that a screen reader notices what comes into them.
    return html`<div role="alert">
        ${
          link?.state === 'refused'
            ? html`<p class="panel bar refused" data-link="refused">
                <span class="claim">${problems[link.problem]} ${words.kept}</span>
                <button type="button" class="link" @click=${dismiss}>${words.dismiss}</button>
              </p>`
            : nothing
        }
      </div>
      <div role="status">
        ${link?.state === 'opened' ? this.#opened(link.claim) : nothing}
        ${
          earlier
            ? html`<p class="panel bar">
                <span>${link?.state === 'opened' ? `${words.opened} ` : nothing}${words.earlier}</span>
                <button type="button" class="link" @click=${() => app.restoreEarlier()}>
                  ${words.restore}
                </button>
                <button type="button" class="link" @click=${() => app.forgetEarlier()}>
                  ${words.forget}
                </button>
              </p>`
            : nothing
        }
      </div>`;
  }

  #opened(claim: Claim | undefined) {
    if (!claim) return nothing;
    const [, , engine] = this.#seen.value;
    const { receipt, check } = claim;
    return html`<section
      class="panel bar ${check.state}"
      aria-label=${receipts.label}
      data-receipt=${check.state}
    >
      <div class="claim">
        <h2>${receipts.titles[check.state]}</h2>
        <p>${receipts.claim(receipt)} ${receipts.check(claim, engine?.version ?? '')}</p>
        <p class="muted">${receipts.from(receipt)}</p>
      </div>
    </section>`;
  }
}

const dismiss = () => app.store.update({ link: undefined });

customElements.define('tm-link', TmLink);
