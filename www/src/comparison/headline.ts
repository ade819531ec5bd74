/** What a comparison came to in a few words, for the card of the verdict and for the bar. */

import type { Verdict } from '../engine/types';
import type { Comparison } from './comparison';
import { countsOf, stopping } from './ends';
import { verdict as messages, type VerdictWords } from './messages';

export interface Headline extends VerdictWords {
  kind: Verdict | 'stopped' | 'failed';
  /** `same` is for what is proved of inputs on which programs stop, and for nothing else. */
  tone: 'same' | 'differ' | 'open';
  /** Whether the comparison has ended. That programs differ is certain before it has. */
  isFinal: boolean;
}

export function headlineOf(comparison: Comparison): Headline | undefined {
  const { status, difference } = comparison;
  const differ = {
    kind: 'disequivalent',
    tone: 'differ',
    ...messages.words.disequivalent,
  } as const;
  switch (status.state) {
    case 'running':
      return difference ? { ...differ, isFinal: false } : undefined;
    case 'finished':
      return { ...finished(comparison, status), isFinal: true };
    case 'stopped':
      return difference
        ? { ...differ, isFinal: true }
        : { kind: 'stopped', tone: 'open', ...messages.stopped, isFinal: true };
    case 'failed':
      return { kind: 'failed', tone: 'differ', ...messages.failed, isFinal: true };
    default:
      return status satisfies never;
  }
}

function finished(
  comparison: Comparison,
  { report: { verdict, reason, proof }, setsResult }: Comparison['status'] & { state: 'finished' },
): Omit<Headline, 'isFinal'> {
  const kind = verdict;
  if (verdict === 'disequivalent') return { kind, tone: 'differ', ...messages.words[verdict] };
  if (reason.code === 'cancelled') return { kind, tone: 'open', ...messages.stopped };
  // That two programs agree which never give a result is hardly what anybody asks.
  const stops = stopping(countsOf(comparison));
  if (stops === 'faults') return { kind, tone: 'open', ...messages.alwaysFault };
  if (stops === 'forEver') return { kind, tone: 'open', ...messages.alwaysForEver };
  if (stops === 'none') return { kind, tone: 'open', ...messages.noResult };
  const prints = comparison.runs.some(
    ({ left, right }) => left.output.bytes + right.output.bytes > 0,
  );
  if (!setsResult && !prints && verdict !== 'possibly-equivalent') {
    return { kind, tone: 'open', ...messages.neverSet };
  }
  if (verdict === 'equivalent-up-to' && proof?.kind === 'procedures') {
    return { kind, tone: 'open', ...messages.withinStack };
  }
  const tone = verdict === 'equivalent' ? 'same' : 'open';
  return { kind, tone, ...messages.words[verdict] };
}
