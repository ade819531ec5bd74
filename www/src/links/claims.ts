/** Renders the page's message about a link: its error, or its claim and the result of the check. */

import { html, nothing, type TemplateResult } from 'lit';

import { renderCases } from '../comparison/witness';
import type { Headline, Values } from '../engine/types';
import { stepping } from '../evidence/messages';
import { renderSign } from '../kit/sign';
import { problems, receipts } from './claim-messages';
import { comparedOf } from './compared';
import type { Claim } from './opening';
import type { ReceiptWord } from './receipt';
import type { LinkProblem, Shared } from './schema';

export const wordsOf = (problem: LinkProblem): string => problems[problem];

/** The certainty of each state, in a verdict's appearance. */
const looks: Record<Claim['check']['state'], Pick<Headline, 'tone' | 'sign'>> = {
  confirmed: { tone: 'differ', sign: '≠' },
  proved: { tone: 'same', sign: '=' },
  'not-checked': { tone: 'open', sign: '?' },
  running: { tone: 'open', sign: '?' },
  'ends-otherwise': { tone: 'differ', sign: '≠' },
  unproved: { tone: 'open', sign: '?' },
  refuted: { tone: 'open', sign: '?' },
  failed: { tone: 'open', sign: '!' },
};

/**
 * @param version of this page's engine
 * @param step Takes the reader through the input on which the programs were seen to differ; left
 * out where they were not.
 */
export function renderClaim(
  claim: Claim,
  version: string,
  step: { inputs: readonly ReceiptWord[]; begin(): void } | undefined,
): TemplateResult {
  const { receipt, check } = claim;
  const { tone, sign } = looks[check.state];
  return html`<section
    class="card ${tone}"
    aria-label=${receipts.label}
    data-receipt=${check.state}
  >
    <h2>${renderSign(sign)}<span>${receipts.titles[check.state]}</span></h2>
    ${renderValues(claim)}
    <div class="words">
      <p>${receipts.check(claim, version)}</p>
      <p class="muted">${receipts.from(receipt)}</p>
    </div>
    ${
      step &&
      html`<div class="next">
        <button
          type="button"
          class="primary"
          aria-label=${stepping.openLabel(comparedOf(claim.shared).describe(step.inputs))}
          @click=${step.begin}
        >
          ${stepping.open}
        </button>
      </div>`
    }
  </section>`;
}

/** The values of runs made here, on the input in the link. */
function renderValues({ receipt: { witness }, shared, check }: Claim) {
  if (!witness || !('values' in check)) return nothing;
  const values = named(check.values, shared.names);
  return renderCases([{ kind: 'witness', label: receipts.input, values }]);
}

/** With the names that people gave the programs. */
function named(values: Values, names: Shared['names']): Values {
  const [left, right] = values.programs;
  return { ...values, programs: [names.left || left, names.right || right] };
}
