import { expect, test } from 'vitest';

import { countsOf, endOf, setsResult, stopping } from '../../www/src/comparison/ends';
import { endingOf } from '../../www/src/comparison/run';
import { finished, meter, run, runReport } from './made';

const late = { ends: 'stops' } as never;
const never = { ends: 'never' } as never;

test('a run out of fuel may yet stop, unless something is proved of it', () => {
  const out = runReport({ outcome: 'out-of-fuel' });
  expect(endingOf(out)).toBe('out-of-fuel');
  expect(endingOf({ ...out, proved: late })).toBe('late');
  expect(endingOf({ ...out, proved: never })).toBe('ever');
  expect(endingOf({ ...out, recurrence: {} as never })).toBe('ever');
});

test('a pair of runs has one end, and a difference comes first', () => {
  const out = runReport({ outcome: 'out-of-fuel' });
  const fault = runReport({ outcome: 'fault' });
  const ever = runReport({ outcome: 'out-of-fuel', proved: never });
  const ends = [
    run({ left: out, agreement: 'differ' }),
    run({ left: out }),
    run({ left: out, right: ever }),
    run({ left: ever, right: ever }),
    run({ left: fault, right: fault }),
    run(),
  ].map(endOf);
  expect(ends).toEqual(['differ', 'unfinished', 'unfinished', 'forEver', 'fault', 'done']);
});

test('pairs of paths are counted where the search went over them and found no difference', () => {
  const paths = meter({ undecided: 2 });
  expect(countsOf(finished({ meter: paths }))).toEqual({ of: 'pairs', meter: paths });
  const witness = { inputs: [1] } as never;
  expect(countsOf(finished({ meter: paths, witness }))).toMatchObject({
    of: 'runs',
    ends: { done: 1, differ: 0 },
  });
});

test('whether both stop somewhere is open while something is', () => {
  const of = (change: object) =>
    stopping({ of: 'pairs', meter: meter({ stops_on_both: false, ...change }) });
  expect(stopping({ of: 'pairs', meter: meter() })).toBe('some');
  expect(of({ both_fault: 2 })).toBe('faults');
  expect(of({ both_run_for_ever: 2 })).toBe('forEver');
  expect(of({ both_fault: 1, both_run_for_ever: 1 })).toBe('none');
  expect(of({ both_fault: 1, undecided: 1 })).toBe('none');
  const nothing = { done: 0, fault: 0, forEver: 0, unfinished: 0, differ: 3 };
  expect(stopping({ of: 'runs', ends: nothing })).toBeUndefined();
});

test('an instruction writes the result if that is its first operand and it writes that', () => {
  const known = [
    { mnemonic: 'add', operands: '$d, $s, $t', effect: '$d := $s + $t' },
    { mnemonic: 'sw', operands: '$t, i($s)', effect: 'MEM[$s + i] := $t' },
  ];
  const writes = (text: string) => setsResult([{ text } as never], known);
  expect(writes('add $3, $1, $2')).toBe(true);
  expect(writes('add $4, $3, $2')).toBe(false);
  expect(writes('sw $3, 0($30)')).toBe(false);
});
