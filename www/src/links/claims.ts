/** What the page says of a link: what is wrong with it, or what it claims and what came of that. */

import { html, nothing, type TemplateResult } from 'lit';

import { type Inputs, told } from '../comparison/contract';
import { renderCases } from '../comparison/witness';
import { stepping } from '../evidence/messages';
import { problems, receipts } from './claim-messages';
import type { Claim } from './opening';
import type { LinkProblem } from './schema';

export const wordsOf = (problem: LinkProblem): string => problems[problem];

/**
 * @param version of this page's engine
 * @param step Takes the reader through the input on which the programs were seen to differ; left
 * out where they were not.
 */
export function renderClaim(
  claim: Claim,
  version: string,
  step: { inputs: Inputs; begin(): void } | undefined,
): TemplateResult {
  const { receipt, check } = claim;
  return html`<section
    class="panel bar ${check.state}"
    aria-label=${receipts.label}
    data-receipt=${check.state}
  >
    <div class="claim">
      <h2>${receipts.titles[check.state]}</h2>
      <p>${receipts.claim(receipt, claim.request.options.contract)} ${receipts.check(claim, version)}</p>
      ${renderValues(claim)}
      <p class="muted">${receipts.from(receipt)}</p>
    </div>
    ${
      step &&
      html`<button
        type="button"
        class="primary"
        aria-label=${stepping.openLabel(told(claim.request.options.contract, step.inputs))}
        @click=${step.begin}
      >
        ${stepping.open}
      </button>`
    }
  </section>`;
}

/** The values of the runs that were made here, on the input in the link. */
function renderValues({ receipt: { witness }, check }: Claim) {
  if (!witness || !('replay' in check)) return nothing;
  return renderCases([{ label: receipts.input, values: check.replay.values }]);
}
