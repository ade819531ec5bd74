/** Creates the playground of the page, with the work of the last visit or of the link. */

import { solvers } from '../comparison/options';
import { spawnEngine } from '../engine/spawn';
import { Address } from '../links/address';
import { ComposedPlayground } from '../playground/composed';
import type { Playground } from '../playground/playground';
import { firstExample, loadedExamples } from '../programs/first-example';
import { loadWork, type Work } from '../work/storage';
import { loadRareParts } from './rare-parts';

/** The initial work of a new visitor. */
const example: Work = {
  left: firstExample.left,
  right: firstExample.right,
  names: { left: '', right: '' },
  options: undefined,
  example: firstExample.name,
};

export async function openPage(): Promise<Playground> {
  const stored = loadWork();
  const address = await Address.open(stored);
  const app = new ComposedPlayground({
    work: address.work ?? stored ?? example,
    exampleOptions: (name) => loadedExamples.get(name)?.options,
    spawn: spawnEngine,
    solvers,
    keepsTests: true,
    save: (changed) => address.save(changed),
    restore: () => address.restore(),
  });
  loadRareParts(app.store);
  // Work is kept as it is typed; this call only marks the chosen theme.
  app.settings.setTheme(app.store.state.theme);
  address.watch(app);
  return app;
}
