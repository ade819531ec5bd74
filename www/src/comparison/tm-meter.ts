import { css, html, LitElement, nothing } from 'lit';

import { base } from '../kit/base';
import type { Counts } from './ends';
import { meter as messages } from './messages';

interface Share {
  tone: 'same' | 'fault' | 'open' | 'differ';
  n: number;
  words: (n: number) => string;
}

/** How the runs or the pairs of paths of a comparison ended, as a bar with words. */
export class TmMeter extends LitElement {
  static override properties = { counts: { attribute: false } };

  static override styles = [
    base,
    css`
      .bar {
        display: flex;
        gap: 2px;
        block-size: 0.5rem;
        max-inline-size: 40rem;
      }

      .bar span {
        min-inline-size: 4px;
        border-radius: 2px;
        background: var(--tone);
      }

      .same {
        --tone: var(--same);
      }

      .differ {
        --tone: var(--differ);
      }

      .open {
        --tone: var(--open);
      }

      .fault {
        --tone: var(--control);
      }

      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 0 1.25rem;
        font-size: var(--text-note);
      }

      li::before {
        content: '';
        display: inline-block;
        inline-size: 0.625rem;
        block-size: 0.625rem;
        margin-inline-end: 0.375rem;
        border-radius: 2px;
        background: var(--tone);
      }

      @media print {
        .bar span,
        li::before {
          print-color-adjust: exact;
        }
      }

      @media (forced-colors: active) {
        .bar span,
        li::before {
          forced-color-adjust: none;
        }
      }
    `,
  ];

  declare counts: Counts | undefined;

  override render() {
    const { counts } = this;
    const present = counts ? sharesOf(counts).filter(({ n }) => n > 0) : [];
    if (!counts || present.length === 0) return nothing;
    return html`<div class="bar" aria-hidden="true">
        ${present.map(({ tone, n }) => html`<span class=${tone} style="flex-grow: ${n}"></span>`)}
      </div>
      <ul aria-label=${messages.label[counts.of]}>
        ${present.map(({ tone, n, words }) => html`<li class=${tone}>${words(n)}</li>`)}
      </ul>`;
  }
}

function sharesOf(counts: Counts): Share[] {
  if (counts.of === 'runs') {
    const { done, fault, forEver, unfinished, differ } = counts.ends;
    const { runs } = messages;
    return [
      { tone: 'same', n: done, words: runs.done },
      { tone: 'fault', n: fault, words: runs.fault },
      { tone: 'fault', n: forEver, words: runs.forEver },
      { tone: 'open', n: unfinished, words: runs.unfinished },
      { tone: 'differ', n: differ, words: runs.differ },
    ];
  }
  const { pairs } = messages;
  const { same_result, both_fault, both_run_for_ever, ...open } = counts.meter;
  const { unfinished, one_side_unfinished, undecided } = open;
  return [
    { tone: 'same', n: same_result, words: pairs.done },
    { tone: 'fault', n: both_fault, words: pairs.fault },
    { tone: 'fault', n: both_run_for_ever, words: pairs.forEver },
    { tone: 'open', n: unfinished, words: pairs.unfinished },
    { tone: 'open', n: one_side_unfinished, words: pairs.oneSide },
    { tone: 'open', n: undecided, words: pairs.undecided },
  ];
}

customElements.define('tm-meter', TmMeter);
