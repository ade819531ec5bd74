// The engine's wasm during development: compiled in about a minute, neither optimised by binaryen
// nor split. The part for a first verdict is built first, and the parts that the page loads later
// after it.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { compilePart, generated, parts } from '../build.mjs';
import { root, run } from './run.mjs';
import { bindWhole } from './split.mjs';
import { hashOf, once } from './stamp.mjs';
import { ensureBindgen } from './tools.mjs';

const PROFILE = 'local';
/** A separate folder from that of `npm run build`, so that neither overwrites the other. */
const folder = `${generated}/${PROFILE}`;
/** An empty module. */
const EMPTY = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);

/**
 * Builds the parts one after the other; returns a promise for each, by its name. A failure rejects
 * its own promise only. Before a part's first build, an empty file takes its place.
 */
export function buildLocal() {
  mkdirSync(join(root, folder), { recursive: true });
  const bindgen = ensureBindgen();
  const built = new Map();
  let turn = Promise.resolve();
  for (const part of parts) {
    const script = join(root, folder, `${part.name}.js`);
    if (!existsSync(script)) writeFileSync(script, '');
    const done = turn.then(() => buildPart(part, bindgen));
    turn = done.catch(() => undefined);
    built.set(part.name, done);
  }
  return built;
}

async function buildPart({ name, feature, isSplit = false }, bindgen) {
  const compiled = await compilePart({ feature, profile: PROFILE });
  const inputs = hashOf([compiled, 'Cargo.lock', 'scripts/lib/split.mjs', 'tools']);
  await once(`${folder}/.${name}`, inputs, async () => {
    await run(await bindgen, [compiled, folder, name]);
    if (!isSplit) return;
    bindWhole(join(root, folder, `${name}.js`));
    writeFileSync(join(root, folder, 'tamarin_later.wasm'), EMPTY);
  });
}

/**
 * Has Vite serve these parts. What asks for one that is not built yet waits for it.
 *
 * @param built returns the promises of the latest build.
 */
export function servesLocal(built) {
  return {
    name: 'local-engine',
    enforce: 'pre',
    transform: (code, id) =>
      /\/www\/src\/(?:engine|arm64)\//.test(id)
        ? code.replaceAll("'../../generated/", `'../../generated/${PROFILE}/`)
        : undefined,
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = request.url?.match(
          /\/generated\/local\/(tamarin(?:_tools|_proofs|_arm64)?)(?:_bg)?\./,
        );
        if (!file) return next();
        built()
          .get(file[1])
          .then(
            () => next(),
            ({ message }) => response.writeHead(503, { 'Content-Type': 'text/plain' }).end(message),
          );
      });
    },
  };
}
