import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { findProgram } from './chromium.mjs';

/** Folders where distributions install WebKitGTK's small browser. */
const folders = ['/usr/lib', '/usr/libexec'];

/**
 * WebKitGTK's driver, its browser and a display for them, if this machine has them: the paths of
 * all three, or undefined.
 */
export function findWebKit() {
  const driver = findProgram(['WebKitWebDriver']);
  const display = findProgram(['xvfb-run']);
  const browser = findMiniBrowser();
  return driver && display && browser ? { driver, display, browser } : undefined;
}

function findMiniBrowser() {
  const places = folders.filter(existsSync).flatMap((folder) => [
    folder,
    ...readdirSync(folder)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(folder, name)),
  ]);
  for (const place of places) {
    // Newest first: 6.0 is that of GTK 4, which has another name.
    for (const version of ['4.1', '4.0']) {
      const file = join(place, `webkit2gtk-${version}`, 'MiniBrowser');
      if (existsSync(file)) return file;
    }
  }
  return undefined;
}
