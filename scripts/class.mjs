// node scripts/class.mjs FOLDER [--students N] [--problems N] [--grade PROGRAM] [--causes] [--wlp4]:
// generates a class for measurements, and has it graded, one problem after the other, by PROGRAM
// (target/release/tamarin). --causes has it search causes, too; the time until the grades are there
// is then a column of its own.
//
// It prints a table with the time for each problem, and the maximum memory of the grading and its
// workers together (their resident sets, if the system reports them). An interrupted grading is
// resumed; --limit N ends each after N seconds. --seconds N is grade's own limit for each
// comparison; --only 5,7 selects these problems.
//
// For each problem there is a folder with reference.asm and submissions/: programs of the corpus
// that are known to be equivalent, with temporary registers renamed, two of five with a mistake of
// one token. With --wlp4 the reference is a program of tests/corpus/wlp4, and submissions are what
// PROGRAM compiles it to in one of three styles, with a mistake in the source or in the assembly. The
// class is always the same.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { main, root, Trouble } from './lib/run.mjs';

/** A fixed sequence of pseudo-random numbers from 0 to below a limit. */
function numbers(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Pairs that are known to agree and compare quickly. */
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

/** A text without the corpus's annotations. */
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

/** The program with one token replaced. */
function mistaken(text, random) {
  const tokens = [
    ...text.matchAll(/\$[123]\b|\b(?:slt|sltu|beq|bne|add|sub|mfhi|mflo|div|divu)\b/g),
  ];
  const token = tokens[random(tokens.length)];
  if (!token) return text;
  const other = others[token[0]] ?? `$${1 + (Number(token[0].slice(1)) % 3)}`;
  return text.slice(0, token.index) + other + text.slice(token.index + token[0].length);
}

/** The mistakes in the source of which a student makes one. */
const slips = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
  '+': '-',
  '-': '+',
  '*': '+',
  '/': '%',
  '%': '/',
};

/** The WLP4 program with one operator replaced, or one number one too large. */
function slipped(text, random) {
  const tokens = [...text.matchAll(/(?<=\s)(?:[<>]=?|[=!]=|[-+*/%])(?=\s)|\b\d+\b/g)];
  const token = tokens[random(tokens.length)];
  if (!token) return text;
  const other = slips[token[0]] ?? String(Number(token[0]) + 1);
  return text.slice(0, token.index) + other + text.slice(token.index + token[0].length);
}

/** The programs of the WLP4 corpus for MIPS, by name. */
function sources() {
  const folder = join(root, 'tests/corpus/wlp4');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.filter((text) => /\bint\s+wain\b/.test(text));
}

/** What PROGRAM compiles a WLP4 program to; nothing if it has an error. */
function compiled(program, place, text, style) {
  const file = join(place, 'compiled.wlp4');
  writeFileSync(file, text);
  try {
    return execFileSync(program, ['asm', '--emit', style, file], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch {
    return undefined;
  }
}

/** Writes a problem whose reference is a WLP4 program. */
function writeCompiled(program, place, source, random, students) {
  mkdirSync(join(place, 'submissions'), { recursive: true });
  writeFileSync(join(place, 'reference.wlp4'), source);
  for (let student = 1; student <= students; student += 1) {
    const style = ['stack', 'registers', 'folded'][random(3)];
    const kind = random(5);
    const idea = kind === 0 ? slipped(source, random) : source;
    const right = compiled(program, place, idea, style) ?? compiled(program, place, source, style);
    const text = kind === 1 ? mistaken(right, random) : right;
    const name = `student-${String(student).padStart(4, '0')}.asm`;
    writeFileSync(join(place, 'submissions', name), text);
  }
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      students: { type: 'string', default: '1000' },
      problems: { type: 'string', default: '20' },
      grade: { type: 'string' },
      limit: { type: 'string', default: '3600' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      causes: { type: 'boolean' },
      wlp4: { type: 'boolean' },
    },
  });
  const [folder] = positionals;
  const [students, problems] = [Number(values.students), Number(values.problems)];
  if (!folder) throw new Trouble('say which folder the class is to be in');
  const program = values.grade && resolve(values.grade);
  if (values.wlp4 && !program) throw new Trouble('--wlp4 takes a program that compiles (--grade)');
  const known = values.wlp4 ? sources() : pairs();
  if (!(problems >= 1 && problems <= known.length)) {
    throw new Trouble(`there are ${known.length} problems`);
  }
  const chosen = values.only?.split(',').map((number) => Number(number) - 1);
  const indices = known
    .slice(0, problems)
    .map((_, index) => index)
    .filter((index) => chosen?.includes(index) ?? true);
  for (const index of indices) {
    const [place, problem, random] = [
      join(folder, nameOf(index)),
      known[index],
      numbers(index + 1),
    ];
    if (values.wlp4) writeCompiled(program, place, problem, random, students);
    else writeProblem(place, problem, random, students);
  }
  if (!program) return;
  const limit = Number(values.limit) * 1000;
  const last = values.causes ? ['causes', 'mends', 'pairs', 's of causes', 'MB'] : ['MB'];
  console.log(`| problem | programs | classes | comparisons | s | ${last.join(' | ')} |`);
  console.log(`|---|---|---|---|---|${'---|'.repeat(last.length)}`);
  const all = { seconds: 0, peak: 0 };
  const more = values.seconds ? ['--seconds', values.seconds] : [];
  for (const index of indices) {
    const place = join(folder, nameOf(index));
    const { counts, seconds, peak } = await graded(program, place, limit, more);
    const megabytes = (peak / 1e6).toFixed(0);
    const classes = counts ? [...new Set(counts.classes)].join(' to ') : 'stopped';
    const told = [counts?.programs ?? '', classes, counts?.comparisons ?? '', seconds.toFixed(1)];
    if (values.causes) {
      // The comparisons come from the journal.
      const again = await graded(program, place, limit, [...more, '--causes']);
      const kinds = again.causes ?? [];
      const of = (kind) => kinds.filter((cause) => cause.kind === kind).length;
      told.push(kinds.length, of('mend'), of('pair'), again.seconds.toFixed(1));
    }
    console.log(`| ${[nameOf(index), ...told, megabytes].join(' | ')} |`);
    all.seconds += seconds;
    all.peak = Math.max(all.peak, peak);
  }
  const [seconds, megabytes] = [all.seconds.toFixed(0), (all.peak / 1e6).toFixed(0)];
  console.log(`| all | | | | ${seconds} | ${megabytes} |`);
});

/** The name of a problem's folder. */
function nameOf(index) {
  return String(index + 1).padStart(2, '0');
}

/** Writes a problem with two solutions and the students' variants of them. */
function writeProblem(place, pair, random, students) {
  const [left, right] = pair;
  mkdirSync(join(place, 'submissions'), { recursive: true });
  writeFileSync(join(place, 'reference.asm'), plain(left));
  for (let student = 1; student <= students; student += 1) {
    const idea = renamed(plain(random(2) === 0 ? left : right), random);
    const text = random(5) < 2 ? mistaken(idea, random) : idea;
    const name = `student-${String(student).padStart(4, '0')}.asm`;
    writeFileSync(join(place, 'submissions', name), text);
  }
}

/** Grades a problem; returns no counts if it took longer than allowed. */
function graded(program, place, limit, more) {
  const reference = readdirSync(place).find((name) => name.startsWith('reference.'));
  if (!reference) throw new Trouble(`${place} has no reference`);
  const of = ['grade', join(place, 'submissions'), '--reference', join(place, reference)];
  const args = [...of, ...more];
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const child = spawn(program, [...args, '--out', join(place, 'graded'), '--quiet'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let peak = 0;
    const looking = setInterval(() => {
      peak = Math.max(peak, memory(child.pid));
    }, 50);
    const timer = setTimeout(() => child.kill(), limit);
    child.on('error', reject);
    child.on('close', (status) => {
      clearInterval(looking);
      clearTimeout(timer);
      const seconds = (performance.now() - begin) / 1000;
      const report = () => JSON.parse(readFileSync(join(place, 'graded/report.json'), 'utf8'));
      const { counts, causes } = status === 0 ? report() : {};
      resolve({ counts, causes, seconds, peak });
    });
  });
}

/**
 * The resident sets of a process and its children, in bytes; 0 if the system does not report them.
 */
function memory(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    // Workers are started by threads.
    const threads = readdirSync(`/proc/${pid}/task`).filter((thread) => thread !== String(pid));
    const of = (thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
    const all = [children, ...threads.map(of)].join(' ').split(' ').filter(Boolean);
    return [pid, ...all].reduce((sum, one) => sum + resident(one), 0);
  } catch {
    return 0;
  }
}

function resident(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(status.match(/VmRSS:\s+(\d+) kB/)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
