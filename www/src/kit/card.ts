import { css } from 'lit';

/** A card that gives an answer, in the answer's tone. */
export const cardStyles = css`
  .card {
    --tone: var(--control);
    --wash: var(--surface);
    padding: 0.75rem 1rem;
    border: 1px solid var(--tone);
    border-inline-start-width: 5px;
    border-radius: var(--radius-l);
    background: var(--wash);
  }

  .card > * + * {
    margin-block-start: 0.5rem;
  }

  .card > p {
    max-inline-size: 75ch;
    overflow-wrap: anywhere;
  }

  .card :is(h2, h3) {
    display: flex;
    gap: 0.5rem;
    color: var(--tone);
  }

  svg.sign {
    inline-size: 1.25rem;
    block-size: 1.25rem;
    flex: none;
  }
`;
