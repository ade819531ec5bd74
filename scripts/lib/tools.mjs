// Installs what a build or a test needs and is missing. Nothing in this file may import from
// node_modules, which it fills.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { findChromium, findProgram, headlessShell } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';
import { heading, output, root, run, Trouble } from './run.mjs';
import { hashOf, once } from './stamp.mjs';
import { findWebKit } from './webkit.mjs';

const target = 'wasm32-unknown-unknown';

/** The target folder of cargo. */
export const targetFolder = process.env.CARGO_TARGET_DIR ?? 'target';

/** node_modules according to package-lock.json. */
export async function ensureNodeModules() {
  await once('node_modules/.installed', hashOf(['package-lock.json']), async () => {
    await run('npm', ['ci', '--no-fund', '--no-audit'], { label: 'npm packages' });
  });
}

/** Rust with the wasm target that rust-toolchain.toml names. */
export async function ensureRust() {
  if (!output('cargo', ['--version'])) {
    throw new Trouble('Rust is missing: install it from https://rustup.rs and run this again.');
  }
  const libraries = output('rustc', ['--print', 'target-libdir', '--target', target]);
  if (libraries && existsSync(libraries)) return;
  heading(`rustup target add ${target}`);
  await run('rustup', ['target', 'add', target]);
}

/** The program that generates the engine's bindings; resolves to its path. */
export async function ensureBindgen() {
  const args = ['build', '--package', 'bindgen', '--profile', 'tool'];
  await run('cargo', args, { label: 'bindings tool' });
  return join(targetFolder, 'tool', 'bindgen');
}

/** The proof checker of the long tests. */
export async function ensureRate() {
  return join(await cargoInstall('rate', '0.3.0', ['rate']), 'rate');
}

/** What changes the kernel to see whether its tests notice. */
export async function ensureMutants() {
  return join(await cargoInstall('cargo-mutants', '27.1.0', ['cargo-mutants']), 'cargo-mutants');
}

/** The folder of the tools that make flame graphs of what `perf` recorded. */
export async function ensureInferno() {
  return cargoInstall('inferno', '0.12.8', ['inferno-collapse-perf', 'inferno-flamegraph']);
}

/** Programs of a crate, built once; resolves to their folder. */
async function cargoInstall(crate, version, programs) {
  const folder = `.cache/${crate}-${version}`;
  await once(`${folder}/.installed`, programs.join(), async () => {
    heading(`${crate} ${version}, once: this takes a minute or two`);
    const args = ['install', crate, '--version', `=${version}`, '--root', folder, '--quiet'];
    await run('cargo', [...args, ...programs.flatMap((name) => ['--bin', name])]);
  });
  return join(root, folder, 'bin');
}

/** The Chromium for the browser tests: Debian's headless shell, or what {@link ensureChromium} finds. */
export async function ensureHeadlessChromium() {
  if (findProgram([headlessShell])) return;
  heading('Chromium for tests');
  // Other distributions have no such package. Without any Chromium it is worth an attempt.
  const isOffered = !findChromium() || output('apt-cache', ['show', headlessShell]) !== undefined;
  if (isOffered && (await aptInstall(headlessShell))) return;
  await ensureChromium();
}

/** A Chromium: this machine's, the distribution's, or Playwright's. */
export async function ensureChromium() {
  if (findChromium()) return;
  heading('Chromium');
  if (await aptInstall('chromium')) return;
  await run('npx', ['playwright', 'install', 'chromium', '--with-deps']);
}

/** A Firefox for the page's tests in it, which are skipped without one. */
export async function ensureFirefox() {
  if (findFirefox()) return;
  heading('Firefox');
  if (!(await aptInstall('firefox-esr'))) console.log('No Firefox here: its tests are skipped.');
}

/** WebKitGTK's browser, its driver and a display, for the page's tests in it. */
export async function ensureWebKit() {
  if (findWebKit()) return;
  heading('WebKit');
  await aptInstall('webkit2gtk-driver', 'xvfb');
  if (!findWebKit()) console.log('No WebKit here: its tests are skipped.');
}

/**
 * A native z3 for the Rust tests, if it can be installed without a prompt; the tests report if it
 * is missing.
 */
export async function ensureZ3() {
  if (output('z3', ['--version'])) return;
  heading('z3, for the tests of the solver in a process of its own');
  if (!(await aptInstall('z3'))) console.log('No z3 here: the tests that need it are skipped.');
}

/** An emulator of ARM64 processors, if it can be installed without a prompt; the test that needs it reports if it is missing. */
export async function ensureQemu() {
  if (output('qemu-aarch64', ['--version'])) return;
  heading('qemu-aarch64, with which the emulator for ARM64 is compared');
  if (!(await aptInstall('qemu-user'))) console.log('No qemu-aarch64 here: its test is skipped.');
}

/** Whether Debian or Ubuntu packages could be installed without a password. */
async function aptInstall(...names) {
  if (!output('apt-get', ['--version'])) return false;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (sudo.length > 0 && output('sudo', ['-n', 'true']) === undefined) return false;
  console.log(`Installing with apt-get: ${names.join(', ')}`);
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args];
    return run(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  };
  try {
    await apt('update', '-qq');
    await apt('install', '-y', '-qq', ...names);
    return true;
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    console.log(error.message);
    return false;
  }
}
