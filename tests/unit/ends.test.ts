import { expect, test } from 'vitest';

import { countsOf, endOf } from '../../www/src/comparison/ends';
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
