import { expect, test } from 'vitest';
import { toGiven, toWords } from '../../www/src/arm64/maps';
import type { MapGrid } from '../../www/src/engine/types';
import { shortened } from '../../www/src/evidence/map/map-picture';
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
const line = (count: number): [bigint, bigint][] =>
  Array.from({ length: count }, (_, at) => [BigInt(-20 + 10 * at), BigInt(-11 + 10 * at)]);

const grid = { columns: line(4), rows: line(3) } as unknown as MapGrid;

test('an input is in the cell whose numbers it has', () => {
  expect(placeOf(grid, [5n, -11n])).toEqual({ column: 2, row: 0 });
  expect(placeOf(grid, [-16n, 0n])).toEqual({ column: 0, row: 2 });
  expect(placeOf(grid, [100n, 0n])).toBeUndefined();
});

test('of cells that share an input, as in a small range drawn large, the middle one has it', () => {
  const wide = {
    columns: [
      [7n, 7n],
      [7n, 7n],
      [7n, 7n],
    ],
    rows: [[0n, 9n]],
  } as unknown as MapGrid;
  expect(placeOf(wide, [7n, 3n])).toEqual({ column: 1, row: 0 });
});

test('the part between two cells has both, whichever comes first', () => {
  const parts = [
    { from: -20n, to: 9n },
    { from: -10n, to: 9n },
  ];
  expect(rangesBetween(grid, { column: 0, row: 2 }, { column: 2, row: 1 })).toEqual(parts);
  expect(rangesBetween(grid, { column: 2, row: 1 }, { column: 0, row: 2 })).toEqual(parts);
});

test('zooming in keeps a quarter around a cell, within the grid, and ends at the cell', () => {
  const large = { columns: line(16), rows: line(16) } as unknown as MapGrid;
  const [x, y] = rangesAround(large, { column: 0, row: 8 });
  expect(x).toEqual({ from: -20n, to: 29n });
  expect(y).toEqual({ from: 40n, to: 89n });
  expect(rangesAround(grid, { column: 1, row: 1 })).toEqual([
    { from: -10n, to: -1n },
    { from: -10n, to: -1n },
  ]);
});

test('the words on the axes are those of the input, and the others stay', () => {
  const mapping = { axes: [2, 0], mapped: { ground: [1n, 2n, 3n] } } as unknown as Mapping;
  expect(pointOf([2, 0], [7n, 8n, 9n])).toEqual([9n, 7n]);
  expect(inputsAt(mapping, [30n, 10n])).toEqual([10n, 2n, 30n]);
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

test('numbers on an axis are short, of 64 bits too', () => {
  const round = [0n, -1000n, 2n ** 31n - 1n, -(2n ** 63n), 10n ** 18n, 2n ** 62n];
  expect(round.map(shortened)).toEqual(['0', '-1000', '2³¹', '-2⁶³', '10¹⁸', '2⁶²']);
  const others = [123_456n, 65_535n, -2_345_678_901n, 3n * 2n ** 61n];
  expect(others.map(shortened)).toEqual(['123456', '65535', '-2.3·10⁹', '6.9·10¹⁸']);
});

test('the words of an array beyond its length are no part of the input', () => {
  const given = { elements: ['18446744073709551615', '7'] };
  expect(toWords(given, 3)).toEqual([2n, -1n, 7n, 0n]);
  expect(toGiven([2n, -1n, 7n, 0n], 3)).toEqual({ elements: ['-1', '7'] });
  expect(toGiven([4n, 0n, 0n, 0n], 3)).toBeUndefined();
  expect(toWords(given, 1)).toBeUndefined();
  expect(toWords({ numbers: ['3', '9223372036854775808'] }, null)).toEqual([3n, -(2n ** 63n)]);
});
