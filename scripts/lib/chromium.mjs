import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** What keeps a Chromium to what it is told: no sandbox (it may run as root), nothing fetched. */
export const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium of this machine; undefined when only Playwright's own can be had. */
export const findChromium = () => findProgram(names);

/** The first of these programs that is on the PATH or in /usr/bin. */
export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of names) {
    for (const folder of [...folders, '/usr/bin']) {
      const file = join(folder, name);
      if (existsSync(file)) return file;
    }
  }
  return undefined;
}
