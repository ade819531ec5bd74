// npm run lighthouse: Lighthouse's scores of the built page, from a local server that compresses,
// as a phone and as a desktop. Not part of npm test: its performance scores depend on the machine.
// It is not a dependency of the project, because of its size; npx downloads it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from './build.mjs';
import { findChromium, quiet } from './lib/chromium.mjs';
import { main, run } from './lib/run.mjs';
import { ensureChromium } from './lib/tools.mjs';
import { serve } from './serve.mjs';

// The last major version for Node 20.
const lighthouse = 'lighthouse@12.8.2';
const flags = ['--headless=new', ...quiet].join(' ');

await main(async () => {
  await build();
  await ensureChromium();
  const { address, close } = await serve({ compress: true });
  const folder = mkdtempSync(join(tmpdir(), 'tamarin-lighthouse-'));
  for (const form of ['mobile', 'desktop']) {
    const file = join(folder, `${form}.json`);
    await run(
      'npx',
      [
        ...['--yes', lighthouse, address, '--quiet', '--output=json', `--output-path=${file}`],
        `--chrome-flags=${flags}`,
        ...(form === 'desktop' ? ['--preset=desktop'] : []),
      ],
      { env: { CHROME_PATH: findChromium() ?? '' } },
    );
    const { categories, audits } = JSON.parse(readFileSync(file, 'utf8'));
    const scores = Object.values(categories).map(
      ({ title, score }) => `${title} ${Math.round(score * 100)}`,
    );
    console.log(`${form}: ${scores.join(', ')}`);
    for (const { auditRefs } of Object.values(categories)) {
      for (const { id, weight } of auditRefs) {
        const { score, title, displayValue = '' } = audits[id];
        if (weight > 0 && score !== null && score < 0.9)
          console.log(`    ${title}: ${displayValue}`);
      }
    }
  }
  rmSync(folder, { recursive: true });
  await close();
});
