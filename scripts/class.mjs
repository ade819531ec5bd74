// node scripts/class.mjs FOLDER [--students N] [--problems N]: makes a class to measure with.
//
// For each problem a folder with reference.asm and submissions/: programs of the corpus that
// are known to do the same, with temporary registers renamed, and two of five of them with a
// mistake of one token. The same class every time.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { main, root, Trouble } from './lib/run.mjs';

/** Numbers from 0 up to a limit that repeat from run to run. */
function numbers(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Pairs that are known to agree, and that do not take long. */
function pairs() {
  const folder = join(root, 'tests/corpus/pairs');
  const names = readdirSync(folder).filter((name) => name.endsWith('.left.asm'));
  const read = (name) => readFileSync(join(folder, name), 'utf8');
  const all = names.map((name) => [read(name), read(name.replace('.left.', '.right.'))]);
  return all.filter(([left]) => {
    const says = (directive) => new RegExp(`^;@ ${directive}`, 'm').test(left);
    return says('verdict: equivalent$') && !says('slow') && !says('undecided');
  });
}

/** A text without what the corpus says of it. */
const plain = (text) => text.replaceAll(/^;@.*\n(?:;@? {2,}.*\n)*/gm, '');

/** The same program with other temporary registers. */
function renamed(text, random) {
  const free = Array.from({ length: 24 }, (_, index) => index + 4);
  const names = Array.from({ length: 24 }, () => free.splice(random(free.length), 1)[0]);
  return text.replaceAll(/\$(\d+)/g, (whole, digits) => {
    const number = Number(digits);
    return number >= 4 && number < 28 ? `$${names[number - 4]}` : whole;
  });
}

const others = {
  slt: 'sltu',
  sltu: 'slt',
  beq: 'bne',
  bne: 'beq',
  add: 'sub',
  sub: 'add',
  mfhi: 'mflo',
  mflo: 'mfhi',
  div: 'divu',
  divu: 'div',
};

/** One token is another one. */
function mistaken(text, random) {
  const tokens = [
    ...text.matchAll(/\$[123]\b|\b(?:slt|sltu|beq|bne|add|sub|mfhi|mflo|div|divu)\b/g),
  ];
  const token = tokens[random(tokens.length)];
  if (!token) return text;
  const other = others[token[0]] ?? `$${1 + (Number(token[0].slice(1)) % 3)}`;
  return text.slice(0, token.index) + other + text.slice(token.index + token[0].length);
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      students: { type: 'string', default: '1000' },
      problems: { type: 'string', default: '20' },
    },
  });
  const [folder] = positionals;
  const [students, problems] = [Number(values.students), Number(values.problems)];
  if (!folder) throw new Trouble('say which folder the class is to be in');
  const known = pairs();
  if (!(problems >= 1 && problems <= known.length)) {
    throw new Trouble(`there are ${known.length} problems`);
  }
  for (const [index, [left, right]] of known.slice(0, problems).entries()) {
    const random = numbers(index + 1);
    const place = join(folder, String(index + 1).padStart(2, '0'));
    mkdirSync(join(place, 'submissions'), { recursive: true });
    writeFileSync(join(place, 'reference.asm'), plain(left));
    for (let student = 1; student <= students; student += 1) {
      const idea = renamed(plain(random(2) === 0 ? left : right), random);
      const text = random(5) < 2 ? mistaken(idea, random) : idea;
      const name = `student-${String(student).padStart(4, '0')}.asm`;
      writeFileSync(join(place, 'submissions', name), text);
    }
  }
});
