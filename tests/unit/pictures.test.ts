import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { framesOf } from '../../scripts/lib/apng.mjs';
import { pictures } from '../../scripts/lib/pictures.mjs';

const root = new URL('../../', import.meta.url);
const docs = readdirSync(new URL('docs', root));
const made = pictures.map(({ file }) => file);

test('each picture of docs/ is made by `npm run screenshots`', () => {
  expect(docs.filter((name) => name.endsWith('.png')).sort()).toEqual([...made].sort());
});

test('each picture is shown by README.md or by a page of docs/', () => {
  const pages = docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  const texts = ['README.md', ...pages].map((name) => readFileSync(new URL(name, root), 'utf8'));
  const isShown = (file: string) => texts.some((text) => new RegExp(`[("/]${file}[)"]`).test(text));
  expect(made.filter((file) => !isShown(file))).toEqual([]);
});

test('README.md begins with a moving picture of less than 1 MB, and has at most 150 lines', () => {
  const lines = readFileSync(new URL('README.md', root), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(150);
  const shown = /src="docs\/([^"]+)"/.exec(lines.slice(0, 15).join('\n'))?.[1];
  const picture = readFileSync(new URL(`docs/${shown}`, root));
  expect(framesOf(picture)).toBeGreaterThan(4);
  expect(picture.length).toBeLessThan(1e6);
});
