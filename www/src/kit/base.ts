import { css } from 'lit';

/** Styles of all components: controls, focus, tables and text for screen readers only. */
export const base = css`
  :host {
    display: block;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  h2,
  h3,
  p,
  ul,
  dl {
    margin: 0;
    padding: 0;
  }

  h2,
  h3 {
    font-size: var(--text-body);
    font-weight: 600;
    line-height: 1.3;
  }

  ul {
    list-style: none;
  }

  code,
  pre {
    font-family: var(--mono);
    font-size: var(--text-code);
  }

  button,
  input,
  select,
  summary,
  textarea {
    font: inherit;
    color: inherit;
  }

  button,
  select,
  input {
    min-height: 2.25rem;
    border: 1px solid var(--control);
    border-radius: var(--radius-m);
    background: var(--surface);
    padding: var(--space-1) var(--space-3);
  }

  select {
    padding-inline: var(--space-2);
  }

  input:is([type='checkbox'], [type='radio']) {
    inline-size: 1rem;
    block-size: 1rem;
    min-height: 0;
    margin: 0 0.375rem 0 0;
    padding: 0;
    vertical-align: -0.125em;
    accent-color: var(--accent);
  }

  button {
    cursor: pointer;
  }

  button:hover:not([aria-disabled='true']) {
    background: var(--accent-wash);
  }

  button[aria-disabled='true'] {
    color: var(--muted);
    border-color: var(--line);
    background: transparent;
    cursor: default;
  }

  button.primary:not([aria-disabled='true']) {
    color: var(--on-accent);
    background: var(--accent);
    border-color: var(--accent);
    font-weight: 600;
  }

  button.primary:hover:not([aria-disabled='true']) {
    background: color-mix(in srgb, var(--accent) 88%, var(--ink));
  }

  button.link {
    min-height: 1.5rem;
    padding: 0;
    border: none;
    background: none;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 0.2em;
    text-align: start;
  }

  /* A word of a sentence that the glossary explains: no line gets higher by it. */
  button.term {
    min-height: 1.5rem;
    margin-block: -0.25rem;
    padding: 0;
    border: none;
    background: none;
    text-decoration: underline dotted;
    text-underline-offset: 0.2em;
  }

  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }

  summary {
    cursor: pointer;
  }

  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }

  th {
    font-weight: 600;
    text-align: start;
  }

  .muted {
    color: var(--muted);
  }

  /* A word on how far something may be trusted. */
  .badge {
    display: inline-block;
    padding: 0 var(--space-2);
    border: 1px solid var(--open);
    border-radius: 1rem;
    color: var(--open);
    background: var(--open-wash);
    font-size: var(--text-note);
    font-weight: 600;
    line-height: 1.5;
    white-space: nowrap;
  }

  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .panel {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius-l);
  }

  dialog {
    color: var(--ink);
    background: var(--surface);
    border: 1px solid var(--control);
    border-radius: var(--radius-xl);
    inline-size: min(44rem, calc(100vw - 1.5rem));
    max-block-size: min(44rem, calc(100dvh - 2rem));
    padding: 0;
    overflow: auto;
  }

  dialog::backdrop {
    background: rgb(0 0 0 / 45%);
  }

  .dialog-head {
    position: sticky;
    inset-block-start: 0;
    z-index: var(--layer-heading);
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-2) var(--space-4);
    padding: var(--space-3) var(--space-4);
    background: var(--surface);
    border-block-end: 1px solid var(--line);
  }

  .dialog-body {
    padding: var(--space-3) var(--space-4) var(--space-4);
  }

  /* A finger needs more room than a pointer. */
  @media (pointer: coarse) {
    button,
    select,
    input,
    summary {
      min-height: 2.75rem;
    }

    button.link {
      min-height: 2.75rem;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
      scroll-behavior: auto !important;
    }
  }

  /* Where the system chooses the colours, washes go and borders have to say it. */
  @media (forced-colors: active) {
    button.primary:not([aria-disabled='true']),
    button[aria-selected='true'] {
      forced-color-adjust: none;
      color: HighlightText;
      background: Highlight;
      border-color: Highlight;
    }

    button[aria-disabled='true'] {
      color: GrayText;
      border-color: GrayText;
    }
  }

  /* Paper has no controls: what remains says where one is, a row's number or a chosen tab. */
  @media print {
    button:not(.opener, .term, [aria-selected='true']),
    select,
    input,
    label:has(> select, > input, + select, + input),
    details:not([open]) {
      display: none !important;
    }

    button {
      padding-inline: 0;
      border: none;
    }

    /* On paper, scrolling areas are printed in full and may continue on the next page. */
    .panel,
    [role='region'],
    .scroll,
    pre {
      overflow: visible !important;
      max-block-size: none !important;
      max-inline-size: none !important;
    }

    tr,
    h2,
    h3 {
      break-inside: avoid;
    }

    h2,
    h3,
    thead {
      break-after: avoid;
    }
  }
`;
