// node scripts/icons.mjs: draws the page's mark (www/src/app/mark.ts) as www/public/icon.svg, and
// that in the sizes that phones and desktops need for an installed page. Run it when the mark
// changes.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findChromium, quiet } from './lib/chromium.mjs';
import { main, root, run, Trouble } from './lib/run.mjs';
import { ensureChromium } from './lib/tools.mjs';

const folder = join(root, 'www/public');

/** `inset` is the fraction that a mask may cut off at each side. */
const icons = [
  { file: 'icon-192.png', size: 192, inset: 0 },
  { file: 'icon-512.png', size: 512, inset: 0 },
  { file: 'icon-maskable-512.png', size: 512, inset: 0.1 },
  { file: 'apple-touch-icon.png', size: 180, inset: 0.05 },
];

/** The mark as a file of its own. */
function drawMark() {
  const source = readFileSync(join(root, 'www/src/app/mark.ts'), 'utf8');
  const drawing = source.match(/<svg[^>]*>\n(?<shapes>[\s\S]*?)<\/svg>/)?.groups?.shapes;
  if (!drawing) throw new Trouble('there is no drawing in mark.ts');
  const shapes = drawing.trimEnd().replaceAll(/^ {2}/gm, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>Tamarin Playground</title>
${shapes}
</svg>
`;
}

await main(async () => {
  await ensureChromium();
  const { chromium } = await import('@playwright/test');
  const svg = drawMark();
  writeFileSync(join(folder, 'icon.svg'), svg);
  await run('node_modules/.bin/biome', ['format', '--write', 'www/public/icon.svg']);
  const ground = svg.match(/fill="(#[0-9a-f]{6})"/)?.[1];
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: quiet,
  });
  for (const { file, size, inset } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>
      body { margin: 0; background: ${inset > 0 ? ground : 'transparent'} }
      svg { position: absolute; inset: ${inset * size}px; width: ${(1 - 2 * inset) * size}px }
    </style>${svg}`);
    await page.screenshot({ path: join(folder, file), omitBackground: true });
    await page.close();
    console.log(join('www/public', file));
  }
  await browser.close();
});
