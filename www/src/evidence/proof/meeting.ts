/** The facts of a proof at the debugger's position. */

import { css, html, nothing } from 'lit';

import type { DebugFrame, Meeting, ProofView } from '../../engine/types';
import { proof as messages } from './messages';

export const meetingStyles = css`
  .meeting {
    padding: 0.375rem var(--space-3);
    font-size: var(--text-body);
    border-inline-start: 4px solid var(--same);
    background: var(--same-wash);
  }

  .meeting.broken {
    border-inline-start-color: var(--differ);
    background: var(--differ-wash);
  }

  .meeting ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
    margin: 0.125rem 0 0;
    padding: 0;
    list-style: none;
  }
`;

/** The last meeting that both runs have reached, with its facts evaluated. */
export function renderMeeting(
  meetings: readonly Meeting[] | undefined,
  view: ProofView | undefined,
  frame: DebugFrame | undefined,
) {
  if (!meetings || !view || !frame) return nothing;
  const [left, right] = frame.sides.map(({ steps }) => steps);
  if (left === undefined || right === undefined) return nothing;
  const last = meetings.findLast(({ steps }) => steps[0] <= left && steps[1] <= right);
  const place = last && view.places[last.place];
  if (!last || !place) return nothing;
  const isHere = last.steps[0] === left && last.steps[1] === right;
  const said = isHere ? messages.here(last.place) : messages.since(last.place, last.steps);
  return html`<div class="meeting ${last.holds.includes(false) ? 'broken' : ''}">
    ${said}: ${messages.holds(last.holds)}
    <ul>
      ${place.says.map(
        (says, index) => html`<li>${markOf(last.holds[index])} <code>${says}</code></li>`,
      )}
    </ul>
  </div>`;
}

/** Whether a relation holds; a relation that is not evaluated has no mark. */
const markOf = (holds: boolean | null | undefined): string => {
  if (holds === true) return '✓';
  return holds === false ? '✗' : '·';
};
