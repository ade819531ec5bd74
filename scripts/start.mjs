// npm start: installs what is missing, builds the engine quickly, and serves the page from its
// sources, so that changes are visible at once. `npm run build` makes the published page.
//
//   npm start            builds the engine once
//   npm run dev          rebuilds it whenever one of its files changes
//   ... -- --port N

import { watch } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { buildLocal, servesLocal } from './lib/local.mjs';
import { heading, main, root } from './lib/run.mjs';
import { ensureNodeModules, ensureRust } from './lib/tools.mjs';

/** @type {import('node:util').ParseArgsConfig['options']} */
const options = { watch: { type: 'boolean' }, port: { type: 'string', default: '8241' } };
/** The engine's source folders. */
const sources = ['src', 'kernel/src', 'prove/src'];
/** Editors write a file in several steps, and several files at once. */
const SETTLED_MS = 200;

await main(async () => {
  const { values } = parseArgs({ options });
  await ensureRust();
  heading('npm packages and engine (a minute or two the first time)');
  const [, first] = await Promise.all([ensureNodeModules(), engineOnce()]);
  let { parts } = first;

  // Imported late, because it is one of the packages to install.
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: join(root, 'vite.config.ts'),
    plugins: [servesLocal(() => parts)],
    server: { port: Number(values.port), watch: { ignored: ['**/generated/**'] } },
    clearScreen: false,
    logLevel: 'warn',
  });
  await server.listen();
  heading(`Tamarin Playground: ${server.resolvedUrls?.local[0]} (Ctrl+C ends it)`);
  rest(parts);

  if (values.watch) {
    onChange(async () => {
      const next = await engineOnce();
      parts = next.parts;
      if (next.isBuilt) {
        server.moduleGraph.invalidateAll();
        server.ws.send({ type: 'full-reload' });
      }
      await rest(parts);
    });
  }
});

/** Starts building all parts, and waits for the one that a first verdict needs. */
async function engineOnce() {
  const parts = buildLocal();
  // The error is reported where the part is awaited.
  for (const part of parts.values()) part.catch(() => undefined);
  const isBuilt = await parts.get('tamarin').then(
    () => true,
    (error) => {
      console.log(error.message);
      return false;
    },
  );
  return { parts, isBuilt };
}

/** Waits for the parts that the page loads later, and reports the result. */
async function rest(parts) {
  const outcomes = await Promise.allSettled(parts.values());
  const failed = outcomes.filter(({ status }) => status === 'rejected');
  heading(failed.length > 0 ? 'the engine does not compile' : 'all parts of the engine are built');
}

/** Calls `build` after changes of the engine, one call at a time. */
function onChange(build) {
  let timer;
  let running = Promise.resolve();
  for (const folder of sources) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        heading('the engine has changed');
        running = running.then(build);
      }, SETTLED_MS);
    });
  }
}
