import { css } from 'lit';

/** A card over a corner of the editors, so that the result is visible beside it. */
export const styles = css`
  dialog {
    position: fixed;
    inset-block: auto 1rem;
    inset-inline: 1rem auto;
    z-index: var(--layer-tutorial);
    inline-size: min(25rem, calc(100vw - 1.5rem));
    max-block-size: 70dvh;
    margin: 0;
    padding: var(--space-3) var(--space-4);
    border-inline-start: 6px solid var(--accent);
    box-shadow: 0 8px 32px rgb(0 0 0 / 25%);
    font-size: var(--text-note);
  }

  summary {
    min-block-size: 1.5rem;
    font-weight: 600;
  }

  summary .muted {
    font-weight: 400;
  }

  h2:focus {
    outline: none;
  }

  p:not(:empty, .unseen) {
    margin-block-start: var(--space-1);
  }

  ol {
    margin: var(--space-2) 0 0;
    padding: 0;
    list-style: none;
  }

  li {
    display: flex;
    gap: var(--space-2);
    padding-block: 0.125rem;
  }

  .tick {
    inline-size: 1.25rem;
    flex: none;
    color: var(--muted);
    text-align: center;
  }

  [data-done] .tick {
    color: var(--same);
    font-weight: 700;
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
    margin-block-start: var(--space-3);
  }

  @media (max-width: 48rem) {
    dialog {
      inset-inline: 0.375rem;
      /* Over the foot of a narrow page, which has Compare. */
      inset-block-end: 6rem;
      max-block-size: 45dvh;
    }
  }

  @media print {
    dialog {
      display: none;
    }
  }
`;
