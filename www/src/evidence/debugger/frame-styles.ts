/** The styles of a moment of both runs: lines, registers, memory and the stack. */

import { css } from 'lit';

export const frameStyles = css`
  .pair {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: var(--space-3);
  }

  .pair.alone {
    grid-template-columns: minmax(0, 1fr);
  }

  .block + .block {
    margin-block-start: var(--space-4);
  }

  h3 {
    font-size: var(--text-body);
    margin-block-end: var(--space-1);
  }

  .symbol {
    color: var(--accent);
  }

  .now {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--space-3);
    min-block-size: 1.5em;
  }

  .now code {
    font-weight: 600;
  }

  .state {
    color: var(--muted);
  }

  .state.fault {
    color: var(--differ);
    font-weight: 600;
  }

  .state.done {
    color: var(--ink);
    font-weight: 600;
  }

  .small {
    font-size: var(--text-note);
  }

  .source {
    margin-block-start: 0.375rem;
    border: 1px solid var(--line);
    border-radius: var(--radius-m);
    padding-block: var(--space-1);
    overflow-x: auto;
    font: var(--text-note) / 1.6 var(--mono);
  }

  .source li {
    display: flex;
    white-space: pre;
    border-inline-start: 3px solid transparent;
    inline-size: max-content;
    min-inline-size: 100%;
  }

  .source li.executed {
    background: color-mix(in srgb, var(--focus) 20%, transparent);
    border-inline-start-color: var(--focus);
  }

  .source li.fault {
    background: var(--differ-wash);
    border-inline-start-color: var(--differ);
  }

  .source li.waiting {
    border-inline-start-color: var(--control);
  }

  @media (forced-colors: active) {
    .source li.executed,
    .source li.fault {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }

  .line {
    flex: none;
    inline-size: 3.75rem;
    min-height: 1.5rem;
    padding: 0 0.625rem 0 0;
    border: none;
    background: none;
    color: var(--muted);
    text-align: end;
    white-space: normal;
    font: inherit;
  }

  .line::before {
    content: '○';
    float: inline-start;
    margin-inline-start: var(--space-2);
    opacity: 0;
  }

  .line:hover::before,
  .line:focus-visible::before {
    opacity: 1;
  }

  .line[aria-pressed='true']::before {
    content: '●';
    color: var(--differ);
    opacity: 1;
  }

  .scroll {
    position: relative;
    overflow-x: auto;
    max-inline-size: 100%;
  }

  .long {
    max-block-size: 16rem;
    overflow-y: auto;
  }

  th,
  td {
    padding: 0.0625rem var(--space-3) 0.0625rem var(--space-2);
    border-block-end: 1px solid var(--line);
    vertical-align: baseline;
    white-space: nowrap;
  }

  td,
  tbody th {
    font-family: var(--mono);
    font-size: var(--text-note);
  }

  thead th {
    color: var(--muted);
    font-size: var(--text-note);
    font-weight: 400;
    background: var(--surface);
  }

  tbody th {
    font-weight: 400;
  }

  .registers td {
    min-inline-size: 8rem;
  }

  .registers tr.differs th {
    font-weight: 700;
    color: var(--differ);
  }

  td.changed {
    background: color-mix(in srgb, var(--focus) 20%, transparent);
    font-weight: 600;
  }

  .was {
    font-weight: 400;
    color: var(--muted);
  }

  .all {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    margin-block-start: 0.375rem;
    font-size: var(--text-note);
  }

  .all input {
    min-height: 0;
    inline-size: 1rem;
    block-size: 1rem;
    accent-color: var(--accent);
  }

  .registers-and-memory {
    display: grid;
    grid-template-columns: minmax(0, max-content) minmax(0, 1fr);
    gap: var(--space-4) 2rem;
    margin-block-start: var(--space-4);
  }

  @container (max-width: 56rem) {
    .registers-and-memory {
      grid-template-columns: minmax(0, 1fr);
    }
  }

  @container (max-width: 34rem) {
    .pair.stacks {
      grid-template-columns: minmax(0, 1fr);
    }

    .registers td {
      min-inline-size: 0;
    }
  }
`;
