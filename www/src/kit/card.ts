import { css } from 'lit';

/** A card with an answer, in the answer's colours. */
export const cardStyles = css`
  .card {
    --tone: var(--control);
    --wash: var(--surface);
    padding: var(--space-3) var(--space-4);
    border: 1px solid var(--tone);
    border-inline-start-width: 5px;
    border-radius: var(--radius-l);
    background: var(--wash);
  }

  .card > * + * {
    margin-block-start: var(--space-2);
  }

  .card > p {
    max-inline-size: 75ch;
    overflow-wrap: anywhere;
  }

  .card :is(h2, h3) {
    display: flex;
    gap: var(--space-2);
    color: var(--tone);
  }

  svg.sign {
    inline-size: 1.25rem;
    block-size: 1.25rem;
    flex: none;
  }
`;

/** A list of small cards, as many per row as fit. */
export const cardListStyles = css`
  ol {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr));
    gap: var(--space-3);
    margin: var(--space-2) 0;
    padding: 0;
    list-style: none;
  }

  li {
    padding: var(--space-2) var(--space-3) 0.625rem;
    border: 1px solid var(--line);
    border-inline-start: 4px solid var(--differ);
    border-radius: var(--radius-m);
    font-size: var(--text-body);
    break-inside: avoid;
  }

  li > :is(h4, h5) {
    margin: 0;
    font-size: var(--text-note);
    font-weight: 400;
    color: var(--muted);
  }
`;
