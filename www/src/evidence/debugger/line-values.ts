/** What a line of a program does on an input, with its values: one sentence for an editor. */

import { type SomeSpec, told } from '../../comparison/contract';
import type { EngineClient, Session } from '../../engine/client';
import { isSame, type Sources } from '../../engine/sources';
import type { Inputs, Side, SideView, Spec } from '../../engine/types';
import { formatValue } from '../../kit/numbers';
import { lineValues as messages } from './messages';

/** A program on an input. */
export interface LineRun {
  side: Side;
  program: Sources;
  contract: SomeSpec;
  inputs: Inputs;
  fuel: number;
}

/** A line of a program, and its text. */
export interface LinePlace {
  /** The file's number. */
  file: number;
  /** The line number, from 1. */
  line: number;
  text: string;
}

/** The last queried run stays open, since the next line is usually in it, too. */
let open: { engine: EngineClient; run: LineRun; session: Session<'debugger'> } | undefined;

/** The first time that a run reaches a line; undefined if the program does not run. */
export async function valuesAt(
  engine: EngineClient,
  run: LineRun,
  place: LinePlace,
): Promise<string | undefined> {
  try {
    const session = await sessionOf(engine, run);
    const index = run.side === 'left' ? 0 : 1;
    const lines = [{ file: place.file, line: place.line }];
    const asked = { position: 0, back: false, lines: [[], []] as [typeof lines, typeof lines] };
    asked.lines[index] = lines;
    const position = await session.call('find', asked);
    const view = (await session.call('frame', position)).sides[index];
    const on = told(run.contract, run.inputs);
    const isThere = view.moved && view.line?.file === place.file && view.line.line === place.line;
    return isThere
      ? messages.did(on, ...wordsOf(view, place.text), view.next_line?.line)
      : messages.never(on);
  } catch {
    open = undefined;
    return undefined;
  }
}

async function sessionOf(engine: EngineClient, run: LineRun): Promise<Session<'debugger'>> {
  if (open?.engine === engine && isOf(open.run, run)) return open.session;
  open?.session.close();
  const { side, program, contract, inputs, fuel } = run;
  // The other program need not assemble.
  const session = engine.open('debugger', {
    left: program,
    right: program,
    contract: contract as Spec,
    inputs,
    fuel,
  });
  open = { engine, run: { side, program, contract, inputs, fuel }, session };
  await session.opened;
  return session;
}

const isOf = (a: LineRun, b: LineRun): boolean =>
  a.side === b.side &&
  isSame(a.program, b.program) &&
  JSON.stringify([a.contract, a.inputs, a.fuel]) === JSON.stringify([b.contract, b.inputs, b.fuel]);

/** What a step reads and what it changes, each as `$6 = -20`. */
function wordsOf({ registers, memory }: SideView, text: string): [string[], string[]] {
  const code = text.replace(/(;|#|\/\/).*/, '');
  const named = new Set(code.match(/\$\d+/g) ?? []);
  const changed = registers.filter(({ before }) => before !== undefined);
  const isOnlyWritten = (name: string) =>
    changed.some((register) => register.name === name) &&
    (code.match(/\$\d+/g) ?? []).filter((each) => each === name).length === 1;
  const read = registers
    .filter(({ name }) => named.has(name) && !isOnlyWritten(name) && name !== '$0')
    .map(({ name, value, before }) => `${name} = ${formatValue(before ?? value)}`);
  const touched = (by: 'read' | 'written') =>
    memory.filter(({ access }) => access === by).map(wordAt);
  const written = changed.map(({ name, value }) => `${name} = ${formatValue(value)}`);
  return [
    [...read, ...touched('read')],
    [...written, ...touched('written')],
  ];
}

const wordAt = ({ address, value }: SideView['memory'][0]): string =>
  `${messages.word(address)} = ${formatValue(value)}`;
