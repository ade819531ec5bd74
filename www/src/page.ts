import { start } from './app';
import { spawnEngine } from './engine/spawn';
import { firstExample } from './examples';
import { Address } from './link/address';
import { solvers } from './options';
import { loadWork, type Work } from './storage';

/** What the last visit left. */
const stored = loadWork();

/** What a new visitor finds. */
const example: Work = {
  left: firstExample?.left ?? '',
  right: firstExample?.right ?? '',
  names: { left: '', right: '' },
  options: undefined,
  example: firstExample?.name,
};

const address = new Address(stored);

const work = address.work ?? stored ?? example;

const app = start({
  work,
  ...(work === example && firstExample ? { options: firstExample.options } : {}),
  spawn: spawnEngine,
  solvers,
  save: (changed) => address.save(changed),
  restore: () => address.restore(),
});

// Work is kept as it is typed; this one only marks the choice of theme.
app.setTheme(app.store.state.theme);
address.watch(app);
