/** What an author has written between the tags of a `<tamarin-compare>`. */

import { readContract, writeContract } from '../comparison/contract';
import {
  earlierEffort,
  fromFields,
  type OptionFields,
  optionNames,
  solvers,
  strategies,
} from '../comparison/options';
import type { Side } from '../engine/types';
import { asName } from '../links/name';
import { type Shared, usual } from '../links/schema';
import { assemblySource } from '../programs/source';

/** An element that holds a program, and the program. */
export interface Block {
  element: Element;
  text: string;
  name: string;
}

/** The first two blocks of code: the left program and the right one. */
export function findBlocks(host: Element): Record<Side, Block> | undefined {
  const [left, right] = [...host.children].filter(isProgram).map(readBlock);
  return left && right && { left, right };
}

export type Content =
  | { ok: true; shared: Shared }
  /** Attributes that hold no value. */
  | { ok: false; wrong: readonly string[] };

/** The contract that an attribute holds, in JSON, as it stands in the options; undefined for none. */
function readAttribute(text: string | null): string | undefined {
  if (text === null || text.trim() === '') return '';
  try {
    const contract = readContract(JSON.parse(text));
    return contract && writeContract(contract);
  } catch {
    return undefined;
  }
}

/** The comparison, with the options that the host's attributes name. */
export function readContent(host: Element, { left, right }: Record<Side, Block>): Content {
  const fields: OptionFields = { ...usual };
  for (const name of optionNames)
    fields[name] = host.getAttribute(attributeOf(name)) ?? fields[name];
  const strategy = host.getAttribute('strategy') ?? fields.strategy;
  const solver = host.getAttribute('solver') ?? fields.solver;
  // Embeds from before it was one number for all solvers.
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
  return {
    ok: true,
    shared: {
      programs: { left: assemblySource(left.text), right: assemblySource(right.text) },
      names: { left: left.name, right: right.name },
      options: reading.options,
      receipt: undefined,
    },
  };
}

/** `maxRuns` as an attribute: `max-runs`. */
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

/** Without the line that only holds the tag, and without the indentation that all lines share. */
function dedent(text: string): string {
  const lines = text
    .replace(/^[ \t]*\r?\n/, '')
    .replace(/\n[ \t]*$/, '\n')
    .split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const shared = Math.min(...indents);
  // What is left starts where the course's programs do: labels at the margin.
  return lines.map((line) => line.slice(Math.min(shared, line.search(/\S|$/)))).join('\n');
}
