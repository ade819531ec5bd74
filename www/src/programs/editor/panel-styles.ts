/** The styles of the panel around an editor. */

import { css } from 'lit';

export const panelStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    min-block-size: 0;
  }

  section {
    flex: 1;
    min-block-size: 0;
    display: flex;
    flex-direction: column;
    overflow: clip;
  }

  section:focus-within {
    border-color: var(--control);
  }

  /* Files held over it may be dropped. */
  section.target {
    outline: 3px dashed var(--accent);
    outline-offset: -3px;
  }

  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-1) var(--space-2);
    padding: 0.125rem var(--space-2) 0.125rem var(--space-3);
    min-block-size: 2.25rem;
    border-block-end: 1px solid var(--line);
  }

  h2 {
    flex: 0 0 auto;
  }

  header button,
  header .menu summary {
    border-color: transparent;
    background: none;
    color: var(--muted);
  }

  :is(header button, header .menu summary):is(:hover, :focus-visible) {
    border-color: var(--control);
    color: var(--ink);
  }

  header button,
  header .menu summary {
    min-height: 1.875rem;
    padding: 0 var(--space-1);
    font-size: var(--text-note);
  }

  .printed {
    display: none;
  }

  .symbol {
    color: var(--accent);
  }

  header input {
    flex: 1 1 2rem;
    min-inline-size: 0;
    max-inline-size: 20rem;
    min-height: 1.75rem;
    padding: 0 var(--space-1);
    border-color: transparent;
    background: none;
    font-weight: 600;
    text-overflow: ellipsis;
  }

  header input:hover,
  header input:focus {
    border-color: var(--control);
  }

  header input::placeholder {
    color: var(--ink);
    font-weight: 400;
    opacity: 1;
  }

  .text {
    flex: 1;
    min-block-size: var(--editor-height, 14rem);
    max-block-size: var(--editor-most, min(60vh, 40rem));
    overflow: hidden;
    display: grid;
  }

  .text > * {
    min-block-size: 0;
    min-inline-size: 0;
  }

  /* As the editor has them, so that nothing moves when it comes. */
  .plain {
    display: grid;
    grid-template-columns: max-content 1fr;
    align-content: start;
    overflow: auto;
    padding-block: var(--space-2);
    font: var(--text-body) / 1.55 var(--mono);
  }

  .plain pre {
    margin: 0;
    padding: 0 var(--space-3) 0 0.375rem;
    font: inherit;
    tab-size: 4;
  }

  .plain pre[aria-hidden] {
    min-inline-size: 2rem;
    padding: 0 0.375rem 0 1.875rem;
    color: var(--muted);
    font-variant-numeric: tabular-nums;
    text-align: end;
    user-select: none;
  }

  @media (pointer: coarse) {
    header button,
    header .menu summary {
      min-height: 2.75rem;
    }
  }

  @media print {
    :host,
    section {
      display: block;
    }

    .text,
    header .menu,
    tm-problems {
      display: none;
    }

    header input:not([type='file'], :placeholder-shown) {
      display: block !important;
      border: none;
      color: inherit;
    }

    .printed {
      display: block;
      margin: 0;
      padding: var(--space-2) var(--space-3);
      white-space: pre-wrap;
      font-size: var(--text-note);
    }
  }
`;
