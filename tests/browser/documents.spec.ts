import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import { tutorialPrograms } from '../../scripts/lib/documents.mjs';
import { printedBy } from './command-line';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];

/** A command in a document, and the output that the document shows for it. */
interface Shown {
  command: string;
  output: string;
}

/** The commands of the blocks in which outputs are shown, in their order. */
function shownIn(text: string): Shown[] {
  const blocks = [...text.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(
    ([, block]) => block ?? '',
  );
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n');
        return { command: part.slice(0, end), output: part.slice(end + 1) };
      }),
  );
}

/** Without times and sizes, which depend on the machine and on the version. */
const steady = (text: string) =>
  text.replaceAll(/\d+ ms\b/g, '… ms').replaceAll(/\d+ bytes/g, '… bytes');

for (const document of documents.filter((name) => name.endsWith('.md'))) {
  const shown = shownIn(readFileSync(join(root, document), 'utf8'));
  if (shown.length === 0) continue;
  test(`what ${document} shows of the command line is what it prints`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tamarin-documents-'));
    try {
      for (const [name, text] of Object.entries(tutorialPrograms())) {
        writeFileSync(join(folder, name), text);
      }
      for (const { command, output } of shown) {
        expect(steady(printedBy(command, folder)), command).toBe(steady(output));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
