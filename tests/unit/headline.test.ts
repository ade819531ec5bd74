import { expect, test } from 'vitest';

import { headlineOf } from '../../www/src/comparison/headline';
import { verdict as words } from '../../www/src/comparison/messages';
import { comparison, finished, meter, run, runReport } from './made';

test('while it runs there is a headline only once they are known to differ', () => {
  expect(headlineOf(comparison())).toBeUndefined();
  expect(headlineOf(comparison({ difference: [1, 2] }))).toMatchObject({
    kind: 'disequivalent',
    tone: 'differ',
    isFinal: false,
  });
});

test('only what is proved of inputs on which both stop has the tone of agreement', () => {
  expect(headlineOf(finished({ verdict: 'equivalent' }))?.tone).toBe('same');
  for (const verdict of [
    'equivalent-if-both-stop',
    'equivalent-up-to',
    'possibly-equivalent',
  ] as const) {
    expect(headlineOf(finished({ verdict }))?.tone).toBe('open');
  }
});

test('two programs that never give a result do not simply agree', () => {
  const fault = runReport({ outcome: 'fault' });
  const faults = [run({ left: fault, right: fault })];
  expect(headlineOf(finished({}, { runs: faults }))).toMatchObject(words.alwaysFault);
  const none = { meter: meter({ stops_on_both: false, both_run_for_ever: 3 }) };
  expect(headlineOf(finished(none))).toMatchObject(words.alwaysForEver);
});

test('that neither program writes the result is said, unless they print', () => {
  expect(headlineOf(finished({}, { setsResult: false }))).toMatchObject(words.neverSet);
  const output = { bytes: 2 } as never;
  const printing = [run({ left: runReport({ output }), right: runReport({ output }) })];
  const headline = headlineOf(finished({}, { setsResult: false, runs: printing }));
  expect(headline).toMatchObject(words.words.equivalent);
});

test('one that was stopped says so, or that they differ where that is known', () => {
  const status = { state: 'stopped', elapsed: 5 } as const;
  expect(headlineOf(comparison({ status }))).toMatchObject({ kind: 'stopped', tone: 'open' });
  expect(headlineOf(comparison({ status, difference: [1] }))).toMatchObject({
    kind: 'disequivalent',
    isFinal: true,
  });
  const cancelled = { verdict: 'possibly-equivalent', reason: { code: 'cancelled', message: '' } };
  expect(headlineOf(finished(cancelled as never))).toMatchObject(words.stopped);
});
