/** The styles of a trial on one input. */

import { css } from 'lit';

export const tryStyles = css`
  section {
    display: grid;
    gap: var(--space-3);
    max-inline-size: 40rem;
    padding: var(--space-4);
  }

  section:focus {
    outline: none;
  }

  /* A trial is no answer, and nobody tries on paper. */
  @media print {
    section {
      display: none;
    }
  }

  h2 {
    font-size: var(--text-title);
  }

  form {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-3);
  }

  label {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
  }

  label,
  input,
  .gives b {
    font-family: var(--mono);
  }

  input {
    inline-size: 8.5rem;
    max-inline-size: 100%;
  }

  /* As high without a result as with one, so that nothing below moves. */
  .result {
    min-block-size: 5rem;
    padding: var(--space-3);
    border: 1px solid var(--line);
    border-inline-start: 4px solid var(--tone, var(--line));
    border-radius: var(--radius-m);
    background: var(--wash, transparent);
  }

  .gives {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-5);
  }

  .count {
    color: var(--muted);
    font-size: var(--text-note);
  }

  .next {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-4);
  }
`;
