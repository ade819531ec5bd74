/** The calls of a session with a difference map, which has the same shape for each machine. */

import type { PlaneMap } from '../../generated/tamarin_tools';
import type { Call } from './call';
import type { MapProgress } from './types';

/** A map of any machine. */
type AnyMap = Omit<PlaneMap, symbol>;

/** Work on a map per slice, in steps of the programs. */
const MAP_SLICE = 500_000;

/** Interval of a map's pictures in milliseconds. */
const MAP_FRAME = 60;

/** A map in progress. */
export interface MapPicture {
  /** The number of each cell's class, row by row from the smallest number upwards. */
  picture: Uint8Array;
  progress: MapProgress;
  /** Slices of work so far: the same number gives the same picture. */
  slices: number;
}

export const mapCalls = {
  grid: (map: AnyMap, _: Call) => map.grid(),
  /** Works on the map until it is done, is stopped, or has taken this many slices in total. */
  async refine(map: AnyMap, call: Call<MapPicture>, most: number) {
    let shown = 0;
    // After a stop the map may be gone.
    for (let slices = 1; slices <= most && !call.isStopped; slices += 1) {
      const isLast = map.advance(MAP_SLICE) || slices === most;
      if (isLast || performance.now() - shown > MAP_FRAME) {
        call.update({ picture: map.picture(), progress: map.progress(), slices });
        shown = performance.now();
      }
      if (isLast) break;
      await call.breathe();
    }
  },
  /** Null for a cell that was not sampled yet. */
  cell: (map: AnyMap, _: Call, column: number, row: number) => map.cell(column, row) ?? null,
  /** For each cell, the number of the first condition that its sample satisfies; see the engine. */
  regions: (map: AnyMap, _: Call, conditions: readonly string[]) => map.regions([...conditions]),
  /** The cells as a table in CSV. */
  table: (map: AnyMap, _: Call) => map.csv(),
};
