/** The styles of the answer. */

import { css } from 'lit';

export const verdictStyles = css`
  :host {
    container-type: inline-size;
  }

  .card {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
    margin-block-end: var(--gap, 0);
    padding: 0.875rem 1.125rem var(--space-4);
    border: 1px solid var(--line);
    border-inline-start: 6px solid var(--tone);
    border-radius: var(--radius-l);
    background: var(--wash);
    --tone: var(--control);
    --wash: var(--surface);
  }

  /* Where the answer has a place of its own, it is not empty; elsewhere the bar says enough. */
  .none {
    margin: 0;
    padding-block: var(--space-2);
    color: var(--muted);
  }

  @media not screen and (max-width: 48rem) {
    .none {
      display: none;
    }
  }

  /* It is of something else than what is on the page. */
  .card.stale {
    --tone: var(--muted);
    --wash: transparent;
    border-style: dashed;
    color: var(--muted);
  }

  /* What is to be done next is to compare. */
  .stale .primary {
    background: var(--surface) !important;
    color: var(--ink) !important;
    border-color: var(--control) !important;
  }

  .stale .changed {
    color: var(--ink);
    font-weight: 600;
  }

  /* Room for what is known later, the reason, a second verdict, an example and a button: what comes after it does not
     move under a pointer. */
  .why,
  .alone {
    min-block-size: 2lh;
  }

  .why {
    font-size: var(--text-body);
  }

  .kernel span {
    color: var(--tone);
    font-weight: 700;
  }

  /* The longest of its sentences takes as many lines. */
  .kernel.bounded {
    min-block-size: 2lh;
  }

  @container (max-width: 34rem) {
    .kernel {
      min-block-size: 2lh;
    }

    .kernel.bounded {
      min-block-size: 3lh;
    }
  }

  .to-come {
    visibility: hidden;
  }

  tm-meter {
    margin-block: var(--space-1);
  }

  h2 {
    display: flex;
    align-items: baseline;
    gap: 0.625rem;
    font-size: var(--text-title);
    line-height: 1.25;
    color: var(--tone);
    margin-block-end: var(--space-1);
  }

  .sign {
    font: 600 var(--text-sign) / 1 var(--sans);
  }

  svg.sign {
    inline-size: 1.25rem;
    block-size: 1.25rem;
    align-self: center;
    flex: none;
  }

  p {
    max-inline-size: 80ch;
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }

  .words {
    font-size: var(--text-body);
  }

  .words > * + * {
    margin-block-start: 0.125rem;
  }

  .ground {
    font-size: var(--text-note);
    color: var(--muted);
  }

  .ground summary {
    inline-size: fit-content;
    min-block-size: 1.5rem;
    cursor: pointer;
  }

  .open-places {
    margin-block-start: var(--space-1);
  }

  .open-places ul {
    margin: var(--space-1) 0 0;
    padding-inline-start: 1.25rem;
    max-block-size: 14rem;
    overflow-y: auto;
  }

  .steps {
    display: flex;
    gap: var(--space-4);
  }

  .map {
    flex: 0 0 6rem;
    block-size: 6rem;
    margin-inline-start: auto;
  }

  .map .wait {
    display: none;
  }

  /* Beside a long table of inputs buttons stay as high as they are. */
  .next {
    display: flex;
    flex-wrap: wrap;
    place-items: start;
    place-content: start;
    gap: var(--space-2);
  }

  @container (max-width: 30rem) {
    .card {
      padding: var(--space-3);
    }

    .witness th,
    .witness td {
      padding-inline-end: 0.625rem;
      font-size: var(--text-note);
      white-space: normal;
    }

    .witness tbody th {
      white-space: nowrap;
    }

    .witness td:is(.end, .kept, .output) {
      min-inline-size: 4.5rem;
    }

    .explained h2 {
      min-block-size: 2lh;
    }

    .why {
      min-block-size: 4lh;
    }

    /* A phone has no room for it, and the map is a tab. */
    .map {
      display: none;
    }

    .room td {
      block-size: calc(2lh + 0.25rem);
    }
  }

  /* Nothing is cut on the narrowest phones. */
  @container (max-width: 19rem) {
    .card {
      padding-inline: var(--space-2);
    }

    .witness th,
    .witness td {
      padding-inline-end: var(--space-1);
    }

    .witness :is(th, td):last-child {
      padding-inline-end: 0;
    }
  }

  @media print {
    :host {
      container-type: normal;
    }

    .card {
      display: block;
    }

    .next,
    .map {
      display: none;
    }

    .witness {
      overflow: visible;
    }
  }
`;
