/** The styles of this view's parts. */

import { css } from 'lit';

export const partStyles = css`
  p {
    max-inline-size: 75ch;
    overflow-wrap: anywhere;
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-3);
  }

  @media (pointer: fine) {
    .tools :is(button, select, input) {
      min-height: 2rem;
      padding-block: 0.125rem;
      font-size: var(--text-body);
    }
  }

  .help {
    color: var(--muted);
    font-size: var(--text-note);
  }

  .notice {
    color: var(--open);
  }

  .scroll {
    overflow-x: auto;
  }

  td,
  th {
    padding: 0.0625rem 1.25rem 0.0625rem 0;
    font-size: var(--text-body);
    text-align: start;
  }

  td.count {
    text-align: end;
  }
`;
