import { readFileSync } from 'node:fs';

import { framesOf } from '../../scripts/lib/apng.mjs';
import { pictures, viewport } from '../../scripts/lib/pictures.mjs';
import { expect, test } from './playground';

test.use({ live: true });

for (const { file, take } of pictures) {
  test(`the page still has each view of docs/${file}`, async ({ playground }) => {
    const { page } = playground;
    await page.setViewportSize(viewport);
    await playground.open();
    const frames = await take(page);
    // Checks only that the picture in docs/ has as many views; their appearance is not tested.
    const kept = readFileSync(new URL(`../../docs/${file}`, import.meta.url));
    expect(frames.length).toBe(framesOf(kept));
  });
}
