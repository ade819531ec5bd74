/** A map of the whole plane by little work: for its axes, and for a small picture. */

import type { EngineClient } from '../../engine/client';
import type { MapGrid, MapProgress, Scale } from '../../engine/types';
import { type Axes, type Mapped, pointOf, requestOf, type Words, wholePlane } from './plane';

/** What to sample. */
export interface Asked {
  mapped: Mapped;
  /** Inputs whose cells are sampled first. */
  known: readonly Words[];
}

export interface Glance {
  /** The scale that shows more of the difference. */
  scale: Scale;
  grid: MapGrid;
  picture: Uint8Array | undefined;
}

/** Maximum number of slices of work for each scale. */
const SLICES = 8;

const AXES: Axes = [0, 1];

/** The fraction of sampled cells in which the programs differ. */
export function differing({ classes }: MapProgress): number {
  const sum = (...names: readonly string[]) =>
    classes.reduce((all, { class: name, cells }) => all + (names.includes(name) ? cells : 0), 0);
  const all = classes.reduce((cells, one) => cells + one.cells, 0);
  const seen = all - sum('unseen', 'excluded');
  return seen === 0 ? 0 : sum('results-differ', 'left-faults', 'right-faults') / seen;
}

/** The plane on the scale on which more of the first samples show a difference. */
export async function glance(engine: EngineClient, asked: Asked): Promise<Glance | undefined> {
  try {
    const linear = await on('linear', engine, asked);
    const logarithmic = await on('logarithmic', engine, asked);
    return linear.share > logarithmic.share ? linear : logarithmic;
  } catch {
    // The map itself reports the error.
    return undefined;
  }
}

async function on(
  scale: Scale,
  engine: EngineClient,
  { mapped, known }: Asked,
): Promise<Glance & { share: number }> {
  const { ground } = mapped;
  const view = {
    axes: [...AXES] as [number, number],
    inputs: [...ground],
    scale,
    ranges: wholePlane(mapped.machine),
    known: known.filter(({ length }) => length === ground.length).map((one) => pointOf(AXES, one)),
  };
  const session = engine.open('map', requestOf(mapped, view));
  try {
    await session.opened;
    const grid = await session.call('grid');
    let share = 0;
    let picture: Uint8Array | undefined;
    await session.start('refine', [SLICES], (seen) => {
      share = differing(seen.progress);
      picture = seen.picture;
    }).answer;
    return { scale, grid, picture, share };
  } finally {
    session.close();
  }
}
