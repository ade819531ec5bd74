import { css } from 'lit';

/** Fields with invalid values, error messages, and descriptions. */
export const fieldStyles = css`
  :is(input, select, textarea)[aria-invalid='true'] {
    border-color: var(--differ);
    box-shadow: inset 0 0 0 1px var(--differ);
  }

  textarea {
    padding: 0.375rem var(--space-2);
    color: inherit;
    background: var(--surface);
    border: 1px solid var(--control);
    border-radius: var(--radius-m);
    resize: vertical;
  }

  .help {
    color: var(--muted);
    font-size: var(--text-note);
  }

  .error {
    color: var(--differ);
    font-size: var(--text-note);
  }
`;
