/**
 * A round of a quiz as a link: `q1.…`, packed like links of comparisons (`links/codec.ts`).
 *
 * The fields are the texts of the program's files, and finally a record in JSON:
 *
 * | field | content | omitted for |
 * |---|---|---|
 * | `title` | of the quiz | none |
 * | `files` | names of the files, as in a comparison's link | one `main.asm` |
 * | `options`, `contract` | as in a comparison's link | the defaults, two integers |
 * | `seed` | the seed of the questions | |
 * | `questions` | the number wanted | {@link USUAL_QUESTIONS} |
 * | `arm64` | the parts of the question about ARM64 programs that are not usual | MIPS programs |
 * | `needs` | the features that a reader must support | none |
 *
 * It contains no key: the engine of whoever opens it finds the keys. A version is frozen with its
 * vocabulary. Readers ignore unknown fields, and refuse a link with unknown needs.
 */

import { readQuestion, writeQuestion } from '../comparison/arm64-question';
import { readContract } from '../comparison/contract';
import { readFiles, readOptions, writeContractField, writeOptions } from '../links/fields';
import { asName } from '../links/name';
import { isOfKind, type Kind, readPacked, writePacked } from '../links/packed';
import type { LinkProblem } from '../links/schema';
import { MAIN, MAX_FILES } from '../programs/source';
import { MAX_QUESTIONS, type Quiz, SEEDS, USUAL_QUESTIONS } from './quiz';

export type Reading = { ok: true; quiz: Quiz } | { ok: false; problem: LinkProblem };

const kind: Kind<Quiz> = { letter: 'q', version: 1, knownNeeds: ['arm64'], readFields };

/** The fragment after the `#`; undefined if it is too long for a link. */
export function write({
  title,
  program,
  options,
  arm64,
  seed,
  questions,
}: Quiz): string | undefined {
  const [first, second] = program;
  const isMain = !second && first?.name === MAIN && first.style === undefined;
  const names = program.map(({ name, style }) => (style === undefined ? name : [name, style]));
  // Every reader of quizzes supports a contract.
  const { contract } = writeContractField(options);
  const record = {
    ...(title ? { title } : {}),
    ...(isMain ? {} : { files: names }),
    ...writeOptions(options),
    ...(contract ? { contract } : {}),
    ...(arm64 ? { arm64: writeQuestion(arm64), needs: ['arm64'] } : {}),
    seed,
    ...(questions === USUAL_QUESTIONS ? {} : { questions }),
  };
  const texts = program.map(({ text }) => text);
  return writePacked(kind, texts, record);
}

/** Whether a fragment declares itself a quiz. */
export const isQuiz = (fragment: string): boolean => isOfKind(kind, fragment);

/** Parses the fragment after the `#`; never throws. */
export function read(fragment: string): Reading {
  const quiz = readPacked(kind, fragment);
  return typeof quiz === 'object' ? { ok: true, quiz } : { ok: false, problem: quiz };
}

function readFields(record: Record<string, unknown>, texts: string[]): Quiz | LinkProblem {
  const { files = [MAIN], seed, questions = USUAL_QUESTIONS } = record;
  const program = readFiles(files, texts, MAX_FILES);
  const contract = record.contract === undefined ? {} : readContract(record.contract);
  const options = contract && readOptions(record.options, contract);
  const arm64 = record.arm64 === undefined ? undefined : readQuestion(record.arm64);
  if (record.arm64 !== undefined && !arm64) return 'damaged';
  if (!program || !options || !isCount(seed, 0, SEEDS - 1)) return 'damaged';
  if (!isCount(questions, 1, MAX_QUESTIONS)) return 'damaged';
  const question = arm64 ? { arm64 } : {};
  return { title: asName(record.title), program, options, ...question, seed, questions };
}

const isCount = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
