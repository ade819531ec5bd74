/** What the view of mutants has to know of the machine of its programs. */

import { namesOf, type Spec } from '../../comparison/contract';
import type { OptionControl } from '../../comparison/option-control';
import type { Inputs } from '../../engine/types';

/** An input of a report: words of MIPS, or the texts of an ARM64 program's numbers or elements. */
export interface Tried {
  inputs?: Inputs | readonly string[] | null | undefined;
  elements?: readonly string[] | null | undefined;
}

export interface TestedMachine {
  /** The words of a row of tests, by name. */
  names(): readonly string[];
  /** A few rows, for somebody who has not typed any. */
  example(): string;
  /** The part of the engine's requests that depends on the machine. */
  question(): object;
  /** An input as the engine takes it. */
  given(tried: Tried): unknown;
  /** An input in short form. */
  inShort(tried: Tried): string;
  /** The endings of files with programs. */
  readonly files: string;
}

/** Tests of MIPS programs. */
export const mipsTests = (options: () => OptionControl): TestedMachine => ({
  names: () => namesOf(options().contract),
  example: () => '1, 2\n-1, 0x10',
  question: () => ({ contract: options().contract as Spec, fuel: options().fuel }),
  given: ({ inputs }) => inputs,
  inShort: ({ inputs }) => (inputs as Inputs).map((word) => String(word | 0)).join(', '),
  files: '.asm,.s,.wlp4,.merl,.mips',
});
