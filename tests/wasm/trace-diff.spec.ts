import { expect, test } from '@playwright/test';

import {
  changedParts,
  changes,
  diffTraces,
  folded,
  traceLines,
} from '../../www/src/evidence/compiler/trace-diff';
import { corpus } from './corpus';
import { engine, source, tools } from './engine';

const passesOf = (text: string, inputs: engine.Inputs, options: Partial<engine.Options> = {}) =>
  tools.inspect({
    files: source(text),
    program: 0,
    inputs,
    options: { ...engine.default_options(), ...options },
  });

/** Ones, if two integers are compared. */
const inputsOf = ({ contract }: Partial<engine.Options>): engine.Inputs =>
  contract ? engine.check_contract(contract).first : [1, 1];

for (const example of corpus) {
  test(`${example.name}: each line before and after a pass is in the difference, in order`, () => {
    const passes = passesOf(example.left, inputsOf(example.options), example.options);
    for (const [index, pass] of passes.slice(1).entries()) {
      const before = passes[index]?.text ?? '';
      const rows = diffTraces(before, pass.text);
      expect(rows.flatMap((row) => row.before ?? [])).toEqual(traceLines(before));
      expect(rows.flatMap((row) => row.after ?? [])).toEqual(traceLines(pass.text));
      // An expectation for each of some 100,000 rows would take a minute.
      const wrong = rows.filter(({ change, before: old, after: now }) => {
        const isSame = old?.text === now?.text;
        if ((change === 'same' && !isSame) || (change === 'changed' && isSame)) return true;
        // Rows side by side belong to the same instruction.
        return old && now && now.remark.split(' ')[0] !== old.remark.split(' ')[0];
      });
      expect(wrong).toEqual([]);
    }
  });
}

test('a pass’s work is marked for what it is', () => {
  const text = 'mult $1, $2\nmflo $3\nlis $4\n.word 9\nbne $3, $4, 0\njr $31';
  const [raw, desugar, simplify, trim, ssa] = passesOf(text, [3, 3]).map((pass) => pass.text);
  const desugared = diffTraces(raw ?? '', desugar ?? '');
  expect(changes(desugared)).toMatchObject({ added: 2 });
  const simplified = diffTraces(desugar ?? '', simplify ?? '');
  // The return is known; the number of the branch is put in its place.
  expect(changes(simplified)).toMatchObject({ removed: 1, changed: 1, added: 0 });
  const branch = simplified.find(({ change }) => change === 'changed');
  expect(branch && changedParts(branch).after.filter(({ isChanged }) => isChanged)).toMatchObject([
    { text: '9' },
  ]);
  expect(changes(diffTraces(simplify ?? '', trim ?? ''))).toMatchObject({ changed: 0, removed: 0 });
  const versions = changes(diffTraces(trim ?? '', ssa ?? ''));
  expect(versions).toMatchObject({ same: 0, added: 0, removed: 0 });
});

test('a long trace in which every line changes is compared all the same', () => {
  const before = Array.from({ length: 5000 }, (_, n) => `add $3, $${n % 9}, $1 ; 0x${n}`).join(
    '\n',
  );
  const after = before.replaceAll('add', 'sub');
  const rows = diffTraces(before, after);
  expect(changes(rows)).toEqual({ same: 0, changed: 5000, removed: 0, added: 0 });
});

test('long stretches without a change are put together, and nothing is lost', () => {
  const lines = Array.from({ length: 60 }, (_, n) => `add $3, $3, $${n % 30} ; 0x${n}`);
  const rows = diffTraces(lines.join('\n'), lines.toSpliced(30, 1).join('\n'));
  const shown = folded(rows, 3, 6);
  const gaps = shown.filter((row) => 'rows' in row);
  expect(gaps.map((gap) => gap.rows.length)).toEqual([27, 26]);
  expect(shown.flatMap((row) => ('rows' in row ? row.rows : [row]))).toEqual(rows);
});
