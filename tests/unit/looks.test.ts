import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const source = (file: string) => readFileSync(join('www/src', file), 'utf8');
const files = readdirSync('www/src', { recursive: true, encoding: 'utf8' });

/** Stylelint looks at styles; themes of editors are objects. */
test('an editor’s theme has the three sizes of text only', () => {
  const sizes = files
    .filter((file) => file.endsWith('theme.ts'))
    .flatMap((file) => [...source(file).matchAll(/fontSize: (.+?),? *[,}\n]/g)])
    .map(([, size]) => size);
  expect(sizes.length).toBeGreaterThan(3);
  for (const size of sizes) expect(size).toMatch(/^'var\(--text-(title|body|note)\)'$/);
});

test('the icon is the mark', () => {
  const shapes = (text: string) =>
    [...text.matchAll(/<(?:rect|path)[^>]*>/g)].map(([shape]) => shape.replaceAll(/\s+/g, ' '));
  const mark = shapes(source('app/mark.ts'));
  expect(mark.length).toBeGreaterThan(2);
  expect(shapes(readFileSync('www/public/icon.svg', 'utf8'))).toEqual(mark);
});
