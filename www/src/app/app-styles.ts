/** The layout of the page around its features. */

import { css } from 'lit';

export const appStyles = css`
  :host {
    --gap: var(--space-3);
    --edge: clamp(0.5rem, 1.2vw, 1rem);
    display: flex;
    flex-direction: column;
    min-block-size: 100dvh;
  }

  header,
  main,
  footer {
    padding-inline: var(--edge);
  }

  /* The first thing that the keyboard comes to, and seen only then. */
  .skip:not(:focus) {
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
    align-items: center;
    gap: var(--space-2) var(--space-4);
    min-block-size: 3.25rem;
    padding-block: var(--space-2);
    border-block-end: 1px solid var(--line);
    background: var(--surface);
  }

  h1 {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    margin: 0;
    font-size: var(--text-title);
    line-height: 1.3;
    letter-spacing: -0.01em;
  }

  .mark {
    inline-size: 1.625rem;
    block-size: 1.625rem;
    flex: none;
  }

  tm-examples,
  tm-arm64-examples {
    min-inline-size: 0;
  }

  .tools {
    display: flex;
    align-items: center;
    gap: var(--space-3);
    margin-inline-start: auto;
  }

  main {
    flex: 1;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto;
    align-content: start;
    padding-block-start: var(--space-2);
  }

  tm-contract,
  :host(:not([wide])) .programs {
    margin-block-end: var(--space-2);
  }

  .programs {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: minmax(0, 1fr);
    min-block-size: 0;
  }

  .editors {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: var(--space-2);
    min-block-size: 0;
  }

  .panes {
    display: none;
  }

  .answer {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }

  footer {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--space-5);
    padding-block: var(--space-1);
    color: var(--muted);
    font-size: var(--text-note);
  }

  /* All of it on one screen: what is long scrolls where it is. */
  @media screen {
    :host([wide]) {
      block-size: 100dvh;
      overflow: hidden;
      --editor-height: 0;
      --editor-most: none;
    }

    :host([wide]) main {
      grid-template-rows: auto auto minmax(0, 1fr);
      align-content: stretch;
      min-block-size: 0;
    }
  }

  /* Without room for two panes the parts stand below each other. They stay where they are in the
     document, so that editors keep what was undone and their breakpoints when a window changes its size. */
  :host(:not([wide])) :is(wa-split-panel, .pane),
  :host(:not([wide])) wa-split-panel::part(panel) {
    display: contents;
  }

  :host(:not([wide])) wa-split-panel::part(divider) {
    display: none;
  }

  wa-split-panel {
    --min: 20rem;
    --max: calc(100% - 22rem);
    --divider-width: var(--space-3);
    --wa-color-surface-border: transparent;
    --wa-color-neutral-on-quiet: var(--ink);
    --wa-focus-ring: 2px solid var(--focus);
    --wa-focus-ring-style: solid;
    --wa-focus-ring-width: 2px;
    --wa-focus-ring-color: var(--focus);
    block-size: 100%;
    min-block-size: 0;
    min-inline-size: 0;
  }

  wa-split-panel::part(divider) {
    background: none;
  }

  wa-split-panel::part(divider)::before {
    content: '';
    position: absolute;
    inset-block: calc(50% - 1.5rem);
    inset-inline: calc(50% - 2px);
    border-radius: 2px;
    background: var(--control);
  }

  wa-split-panel::part(divider):hover::before {
    background: var(--accent);
  }

  .pane {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: minmax(0, 1fr);
    block-size: 100%;
    min-block-size: 0;
    min-inline-size: 0;
  }

  @media (max-width: 48rem) {
    header,
    .tools {
      gap: var(--space-2);
    }

    .name {
      display: none;
    }

    header select {
      inline-size: 5rem;
      padding-inline: 0.125rem;
    }

    .editors {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }

    .panes {
      display: block;
    }

    .programs {
      grid-template-rows: auto;
    }
  }

  /* A phone's head has two rows: the page and machine, then the commands. */
  @media (max-width: 27rem) {
    header {
      flex-wrap: wrap;
    }

    tm-examples,
    tm-arm64-examples {
      flex: 1;
    }

    .tools {
      justify-content: flex-end;
      inline-size: 100%;
    }
  }

  /* One place at a time, and the places where a thumb is. */
  @media screen and (max-width: 48rem) {
    .foot {
      position: sticky;
      inset-block-end: 0;
      z-index: var(--layer-bar);
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: var(--space-2);
      padding: var(--space-1) var(--edge) calc(var(--space-1) + env(safe-area-inset-bottom));
      border-block-start: 1px solid var(--line);
      background: var(--surface);
    }

    .programs:not([data-here]),
    tm-evidence:not([data-here]),
    tm-editor[data-behind] {
      display: none;
    }
  }

  @media print {
    :host {
      display: block;
    }

    .tools,
    .panes,
    .foot,
    header select,
    tm-examples,
    tm-notice,
    footer {
      display: none;
    }

    header,
    main {
      padding: 0;
      border: none;
    }

    /* A page ends inside a grid's row only with a loss: blocks go on on the next. */
    main,
    .pane,
    .programs,
    .editors,
    wa-split-panel {
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
  }
`;
