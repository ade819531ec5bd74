/** What comparing while typing reports, apart from verdicts, which are shown as the verdict. */

import { css, html, nothing } from 'lit';
import { quick as messages } from './messages';
import type { QuickStatus } from './quick-look';

export const liveStyles = css`
  .live {
    margin-block-end: var(--space-2);
    padding: var(--space-2) var(--space-3);
    border: 1px solid var(--line);
    border-inline-start: 4px solid var(--open);
    border-radius: var(--radius-m);
    background: var(--surface);
  }

  @media print {
    .live {
      display: none;
    }
  }
`;

export function renderLive({ state }: QuickStatus) {
  if (state === 'open') return html`<p class="live">${messages.open}</p>`;
  if (state === 'failed') return html`<p class="live">${messages.failed}</p>`;
  return nothing;
}
