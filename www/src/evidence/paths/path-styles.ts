/** The styles of the tree of paths: the picture, and what is around it. */

import { css } from 'lit';

export const pictureStyles = css`
  :host {
    min-inline-size: 0;
  }

  .window {
    position: relative;
    min-block-size: 15rem;
    max-block-size: clamp(20rem, 62vh, 44rem);
    overflow: auto;
    cursor: grab;
    overscroll-behavior: contain;
  }

  .window.dragged {
    cursor: grabbing;
    user-select: none;
  }

  svg {
    display: block;
    font-family: var(--mono);
  }

  text {
    fill: var(--ink);
    white-space: pre;
    pointer-events: none;
  }

  .edges {
    fill: none;
    stroke: var(--control);
    stroke-opacity: 0.65;
  }

  .edges .to-infeasible,
  .edges .to-open {
    stroke-dasharray: 3 3;
  }

  [role='treeitem'] {
    cursor: pointer;
    outline: none;
    --fill: var(--surface);
    --stroke: var(--control);
  }

  .agree {
    --fill: var(--same-wash);
    --stroke: var(--same);
  }

  .differ {
    --fill: var(--differ-wash);
    --stroke: var(--differ);
  }

  .cut {
    --fill: var(--open-wash);
    --stroke: var(--open);
  }

  .infeasible {
    --fill: var(--sunken);
    --stroke: var(--muted);
  }

  .open {
    --fill: transparent;
    --stroke: var(--muted);
  }

  .shape {
    fill: var(--fill);
    stroke: var(--stroke);
  }

  .dot {
    fill: var(--stroke);
    stroke: none;
  }

  .open .dot,
  .infeasible .dot {
    fill: var(--paper);
    stroke: var(--stroke);
  }

  .infeasible .shape,
  .open .shape {
    stroke-dasharray: 3 3;
  }

  .infeasible text,
  .open text {
    fill: var(--muted);
  }

  .differ .shape {
    stroke-width: 1.75;
  }

  .badge {
    fill: var(--stroke);
    font-weight: 700;
  }

  .aside {
    fill: var(--muted);
  }

  [aria-selected='true'] .shape {
    stroke: var(--accent);
    stroke-width: 2.5;
    stroke-dasharray: none;
  }

  [role='treeitem']:hover .shape {
    stroke-width: 2;
  }

  .ring {
    fill: none;
    stroke: none;
  }

  [role='treeitem']:focus-visible .ring {
    stroke: var(--focus);
    stroke-width: 2;
  }
`;

export const treeStyles = css`
  .intro,
  .bar {
    padding: var(--space-2) var(--space-3) 0;
  }

  .intro {
    max-inline-size: 75ch;
    font-size: var(--text-body);
  }

  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.375rem var(--space-4);
    padding-block-end: var(--space-2);
    border-block-end: 1px solid var(--line);
  }

  .group {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.375rem;
    font-size: var(--text-note);
  }

  .group button {
    min-height: 1.875rem;
    padding: 0 0.625rem;
  }

  .group button[aria-pressed='true'] {
    background: var(--accent-wash);
    border-color: var(--accent);
  }

  .legend button,
  .legend span.kind {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
  }

  .legend button[aria-pressed='false'] {
    color: var(--muted);
    text-decoration: line-through;
  }

  .legend button[aria-pressed='true'] {
    background: var(--surface);
    border-color: var(--control);
  }

  .badge {
    inline-size: 1.25rem;
    block-size: 1.25rem;
    line-height: 1.125rem;
    text-align: center;
    border: 1px solid var(--muted);
    border-radius: var(--radius-m);
    color: var(--muted);
    font-weight: 700;
  }

  .agree .badge {
    color: var(--same);
    border-color: var(--same);
    background: var(--same-wash);
  }

  .differ .badge {
    color: var(--differ);
    border-color: var(--differ);
    background: var(--differ-wash);
  }

  .cut .badge {
    color: var(--open);
    border-color: var(--open);
    background: var(--open-wash);
  }

  .infeasible .badge,
  .open .badge {
    border-style: dashed;
  }

  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(18rem, 26rem);
  }

  .main {
    min-inline-size: 0;
  }

  .side {
    border-inline-start: 1px solid var(--line);
    background: var(--surface);
    max-block-size: clamp(20rem, 62vh, 44rem);
    overflow: auto;
  }

  .hint {
    padding: var(--space-3);
  }

  tm-run-detail {
    border-block-start: 1px solid var(--line);
    background: var(--sunken);
  }

  @container (max-width: 56rem) {
    .body {
      grid-template-columns: minmax(0, 1fr);
    }

    .side {
      border-inline-start: none;
      border-block-start: 1px solid var(--line);
      max-block-size: none;
    }
  }
`;
