import { expect, test } from 'vitest';

import type { MapGrid } from '../../www/src/engine/types';
import {
  cellsIn,
  inputsAt,
  type Mapping,
  outline,
  placeOf,
  rangesAround,
  rangesBetween,
} from '../../www/src/evidence/map/mapping';
import { pointOf } from '../../www/src/evidence/map/plane';

/** Cells of ten numbers each, from -20. */
const line = (count: number): [number, number][] =>
  Array.from({ length: count }, (_, at) => [-20 + 10 * at, -11 + 10 * at]);

const grid = { columns: line(4), rows: line(3) } as unknown as MapGrid;

test('an input is in the cell whose numbers it has, as a signed word', () => {
  expect(placeOf(grid, [5, -11])).toEqual({ column: 2, row: 0 });
  expect(placeOf(grid, [0xfffffff0, 0])).toEqual({ column: 0, row: 2 });
  expect(placeOf(grid, [100, 0])).toBeUndefined();
});

test('of cells that share an input, as in a small range drawn large, the middle one has it', () => {
  const wide = {
    columns: [
      [7, 7],
      [7, 7],
      [7, 7],
    ],
    rows: [[0, 9]],
  } as unknown as MapGrid;
  expect(placeOf(wide, [7, 3])).toEqual({ column: 1, row: 0 });
});

test('the part between two cells has both, whichever comes first', () => {
  const parts = [
    { from: -20, to: 9 },
    { from: -10, to: 9 },
  ];
  expect(rangesBetween(grid, { column: 0, row: 2 }, { column: 2, row: 1 })).toEqual(parts);
  expect(rangesBetween(grid, { column: 2, row: 1 }, { column: 0, row: 2 })).toEqual(parts);
});

test('zooming in keeps a quarter around a cell, within the grid, and ends at the cell', () => {
  const large = { columns: line(16), rows: line(16) } as unknown as MapGrid;
  const [x, y] = rangesAround(large, { column: 0, row: 8 });
  expect(x).toEqual({ from: -20, to: 29 });
  expect(y).toEqual({ from: 40, to: 89 });
  expect(rangesAround(grid, { column: 1, row: 1 })).toEqual([
    { from: -10, to: -1 },
    { from: -10, to: -1 },
  ]);
});

test('the words on the axes are those of the input, and the others stay', () => {
  const mapping = { axes: [2, 0], inputs: [1, 2, 3] } as unknown as Mapping;
  expect(pointOf([2, 0], [7, 8, 9])).toEqual([9, 7]);
  expect(inputsAt(mapping, [30, 10])).toEqual([10, 2, 30]);
});

test('an outline is between cells of different regions that both were seen', () => {
  const small = { columns: line(2), rows: line(2) } as unknown as MapGrid;
  const regions = Uint8Array.of(1, 0, 1, 255);
  expect(outline(small, regions)).toEqual([
    [
      { column: 1, row: 0 },
      { column: 1, row: 1 },
    ],
  ]);
  expect(cellsIn(regions)).toBe(2);
});
