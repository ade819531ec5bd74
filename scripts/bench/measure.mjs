// Code that the sections of the benchmark share: repetition, tables, processes.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { root } from '../lib/run.mjs';
import { targetFolder } from '../lib/tools.mjs';

/** The native command line. */
export const tamarin = resolve(root, targetFolder, 'release', 'tamarin');

/** The duration of `work` in milliseconds. */
export function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Milliseconds from which a measurement is not repeated: noise affects it little. */
const LONG = 5000;

/** Runs alternatives in turns for several rounds; returns the measurements by alternative. */
export async function inTurns(rounds, ways, measure) {
  const samples = Object.fromEntries(ways.map((way) => [way, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, measured] of Object.entries(samples)) {
      if (measured.length === 0 || measured.at(-1).ms < LONG) measured.push(await measure(way));
    }
  }
  return samples;
}

/** Three significant digits. */
export function digits(value) {
  return value >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));
}

/** A time in milliseconds, or the reason why there is none. */
export function milliseconds(value) {
  return typeof value === 'number' ? `${digits(value)} ms` : value;
}

export function megabytes(bytes) {
  return `${digits(bytes / 2 ** 20)} MB`;
}

/** Prints rows as a Markdown table under a heading; the first row names the columns. */
export function table(title, rows) {
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  console.log(`\n### ${title}\n`);
  console.log(line(rows[0]));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows.slice(1)) console.log(line(row));
}

/**
 * Runs a command until it ends or the watchdog kills it. Resolves to its output, its wall-clock
 * time in milliseconds, and its largest resident set in bytes if the system reports it.
 */
export function measured(command, args, { watchdog = 600_000, input = '' } = {}) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
    let stdout = '';
    let peak = 0;
    let ended = false;
    const look = () => {
      peak = Math.max(peak, peakMemory(child.pid));
    };
    const looking = setInterval(look, 5);
    const timer = setTimeout(() => {
      ended = true;
      child.kill();
    }, watchdog);
    child.stdout.on('data', (chunk) => {
      // A command prints its answer last, so it is still running but about to end.
      look();
      stdout += chunk;
    });
    child.on('error', reject);
    child.on('close', (status) => {
      clearInterval(looking);
      clearTimeout(timer);
      resolve({ status, stdout, ended, peak, ms: performance.now() - start });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** The largest resident set of a process so far, in bytes; 0 if the system does not report it. */
export function peakMemory(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(status.match(/VmHWM:\s+(\d+) kB/)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/**
 * A comparison by the command line; `undefined` in place of a report when the watchdog ended it.
 *
 * @param {readonly string[]} files
 * @param {readonly string[]} args
 * @param {{ watchdog?: number, command?: string }} limits
 */
export async function compareNatively(files, args, { watchdog, command = tamarin } = {}) {
  const { stdout, ended, ms, peak } = await measured(
    command,
    ['compare', ...files, '--json', ...args],
    { watchdog },
  );
  return { report: ended ? undefined : JSON.parse(stdout), ms, peak };
}

/** The pairs of programs in a folder and its subfolders, by name. */
export function pairsIn(folder) {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name.endsWith('.left.asm'))
    .map((file) => join(file.parentPath, file.name.slice(0, -'.left.asm'.length)))
    .sort()
    .map((path) => ({
      name: relative(join(root, folder), path),
      files: [`${path}.left.asm`, `${path}.right.asm`],
      texts: ['left', 'right'].map((side) => readFileSync(`${path}.${side}.asm`, 'utf8')),
    }));
}

/** Whether a report's verdict is decided, so that more effort would not change it. */
export function isDecided(report) {
  return report !== undefined && report.verdict !== 'possibly-equivalent';
}
