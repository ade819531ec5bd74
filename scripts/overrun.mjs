// Measures how well the time limit is kept: compares hard pairs, and those of the corpus, with
// `--seconds 1`, 2 and 3, and prints by how much each exceeded it.
//
//   node scripts/overrun.mjs [TAMARIN] [--corpus]
//
// Exits with 1 if one is more than a second late.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const args = process.argv.slice(2);
const tamarin = args.find((arg) => !arg.startsWith('--')) ?? 'target/release/tamarin';
const lines = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join('\n');
const end = '\njr $31\n';

/** Pairs of texts, each hard for another part of the engine. */
const hard = {
  'negations in high words': [
    lines(
      60,
      () => 'sub $1, $0, $1\nsub $4, $0, $1\nmult $4, $2\nmfhi $5\nadd $2, $2, $5\nadd $3, $3, $5',
    ),
    lines(
      60,
      () => 'sub $1, $0, $1\nmult $1, $2\nmfhi $5\nsub $5, $0, $5\nadd $2, $2, $5\nadd $3, $3, $5',
    ),
  ],
  products: [
    lines(200, () => 'multu $1, $2\nmfhi $4\nmflo $5\nadd $1, $4, $5\nadd $3, $3, $1'),
    lines(
      200,
      () => 'multu $2, $1\nmfhi $4\nmflo $5\nadd $1, $5, $4\nadd $3, $3, $4\nadd $3, $3, $5',
    ),
  ],
  'wide sums': [
    lines(
      400,
      (i) => `lis $4\n.word ${i + 3}\nmult $1, $4\nmflo $5\nadd $3, $3, $5\nmult $3, $2\nmflo $3`,
    ),
    `${lines(
      400,
      (i) => `lis $4\n.word ${i + 3}\nmult $4, $1\nmflo $5\nadd $3, $5, $3\nmult $2, $3\nmflo $3`,
    )}\nadd $3, $3, $0`,
  ],
  divisions: [
    lines(40, () => 'divu $1, $2\nmfhi $4\nmflo $5\nadd $1, $1, $5\nadd $3, $3, $4'),
    lines(
      40,
      () =>
        'divu $1, $2\nmflo $5\nmult $5, $2\nmflo $6\nsub $4, $1, $6\nadd $1, $5, $1\nadd $3, $3, $4',
    ),
  ],
  'signed divisions': [
    lines(
      30,
      (i) =>
        `lis $7\n.word ${2 * i + 3}\ndiv $1, $7\nmfhi $4\nmflo $5\nadd $1, $1, $5\nadd $3, $3, $4\nmult $3, $2\nmfhi $2`,
    ),
    lines(
      30,
      (i) =>
        `lis $7\n.word ${2 * i + 3}\ndiv $1, $7\nmflo $5\nmult $5, $7\nmflo $6\nsub $4, $1, $6\nadd $1, $5, $1\nadd $3, $3, $4\nmult $2, $3\nmfhi $2`,
    ),
  ],
  'a large table': [
    `lw $3, 0($1)\nlw $4, 0($2)\nmult $3, $4\nmflo $3\njr $31\n${lines(60_000, (i) => `.word ${(i * 7919) % 65_521}`)}`,
    `lw $4, 0($1)\nlw $3, 0($2)\nmult $4, $3\nmflo $4\nadd $3, $4, $0\njr $31\n${lines(60_000, (i) => `.word ${(i * 7919) % 65_521}`)}`,
  ],
  'stores anywhere': [
    lines(60, () => 'sw $1, 0($2)\nlw $4, 0($1)\nadd $2, $2, $4\nadd $3, $3, $4'),
    lines(60, () => 'sw $1, 0($2)\nlw $4, 0($1)\nadd $2, $4, $2\nadd $3, $4, $3'),
  ],
  'a long loop': [
    'loop: beq $1, $0, 3\nlis $4\n.word 1\nsub $1, $1, $4\nadd $3, $3, $2\nmult $3, $1\nmflo $3\nbne $1, $0, loop',
    'loop: beq $1, $0, 3\nlis $4\n.word 1\nsub $1, $1, $4\nadd $3, $2, $3\nmult $1, $3\nmflo $3\nbne $1, $0, loop',
  ],
};

const folder = mkdtempSync(join(tmpdir(), 'overrun-'));
const pairs = Object.entries(hard).map(([name, texts]) => [
  name,
  texts.map((text, side) => {
    const file = join(folder, `${name.replaceAll(' ', '-')}-${side}.asm`);
    writeFileSync(file, text.includes('jr $31') ? text : text + end);
    return file;
  }),
]);
if (args.includes('--corpus')) {
  for (const at of ['tests/corpus/pairs', 'tests/corpus/oracle']) {
    for (const left of readdirSync(at).filter((file) => file.endsWith('.left.asm'))) {
      const files = [left, left.replace('.left.', '.right.')].map((file) => join(at, file));
      pairs.push([left.replace('.left.asm', ''), files]);
    }
  }
}
let worst = -Infinity;
for (const [name, files] of pairs) {
  for (const seconds of [1, 2, 3]) {
    const begin = performance.now();
    const options = [
      '--seconds',
      seconds,
      '--solver',
      'bitblast',
      '--effort',
      1_000_000_000,
      '--fuel',
      100_000,
    ];
    const run = spawnSync(tamarin, ['compare', ...files, ...options.map(String)], {
      encoding: 'utf8',
    });
    const late = (performance.now() - begin) / 1000 - seconds;
    const verdict = run.stdout.split('\n')[0] || run.stderr.split('\n')[0];
    if (late > -0.05) console.log(`${late.toFixed(2)} s beyond ${seconds} s: ${name}: ${verdict}`);
    worst = Math.max(worst, late);
    // More time is not needed.
    if (late < -0.5) break;
  }
}
console.log(`at most ${worst.toFixed(2)} s beyond the limit`);
process.exitCode = worst > 1 ? 1 : 0;
