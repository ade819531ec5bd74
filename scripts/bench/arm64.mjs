// ARM64 beside MIPS: WLP4 programs with `long` and with `int`, compared style by style, and steps per second of the
// emulators. Both machines take turns in one run.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, Trouble } from '../lib/run.mjs';
import {
  compareNatively,
  digits,
  median,
  milliseconds,
  table,
  tamarin,
  timed,
} from './measure.mjs';
import { emitted, folder, least, pairs, programs, styles } from './wlp4.mjs';

/** Comparisons that take longer are not repeated, in milliseconds. */
const LONG = 3_000;
/** The limit of a comparison, in milliseconds. */
const WATCHDOG = 120_000;

const machines = [
  { name: 'MIPS', extension: 'asm', loop: 'benches/loop.asm', most: 2 ** 31 - 1 },
  { name: 'ARM64', extension: 's', loop: 'benches/loop.s', most: 2 ** 53 - 1 },
];

export async function arm64({ quick }) {
  mkdirSync(folder, { recursive: true });
  await twins(quick ? 1 : 5);
  emulators(quick ? 3 : 7);
}

/** The same program for both machines. */
function sources({ name, source }) {
  const text = readFileSync(source, 'utf8');
  const wide = join(folder, `${name}.long.wlp4`);
  writeFileSync(wide, text.replace(/\bint\b/g, 'long'));
  const array = /\bwain\s*\(\s*int\s*\*/.test(text) ? ['--array', '4'] : [];
  return { files: [source, wide], array };
}

async function twins(rounds) {
  const all = [];
  for (const program of programs()) {
    const { files, array } = sources(program);
    const codes = machines.map(({ extension }, index) => {
      const code = (style) => [style, emitted(program.name, files[index], style, extension)];
      return Object.fromEntries(styles.map(code));
    });
    for (const [left, right] of pairs) {
      const ways = codes.map((code, index) => {
        const machine = index === 0 ? [] : ['--machine', 'arm64'];
        return { both: [code[left], code[right]], args: [...machine, ...array] };
      });
      /** @type {number[][]} */
      const samples = [[], []];
      const verdicts = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, { both, args }] of ways.entries()) {
          if (samples[index].some((ms) => ms > LONG)) continue;
          const { report, ms } = await compareNatively(both, args, { watchdog: WATCHDOG });
          samples[index].push(ms);
          verdicts[index] = report?.verdict;
        }
      }
      const [mips, wide] = samples.map(least);
      all.push({ name: `${program.name}, ${left} and ${right}`, verdicts, mips, wide });
    }
  }
  const proved = (index) => all.filter((pair) => pair.verdicts[index] === 'equivalent').length;
  const ratios = all.map((pair) => pair.wide / pair.mips).sort((a, b) => a - b);
  table(`${all.length} pairs of styles, each the best of ${rounds}`, [
    ['', 'proved equivalent', 'median'],
    ['MIPS, `int`', proved(0), milliseconds(median(all.map((pair) => pair.mips)))],
    ['ARM64, `long`', proved(1), milliseconds(median(all.map((pair) => pair.wide)))],
    ['ARM64 : MIPS, median; 95 %', '', ratioOf(ratios)],
  ]);
  const open = all.filter((pair) => pair.verdicts[1] !== 'equivalent');
  for (const { name, verdicts, wide } of open) {
    console.log(`${name}: ${verdicts[1] ?? 'no verdict'} for ARM64 after ${milliseconds(wide)}`);
  }
}

const ratioOf = (ratios) =>
  [0.5, 0.95].map((part) => digits(ratios[Math.floor(part * (ratios.length - 1))])).join('; ');

function emulators(rounds) {
  const rate = ({ extension, loop, most }, fuel) => {
    const ms = (steps) =>
      timed(() => {
        const machine = extension === 's' ? ['--machine', 'arm64'] : [];
        const inputs = ['--inputs', `${most},0`, '--fuel', String(steps)];
        const { status } = spawnSync(tamarin, ['run', loop, ...machine, ...inputs], { cwd: root });
        if (status !== 1) throw new Trouble(`${loop} should have run out of fuel`);
      });
    // The time of a short run is subtracted, because starting a process takes time.
    return fuel / (ms(fuel) - ms(1));
  };
  const samples = Array.from({ length: rounds }, () =>
    machines.map((machine) => rate(machine, 200_000_000)),
  );
  const middle = (of) => median(samples.map(of));
  const millions = (steps) => `${Math.round(steps / 1e3)} million`;
  table(`Emulators: steps a second, native, median of ${rounds}`, [
    ['', 'steps a second'],
    ...machines.map(({ name }, index) => [name, millions(middle((sample) => sample[index]))]),
    ['ARM64 : MIPS', middle(([mips, wide]) => wide / mips).toFixed(2)],
  ]);
}
