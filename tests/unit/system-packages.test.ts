import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { ensureZ3 } from '../../scripts/lib/tools.mjs';

test.skipIf(process.platform === 'win32')(
  'the name of a system package is printed before it is installed',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tamarin-packages-'));
    const log = join(folder, 'log');
    const program = (name: string, text: string) => {
      writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(folder, name), 0o755);
    };
    program('apt-get', `case "$1" in --version) echo apt ;; *) echo "$@" >> ${log} ;; esac`);
    program('sudo', 'shift; "$@"');
    const printed: string[] = [];
    const path = process.env.PATH;
    const spy = vi.spyOn(console, 'log').mockImplementation((text: string) => {
      if (!existsSync(log)) printed.push(text);
    });
    // There is no z3 on this path.
    process.env.PATH = folder;
    try {
      await ensureZ3();
    } finally {
      process.env.PATH = path;
      spy.mockRestore();
    }
    expect(printed).toContain('Installing with apt-get: z3');
    expect(readFileSync(log, 'utf8')).toContain('install -y -qq z3');
    rmSync(folder, { recursive: true });
  },
);
