/** Regions of ARM64 programs that are given two numbers. */

import type { RegionMachine } from '../evidence/explain/regioned';
import { formatBoth } from '../evidence/map/messages';
import type { NumberFormat } from '../kit/numbers';
import { mapMachine } from './maps';
import type { Arm64Playground } from './playground';
import type { RegionReport } from './types';

const names = ['x0', 'x1'];

const sample = ({ inputs }: RegionReport): readonly bigint[] =>
  inputs.map((word) => BigInt.asIntN(64, BigInt(word)));

const describe = (region: RegionReport, numbers: NumberFormat): string =>
  sample(region)
    .map((word, at) => `${names[at]} = ${formatBoth(mapMachine, word, numbers)}`)
    .join(', ');

export const arm64Regions = (app: Arm64Playground): RegionMachine<RegionReport> => ({
  names,
  sample,
  describe,
  step({ inputs: [first = '0', second = '0'] }) {
    app.step({ numbers: [first, second] });
  },
  showMap: () => app.show('map'),
});
