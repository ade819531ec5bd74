import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Chromium flags: no sandbox (it may run as root), and no requests of its own. */
export const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium of this machine; undefined if only Playwright's own is available. */
export const findChromium = () => findProgram(names);

/**
 * Chromium without windows, as Debian packages it: what Playwright takes by default too. The tests of
 * the page take a sixth less of the processor in it.
 */
export const headlessShell = 'chromium-headless-shell';

/** The Chromium for tests: the headless shell if this machine has it. */
export const findHeadlessChromium = () => findProgram([headlessShell, ...names]);

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
