/** How the page around its features is laid out. */

import { css } from 'lit';

export const appStyles = css`
  :host {
    --gap: 0.875rem;
    --edge: clamp(0.75rem, 2.5vw, 2rem);
    /* What the bar takes of the window at the top. */
    --bar: 4rem;
    padding-block-end: 2rem;
  }

  header,
  main,
  footer,
  tm-bar {
    padding-inline: max(var(--edge), (100% - 150rem) / 2);
  }

  /* The first thing that the keyboard comes to, and seen only then. */
  .skip:not(:focus) {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    min-height: 0;
    padding: 0;
    border: none;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .skip {
    position: absolute;
    z-index: var(--layer-menu);
  }

  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-1) 1.25rem;
    padding-block: 0.625rem;
  }

  h1 {
    margin: 0;
    font-size: var(--text-xl);
    line-height: 1.3;
    letter-spacing: -0.01em;
  }

  .tagline {
    flex: 1 1 16rem;
    color: var(--muted);
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2);
  }

  tm-bar {
    position: sticky;
    inset-block-start: 0;
    z-index: var(--layer-bar);
    display: grid;
    align-items: center;
    min-block-size: var(--bar);
    padding-block: var(--space-2);
    border-block: 1px solid var(--line);
    background: var(--surface);
  }

  main {
    padding-block-start: var(--gap);
  }

  /* What may be empty keeps its distance from what follows by itself. */
  .workbench {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }

  .programs {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--gap);
    margin-block-end: var(--gap);
  }

  .editors {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: var(--gap);
  }

  .panes {
    display: none;
  }

  /* What the tour is talking of. */
  [data-pointed] {
    outline: 3px solid var(--accent);
    outline-offset: 4px;
    border-radius: var(--radius-l);
  }

  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    justify-content: space-between;
    gap: var(--space-2) var(--space-5);
  }

  tm-options {
    flex: 1 1 34rem;
    min-inline-size: 0;
  }

  footer {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-5);
    margin-block-start: 2rem;
    color: var(--muted);
    font-size: var(--text-xs);
  }

  /* The programs stay in view while one reads what is said of them. */
  @media screen and (min-width: 85rem) {
    .workbench {
      grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
      grid-template-rows: auto auto 1fr;
      column-gap: 1.25rem;
    }

    .programs {
      grid-row: 1 / -1;
      position: sticky;
      inset-block-start: calc(var(--bar) + var(--gap));
      align-self: start;
    }
  }

  @media (max-width: 48rem) {
    .tagline {
      display: none;
    }

    .tools {
      gap: 0.375rem;
    }

    .editors {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }

    .panes {
      display: block;
    }

    .panes + .editors {
      margin-block-start: calc(-1 * var(--gap));
    }

    tm-options {
      flex-basis: 100%;
    }
  }

  /* One place at a time, and the bar where a thumb is. */
  @media screen and (max-width: 48rem) {
    :host {
      display: flex;
      flex-direction: column;
      min-block-size: 100dvh;
      padding-block-end: 0;
    }

    main {
      flex: 1 0 auto;
    }

    footer {
      margin-block: var(--space-4);
    }

    tm-bar {
      inset-block: auto 0;
      gap: 0.375rem;
      padding-block: var(--space-2) calc(var(--space-2) + env(safe-area-inset-bottom));
    }

    main:not([data-place='programs']) > tm-welcome,
    .answer:not([data-here]),
    .programs:not([data-here]),
    tm-evidence:not([data-here]),
    tm-editor[data-behind] {
      display: none;
    }
  }

  @media print {
    .tools,
    .panes,
    .controls,
    tm-bar,
    tm-welcome,
    tm-notice,
    footer {
      display: none;
    }

    header,
    main {
      padding: 0;
    }

    /* A page ends inside a grid's row only with a loss: blocks go on on the next. */
    .workbench,
    .programs,
    .editors {
      display: block;
    }

    tm-editor {
      float: inline-start;
      inline-size: 49%;
    }

    tm-editor + tm-editor {
      float: inline-end;
    }

    .editors::after {
      content: '';
      display: block;
      clear: both;
    }

    .answer {
      margin-block-start: 0.875rem;
    }
  }
`;
