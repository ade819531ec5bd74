// The cost of a student's question, native and by `bitblast` alone: programs in WLP4 in three
// styles against each other, printing in loops, and assembling and linking many lines.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { root, Trouble } from '../lib/run.mjs';
import {
  compareNatively,
  digits,
  measured,
  median,
  milliseconds,
  table,
  tamarin,
} from './measure.mjs';

export const styles = ['stack', 'registers', 'folded'];
export const pairs = [
  ['stack', 'registers'],
  ['stack', 'folded'],
  ['registers', 'folded'],
];
export const folder = join(root, '.cache/bench-wlp4');
const bitblast = ['--solver', 'bitblast'];

/** Number of lines that are assembled and linked, and of files. */
const LINES = 10_000;
const FILES = 8;

export async function wlp4({ quick }) {
  mkdirSync(folder, { recursive: true });
  const rounds = quick ? 3 : 9;
  await styleByStyle(rounds);
  await printing(rounds);
  await linking(rounds);
}

/** The file with the code of a WLP4 program in a style. ARM64 programs have the extension `s`. */
export function emitted(name, source, style, extension = 'asm') {
  const { status, stdout, stderr } = spawnSync(tamarin, ['asm', '--emit', style, source]);
  if (status !== 0) throw new Trouble(`${name}: ${stderr}`);
  const file = join(folder, `${name}.${style}.${extension}`);
  writeFileSync(file, stdout);
  return file;
}

export function programs() {
  const sources = join(root, 'tests/corpus/wlp4');
  const files = readdirSync(sources).filter((file) => file.endsWith('.wlp4'));
  return files.map((file) => ({ name: basename(file, '.wlp4'), source: join(sources, file) }));
}

/** The minimum: whatever a busy machine adds is not the program's. */
export const least = (values) => Math.min(...values);

async function styleByStyle(rounds) {
  const all = [];
  for (const { name, source } of programs()) {
    const files = Object.fromEntries(styles.map((style) => [style, emitted(name, source, style)]));
    for (const [left, right] of pairs) {
      const samples = [];
      for (let round = 0; round < rounds; round += 1) {
        const { report, ms } = await compareNatively([files[left], files[right]], bitblast);
        if (report.verdict !== 'equivalent') throw new Trouble(`${name}: ${report.verdict}`);
        samples.push(ms);
      }
      all.push({ name: `${name}, ${left} and ${right}`, ms: least(samples) });
    }
  }
  all.sort((a, b) => a.ms - b.ms);
  const at = (part) => all[Math.min(all.length - 1, Math.floor(part * all.length))];
  const slowest = all.at(-1);
  table(
    `${all.length} pairs of styles of ${all.length / pairs.length} programs, each the best of ${rounds}`,
    [
      ['median', '95 %', 'slowest'],
      [
        milliseconds(at(0.5).ms),
        milliseconds(at(0.95).ms),
        `${milliseconds(slowest.ms)} (${slowest.name})`,
      ],
    ],
  );
}

/** Programs that print in a loop, with their output statements and without. */
async function printing(rounds) {
  const rows = [];
  const own = { name: 'print-loop', source: join(root, 'benches/print-loop.wlp4') };
  for (const { name, source } of [...programs(), own]) {
    const text = readFileSync(source, 'utf8');
    if (!/while[\s\S]*println/.test(text)) continue;
    const silent = join(folder, `${name}-silent.wlp4`);
    writeFileSync(silent, text.replace(/println\s*\(([^;]*)\)\s*;/g, ''));
    const ways = { prints: source, silent };
    const samples = { prints: [], silent: [] };
    const files = Object.fromEntries(
      Object.entries(ways).map(([way, path]) => [
        way,
        ['stack', 'registers'].map((style) => emitted(`${name}-${way}`, path, style)),
      ]),
    );
    for (let round = 0; round < rounds; round += 1) {
      for (const [way, both] of Object.entries(files)) {
        samples[way].push((await compareNatively(both, bitblast)).ms);
      }
    }
    const [prints, quiet] = [least(samples.prints), least(samples.silent)];
    rows.push([name, milliseconds(prints), milliseconds(quiet), digits(prints / quiet)]);
  }
  table(`Printing in a loop, best of ${rounds}`, [
    ['program', 'as it is', 'without println', 'ratio'],
    ...rows,
  ]);
}

/** A file of code with an import and an export. */
function part(index, lines) {
  const next = (index + 1) % FILES;
  const body = [`.import part${next}`, `.export part${index}`, `part${index}:`];
  for (let line = body.length; line < lines - 3; line += 1) {
    body.push(line % 50 === 0 ? `at${line}:` : `    lw $3, ${4 * (line % 100)}($30)`);
  }
  body.push('    lis $5', `    .word part${next}`, '    jr $31');
  return `${body.join('\n')}\n`;
}

async function linking(rounds) {
  const files = Array.from({ length: FILES }, (_, index) => {
    const file = join(folder, `part${index}.asm`);
    writeFileSync(file, part(index, LINES / FILES));
    return file;
  });
  const out = join(folder, 'linked.mips');
  const samples = [];
  for (let round = 0; round < 3 * rounds; round += 1) {
    const { status, ms } = await measured(tamarin, ['link', ...files, '-o', out]);
    if (status !== 0) throw new Trouble('the files should be linked');
    samples.push(ms);
  }
  table(`Assembling and linking ${digits(LINES)} lines in ${FILES} files, of ${3 * rounds}`, [
    ['median', 'best'],
    [milliseconds(median(samples)), milliseconds(least(samples))],
  ]);
}
