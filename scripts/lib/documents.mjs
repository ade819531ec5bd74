// The parts of docs/ that the page uses: the entries of the glossary and the programs of the
// tutorial. Each is maintained there only.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './run.mjs';

/**
 * The terms of docs/glossary.md, in its order, each with its text in one line.
 *
 * @returns {{ term: string, text: string }[]}
 */
export function glossary() {
  const [, ...entries] = read('docs/glossary.md').split(/^### /m);
  return entries.map((entry) => {
    const [term, ...lines] = entry.replace(/^## [\s\S]*/m, '').split('\n');
    return { term, text: lines.join(' ').trim() };
  });
}

/**
 * The programs of the tutorials by the names of their files.
 *
 * @returns {Record<string, string>}
 */
export function tutorialPrograms() {
  const texts = tutorials.map(read).join('\n');
  const found = texts.matchAll(/^`(\S+\.(?:asm|s))`:\n\n```asm\n([\s\S]*?)```/gm);
  return Object.fromEntries([...found].map(([, name, text]) => [name, text]));
}

/** The tutorial for each machine. */
export const tutorials = ['docs/tutorial.md', 'docs/tutorial-arm64.md'];

const read = (path) => readFileSync(join(root, path), 'utf8');
