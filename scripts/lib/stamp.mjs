import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { root } from './run.mjs';

/** A hash of the contents and names of these files and folders, and of further words. */
export function hashOf(paths, ...words) {
  const hash = createHash('sha256');
  for (const word of words) hash.update(`${word}\0`);
  for (const path of paths) {
    for (const file of filesIn(resolve(root, path))) {
      hash.update(`${relative(root, file)}\0`);
      hash.update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/**
 * Runs a step unless it ran before with the same inputs. `stamp` is a file that is deleted with the
 * step's result; it holds the hash `inputs`.
 */
export async function once(stamp, inputs, step) {
  const file = resolve(root, stamp);
  if (existsSync(file) && readFileSync(file, 'utf8') === inputs) return false;
  await step();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, inputs);
  return true;
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesIn(join(path, entry.name)));
}
