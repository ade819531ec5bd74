import { expect, test } from 'vitest';

import { grouped } from '../../www/src/programs/grouped';
import { editor } from '../../www/src/programs/messages';

const problem = (line: number, message: string, file = 'main.asm') =>
  ({ severity: 'error', line, message, file }) as const;

test('problems that say the same are one, where the first stands', () => {
  const groups = grouped([problem(1, 'a'), problem(2, 'b'), problem(3, 'a'), problem(9, 'a')]);
  expect(groups.map(({ first, more }) => [first.line, more])).toEqual([
    [1, [3, 9]],
    [2, []],
  ]);
});

test('problems of two files, or of two severities, stay apart', () => {
  const warning = { ...problem(5, 'a'), severity: 'warning' } as const;
  expect(grouped([problem(1, 'a'), problem(1, 'a', 'more.asm'), warning])).toHaveLength(3);
});

test('few lines are named, and the others counted', () => {
  expect(editor.alsoIn([4])).toBe('The same in line 4.');
  expect(editor.alsoIn([4, 5])).toBe('The same in lines 4, 5.');
  expect(editor.alsoIn([1, 2, 3, 4, 5, 6, 7])).toBe(
    'The same in lines 1, 2, 3, 4, 5, 6 and 1 more.',
  );
});
