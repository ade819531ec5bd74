/** The headline of a comparison, in the engine's own words. */

import type { Headline as EngineHeadline, RegionsView } from '../engine/types';
import type { Explaining } from '../evidence/explain/explaining';
import type { Comparison } from './comparison';
import { verdict as messages } from './messages';

export interface Headline {
  kind: string;
  tone: EngineHeadline['tone'];
  sign: string;
  title: string;
  /** Whether the comparison has ended. A difference is certain before that. */
  isFinal: boolean;
}

/** All known inputs on which the programs of a comparison differ, if they were computed. */
export function regionsOf(
  { began }: Comparison,
  explaining: Explaining | undefined,
): RegionsView | undefined {
  const isOf = explaining?.comparison === began;
  return isOf && explaining.regions.state === 'ended' ? explaining.regions.view : undefined;
}

/** @param counted The headline with the number of inputs on which they differ, once that is known. */
export function headlineOf(
  { status, difference, headlines, soFar, isLong }: Comparison,
  counted?: EngineHeadline | null,
): Headline | undefined {
  const found = difference ? headlines?.differ : undefined;
  switch (status.state) {
    case 'running':
      if (found) return shown(found, 'disequivalent', false);
      return isLong && soFar ? shown(soFar.headline, 'so-far', false) : undefined;
    case 'finished': {
      const { verdict, reason, summary } = status.report;
      const kind = reason.code === 'cancelled' ? 'stopped' : verdict;
      const isDifference = verdict === 'disequivalent';
      return shown((isDifference && counted) || summary.headline, kind, true);
    }
    case 'stopped': {
      const headline = found ?? headlines?.stopped;
      return headline && shown(headline, found ? 'disequivalent' : 'stopped', true);
    }
    case 'failed':
      return { kind: 'failed', tone: 'differ', sign: '!', title: messages.failed, isFinal: true };
    default:
      return status satisfies never;
  }
}

const shown = ({ tone, sign, text }: EngineHeadline, kind: string, isFinal: boolean): Headline => ({
  kind,
  tone,
  sign,
  title: text,
  isFinal,
});
