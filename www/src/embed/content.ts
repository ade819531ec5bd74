/** The content between the tags of a `<tamarin-compare>`. */

import {
  type Arm64Question,
  readQuestion,
  usualQuestion,
  wrongParts,
} from '../comparison/arm64-question';
import { readContract, writeContract } from '../comparison/contract';
import {
  earlierEffort,
  fromFields,
  type OptionFields,
  optionNames,
  solvers,
  strategies,
} from '../comparison/options';
import { type MachineName, machines } from '../engine/machine';
import type { Side } from '../engine/types';
import { asName } from '../links/name';
import { type Shared, usual } from '../links/schema';
import { assemblySource } from '../programs/source';

/** An element with a program, and the program. */
export interface Block {
  element: Element;
  text: string;
  name: string;
}

/** The first two code blocks: the left program and the right one. */
export function findBlocks(host: Element): Record<Side, Block> | undefined {
  const [left, right] = [...host.children].filter(isProgram).map(readBlock);
  return left && right && { left, right };
}

export type Content =
  | { ok: true; shared: Shared }
  /** Attributes with invalid values. */
  | { ok: false; wrong: readonly string[] };

/** A contract in an attribute, in JSON, in the form of the options; undefined if it is invalid. */
function readAttribute(text: string | null): string | undefined {
  if (text === null || text.trim() === '') return '';
  try {
    const contract = readContract(JSON.parse(text));
    return contract && writeContract(contract);
  } catch {
    return undefined;
  }
}

/** What attributes say of a comparison, or the names of those with invalid values. */
type Asked =
  | { ok: true; asked: Pick<Shared, 'options' | 'arm64'> }
  | { ok: false; wrong: readonly string[] };

/** The comparison, with the machine and the options in the host's attributes. */
export function readContent(host: Element, { left, right }: Record<Side, Block>): Content {
  const name = host.getAttribute('machine') ?? 'mips';
  const machine = machines.find((known) => known === name);
  if (!machine) return { ok: false, wrong: ['machine'] };
  const reading = readers[machine](host);
  if (!reading.ok) return reading;
  return {
    ok: true,
    shared: {
      programs: { left: assemblySource(left.text), right: assemblySource(right.text) },
      names: { left: left.name, right: right.name },
      ...reading.asked,
      receipt: undefined,
    },
  };
}

const readers: Record<MachineName, (host: Element) => Asked> = {
  mips: readOptions,
  arm64: readArm64,
};

/** The question about ARM64 programs. The options of MIPS have no meaning for these. */
function readArm64(host: Element): Asked {
  const given = Object.entries(usualQuestion).map(([name, usual]) => [
    name,
    host.getAttribute(name) ?? usual,
  ]);
  const question = Object.fromEntries(given) as Arm64Question;
  const wrong = Object.keys(usualQuestion).filter(
    (name) => !readQuestion({ ...usualQuestion, [name]: question[name as keyof Arm64Question] }),
  );
  if (wrong.length === 0) wrong.push(...wrongParts(question));
  const foreign = ['contract', ...optionNames.map(attributeOf)].filter((name) =>
    host.hasAttribute(name),
  );
  wrong.push(...foreign);
  const reading = fromFields(usual);
  if (!reading.ok || wrong.length > 0) return { ok: false, wrong };
  return { ok: true, asked: { options: reading.options, arm64: question } };
}

function readOptions(host: Element): Asked {
  const fields: OptionFields = { ...usual };
  for (const name of optionNames)
    fields[name] = host.getAttribute(attributeOf(name)) ?? fields[name];
  const strategy = host.getAttribute('strategy') ?? fields.strategy;
  const solver = host.getAttribute('solver') ?? fields.solver;
  // Embeds from before there was one effort for all solvers.
  if (!host.hasAttribute('effort')) {
    const [rlimit, conflicts] = ['rlimit', 'conflicts'].map((name) => host.getAttribute(name));
    fields.effort = earlierEffort({ rlimit, conflicts }, solver) ?? usual.effort;
  }
  const wrong = [
    ...(strategies.some((name) => name === strategy) ? [] : ['strategy']),
    ...(solvers.some((name) => name === solver) ? [] : ['solver']),
  ];
  fields.contract = readAttribute(host.getAttribute('contract')) ?? '';
  if (readAttribute(host.getAttribute('contract')) === undefined) wrong.push('contract');
  const reading = fromFields({ ...fields, strategy, solver } as OptionFields);
  if (!reading.ok) wrong.push(...reading.wrong.map(attributeOf));
  if (!reading.ok || wrong.length > 0) return { ok: false, wrong };
  return { ok: true, asked: { options: reading.options } };
}

/** The attribute name of an option: `max-runs` for `maxRuns`. */
export const attributeOf = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function isProgram(element: Element): boolean {
  return element.matches('pre, script[type="text/x-cs241"]');
}

function readBlock(element: Element): Block {
  const text = element.textContent ?? '';
  return {
    element,
    text: element.matches('script') ? dedent(text) : text,
    name: asName(element.getAttribute('data-name')),
  };
}

/** Removes the line that only holds the tag, and the common indentation. */
function dedent(text: string): string {
  const lines = text
    .replace(/^[ \t]*\r?\n/, '')
    .replace(/\n[ \t]*$/, '\n')
    .split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const shared = Math.min(...indents);
  // Labels then start at the margin, as in the course's programs.
  return lines.map((line) => line.slice(Math.min(shared, line.search(/\S|$/)))).join('\n');
}
