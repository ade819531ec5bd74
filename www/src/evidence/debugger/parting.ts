import { css, html, nothing } from 'lit';

import type { DebugOverview } from '../../engine/types';
import { type machineOf, debugging as messages } from './messages';

/** Where two runs part, with a button that goes there. */
export function renderParting(
  overview: DebugOverview,
  machine: ReturnType<typeof machineOf>,
  seek: (position: number) => void,
) {
  const { parting: point } = overview;
  return html`<p class="parting ${point ? '' : 'none'}">
    <span>${messages.parting(overview, machine)}</span>
    ${
      point
        ? html`<button
            type="button"
            class="link"
            @click=${() => seek(point.position)}
          >
            ${messages.toParting}
          </button>`
        : nothing
    }
  </p>`;
}

export const partingStyles = css`
  .parting {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: var(--space-1) var(--space-4);
    padding: 0.375rem var(--space-3);
    font-size: var(--text-body);
    border-inline-start: 4px solid var(--open);
    background: var(--open-wash);
  }

  .parting.none {
    border-inline-start-color: var(--same);
    background: var(--same-wash);
  }
`;
