/** What a line of a program does on an input, with its values: one sentence for an editor. */

import type { EngineClient, Session } from '../../engine/client';
import { isSame } from '../../engine/sources';
import type { DebugRequest, Side, SideView } from '../../engine/types';
import { formatAnyValue } from '../../kit/words';
import { lineValues as messages } from './messages';

/** A program on an input. */
export interface LineRun {
  side: Side;
  /** The input in words. */
  on: string;
  /** The program, on both sides: the other one need not assemble. */
  request: DebugRequest;
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
    const isThere = view.moved && view.line?.file === place.file && view.line.line === place.line;
    return isThere
      ? messages.did(run.on, ...wordsOf(view, place.text), view.next_line?.line)
      : messages.never(run.on);
  } catch {
    open = undefined;
    return undefined;
  }
}

async function sessionOf(engine: EngineClient, run: LineRun): Promise<Session<'debugger'>> {
  if (open?.engine === engine && isOf(open.run, run)) return open.session;
  open?.session.close();
  const session = engine.open('debugger', run.request);
  open = { engine, run, session };
  await session.opened;
  return session;
}

const isOf = (a: LineRun, b: LineRun): boolean =>
  a.side === b.side && isSame(a.request.left, b.request.left) && given(a) === given(b);

const given = ({ request: { left: _, right: __, ...rest } }: LineRun): string =>
  JSON.stringify(rest);

/** What a step reads and what it changes, each as `$6 = -20`. */
function wordsOf({ registers, memory }: SideView, text: string): [string[], string[]] {
  const code = text.replace(/(;|#|\/\/).*/, '');
  const words = code.match(/\$?\w+/g) ?? [];
  const named = new Set(words);
  const changed = registers.filter(({ before }) => before !== undefined);
  const isOnlyWritten = (name: string) =>
    changed.some((register) => register.name === name) &&
    words.filter((each) => each === name).length === 1;
  const read = registers
    .filter(({ name }) => named.has(name) && !isOnlyWritten(name) && name !== '$0')
    .map(({ name, value, before }) => `${name} = ${formatAnyValue(before ?? value)}`);
  const touched = (by: 'read' | 'written') =>
    memory.filter(({ access }) => access === by).map(wordAt);
  const written = changed.map(({ name, value }) => `${name} = ${formatAnyValue(value)}`);
  return [
    [...read, ...touched('read')],
    [...written, ...touched('written')],
  ];
}

const wordAt = ({ address, value }: SideView['memory'][0]): string =>
  `${messages.word(address)} = ${formatAnyValue(value)}`;
