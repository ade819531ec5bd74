/** Creates the playground of the page, with the work of the last visit or of the link. */

import { solvers } from '../comparison/options';
import { spawnEngine } from '../engine/spawn';
import { Address } from '../links/address';
import { ComposedPlayground } from '../playground/composed';
import type { Surroundings } from '../playground/surroundings';
import { firstExample, loadedExamples } from '../programs/first-example';
import { loadWork, type Work } from '../work/storage';
import { loadRareParts } from './rare-parts';
import { TmApp } from './tm-app';

/** The initial work of a new visitor. */
const example: Work = {
  left: firstExample.left,
  right: firstExample.right,
  names: { left: '', right: '' },
  options: undefined,
  example: firstExample.name,
};

/** The page's element, which shows its playground. */
export async function openPage(): Promise<TmApp> {
  const stored = loadWork();
  const address = await Address.open(stored);
  const work = address.work ?? stored ?? example;
  const place = {
    work,
    save: (changed: Work) => address.save(changed),
    restore: () => address.restore(),
    leaveFor: (other: Work) => address.leaveFor(other),
  };
  const { app, page } = work.arm64 ? (await import('./arm64')).open(place) : open(place);
  loadRareParts(app.store);
  // Work is kept as it is typed; this call only marks the chosen theme.
  app.settings.setTheme(app.store.state.theme);
  address.watch(app);
  page.app = app;
  return page;
}

function open(place: Pick<Surroundings, 'work' | 'save' | 'restore' | 'leaveFor'>) {
  const app = new ComposedPlayground({
    ...place,
    exampleOptions: (name) => loadedExamples.get(name)?.options,
    spawn: spawnEngine,
    solvers,
    keepsTests: true,
  });
  return { app, page: new TmApp() };
}
