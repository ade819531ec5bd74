/** The lines that the editors highlight while an explanation is shown. */

import { isSame, type Sources } from '../../engine/sources';
import type { Side, SourceLine } from '../../engine/types';
import type { Explaining } from './explaining';

const NONE: readonly SourceLine[] = [];

/** The lines of a program that explain a difference, if that is visible and about this text. */
export function causeIn(
  state: {
    evidence: string | undefined;
    explaining: Explaining | undefined;
    programs: Record<Side, Sources>;
  },
  side: Side,
): readonly SourceLine[] {
  const { evidence, explaining, programs } = state;
  const cause = explaining?.cause;
  if (evidence !== 'explain' || cause?.state !== 'ended') return NONE;
  if (!isSame(explaining?.request[side] ?? [], programs[side])) return NONE;
  return cause.view.lines[side === 'left' ? 0 : 1];
}
