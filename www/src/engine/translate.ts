/**
 * Prepares a program's files for the engine. WLP4 is compiled first, by a part of the engine that
 * is loaded when needed.
 */

import type * as engine from '../../generated/tamarin_tools';
import { isWlp4, type SourceFile, type Sources } from './sources';
import { tools } from './tools';

type Said = readonly engine.EditorDiagnostic[];

/** A file for the engine, with its compiler diagnostics. */
interface Translated {
  file: engine.SourceFile;
  said: Said;
}

export async function translate(files: Sources): Promise<Translated[]> {
  return Promise.all(files.map(translateFile));
}

/** The files alone: a file that could not be compiled has no code, which the engine reports. */
export async function compiled(files: Sources): Promise<engine.SourceFile[]> {
  return (await translate(files)).map(({ file }) => file);
}

/** A request about two programs in the engine's form. */
export async function bothCompiled<Request extends { left: Sources; right: Sources }>(
  request: Request,
): Promise<Omit<Request, 'left' | 'right'> & Record<'left' | 'right', engine.SourceFile[]>> {
  const [left, right] = await Promise.all([compiled(request.left), compiled(request.right)]);
  return { ...request, left, right };
}

async function translateFile(source: SourceFile): Promise<Translated> {
  const { name, text, style = 'stack' } = source;
  if (!isWlp4(source)) {
    return { file: { name, text, compiled: undefined, reordered: undefined }, said: [] };
  }
  const { compiled, reordered, diagnostics } = (await tools()).compile(text, style);
  return { file: { name, text, compiled, reordered }, said: diagnostics };
}
