/** What a proof says at each place, as text. */

import { css, html, nothing } from 'lit';
import type { ProofView } from '../../engine/types';
import { linked } from '../../help/linked';
import { proof as messages } from './messages';
import { relationsOf } from './relations';

export const factStyles = css`
  h4 {
    font-size: var(--text-body);
    margin-block: var(--space-2) 0.125rem;
  }

  .lead {
    margin-block-end: var(--space-3);
    padding: var(--space-2) var(--space-3);
    border-inline-start: 4px solid var(--same);
    background: var(--same-wash);
  }

  .lead code {
    font-weight: 600;
  }

  .places {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr));
    gap: 0 var(--space-5);
  }

  ul {
    margin: 0;
    padding-inline-start: 1.25rem;
    font-size: var(--text-body);
  }
`;

/**
 * The relation between the two programs in their loops, as a person would write it, and its
 * consequence.
 */
export function renderIdea({ places }: ProofView) {
  const loops = places.filter(({ spots }) => spots.some(({ kind }) => kind === 'loop'));
  const related = loops.flatMap((place) => {
    const relations = relationsOf(place.says);
    return relations.length > 0 ? [{ place, relations }] : [];
  });
  if (related.length === 0) return nothing;
  return html`<section class="lead" aria-label=${messages.lead}>
    ${related.map(
      ({ place, relations }) =>
        html`<p>
          ${messages.everyRound(place, related.length)}
          ${relations.map((says, at) => html`${at === 0 ? '' : ', '}<code>${says}</code>`)}.
        </p>`,
    )}
    <p class="muted">${linked(messages.suffices)}</p>
  </section>`;
}

/** The functions that the programs compute, and what was proved of them by induction. */
export function renderFunctions({ functions, lemmas }: ProofView) {
  if (functions.length === 0) return nothing;
  const list = (sentences: readonly string[]) =>
    html`<ul>
      ${sentences.map((sentence) => html`<li><code>${sentence}</code></li>`)}
    </ul>`;
  return html`<section class="lead" aria-label=${messages.functions}>
    <p>${messages.asFunctions}</p>
    ${list(functions)}
    ${
      lemmas.length === 0
        ? nothing
        : html`<p>${messages.byInduction}</p>
            ${list(lemmas)}`
    }
  </section>`;
}

/** All facts, and the transitions. */
export function renderFacts({ places, rounds, measures }: ProofView) {
  // A proof by paths from the start has no facts at locations.
  const isSaid = places.some(({ says }) => says.length > 0);
  const title = isSaid ? messages.places : messages.rounds;
  return html`<section aria-label=${title}>
    <h3>${title}</h3>
    <div class="places">
      ${places.map((place, index) =>
        place.says.length === 0
          ? nothing
          : html`<div>
              <h4>${messages.place(index, place)}</h4>
              <ul>
                ${place.says.map((says) => html`<li><code>${says}</code></li>`)}
              </ul>
            </div>`,
      )}
      <div>
        ${isSaid ? html`<h4>${messages.rounds}</h4>` : nothing}
        <ul>
          ${rounds.map(
            ({ from, to, does, pairs }) =>
              html`<li>
                ${messages.round(from, to ?? undefined)}: ${messages.does(does)}
                <span class="muted">${messages.ways(pairs)}</span>
              </li>`,
          )}
        </ul>
      </div>
      ${
        measures.length === 0
          ? nothing
          : html`<div>
              <h4>${messages.measures}</h4>
              <ul>
                ${[...new Set(measures)].map((measure) => html`<li><code>${measure}</code></li>`)}
              </ul>
            </div>`
      }
    </div>
  </section>`;
}
