import { css } from 'lit';

/** Text that came of Markdown. */
export const textStyles = css`
  .prose {
    max-inline-size: 75ch;
    overflow-wrap: anywhere;
  }

  .prose > * + * {
    margin-block-start: 0.75rem;
  }

  .prose :is(ul, ol) {
    padding-inline-start: 1.5rem;
  }

  .prose ul {
    list-style: disc;
  }

  .prose :is(h3, h4, h5, h6) {
    margin-block: 1rem 0.25rem;
    font-size: var(--text-l);
  }

  .prose pre {
    overflow-x: auto;
    padding: 0.5rem 0.75rem;
    background: var(--sunken);
    border-radius: var(--radius-m);
  }

  .prose blockquote {
    margin-inline: 0;
    padding-inline-start: 0.75rem;
    border-inline-start: 3px solid var(--line);
  }

  .prose a {
    color: var(--accent);
  }

  .prose :is(th, td) {
    padding: 0.125rem 0.75rem 0.125rem 0;
    border-block-end: 1px solid var(--line);
  }
`;

/** Rows of buttons, and fields under their names. */
export const formStyles = css`
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 0.75rem;
  }

  .field {
    display: grid;
    gap: 0.25rem;
    margin-block-end: 0.75rem;
  }

  .field > label {
    font-weight: 600;
    font-size: var(--text-s);
  }

  textarea {
    inline-size: 100%;
    min-block-size: 4rem;
    padding: 0.375rem 0.75rem;
    border: 1px solid var(--control);
    border-radius: var(--radius-m);
    background: var(--surface);
    font-family: var(--mono);
    font-size: var(--text-s);
    resize: vertical;
  }

  .help + .row,
  details + form {
    margin-block-start: 0.5rem;
  }

  .help {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  .wrong {
    color: var(--differ);
  }
`;

/** A page of two columns, one below the other where there is no room. */
export const columnStyles = css`
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem 1.5rem;
  }

  .column {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
  }

  .panel.padded {
    padding: 0.75rem 1rem;
  }
`;
