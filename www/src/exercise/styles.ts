import { css } from 'lit';

/** Text rendered from Markdown. */
export const textStyles = css`
  .prose {
    max-inline-size: 75ch;
    overflow-wrap: anywhere;
  }

  .prose > * + * {
    margin-block-start: var(--space-3);
  }

  .prose :is(ul, ol) {
    padding-inline-start: var(--space-5);
  }

  .prose ul {
    list-style: disc;
  }

  .prose :is(h3, h4, h5, h6) {
    margin-block: var(--space-4) var(--space-1);
    font-size: var(--text-body);
  }

  .prose pre {
    overflow-x: auto;
    padding: var(--space-2) var(--space-3);
    background: var(--sunken);
    border-radius: var(--radius-m);
  }

  .prose blockquote {
    margin-inline: 0;
    padding-inline-start: var(--space-3);
    border-inline-start: 3px solid var(--line);
  }

  .prose a {
    color: var(--accent);
  }

  .prose :is(th, td) {
    padding: 0.125rem var(--space-3) 0.125rem 0;
    border-block-end: 1px solid var(--line);
  }
`;

/** Rows of buttons, and fields below their labels. */
export const formStyles = css`
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-3);
  }

  .field {
    display: grid;
    gap: var(--space-1);
    margin-block-end: var(--space-3);
  }

  .field > label {
    font-weight: 600;
    font-size: var(--text-body);
  }

  textarea {
    inline-size: 100%;
    min-block-size: 4rem;
    padding: 0.375rem var(--space-3);
    border: 1px solid var(--control);
    border-radius: var(--radius-m);
    background: var(--surface);
    font-family: var(--mono);
    font-size: var(--text-body);
    resize: vertical;
  }

  .help + .row,
  details + form {
    margin-block-start: var(--space-2);
  }

  .help {
    color: var(--muted);
    font-size: var(--text-note);
  }

  .wrong {
    color: var(--differ);
  }
`;

/** A page of two columns, which are stacked on a narrow page. */
export const columnStyles = css`
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-4) var(--space-5);
  }

  .column {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-4);
  }

  .panel.padded {
    padding: var(--space-3) var(--space-4);
  }
`;
