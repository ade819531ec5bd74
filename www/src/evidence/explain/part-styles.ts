/** The styles of the parts of an explanation. */

import { css } from 'lit';

export const partStyles = css`
  :host {
    display: block;
  }

  p {
    max-inline-size: 75ch;
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }

  .says {
    font-weight: 600;
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2);
    margin-block-start: var(--space-2);
  }

  @media (pointer: fine) {
    .tools button {
      min-height: 2rem;
      padding-block: 0.125rem;
      font-size: var(--text-body);
    }
  }
`;
