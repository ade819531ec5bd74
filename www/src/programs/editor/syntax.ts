/** What an editor knows of a machine's assembly: a row for each machine. */

import type { EngineInfo } from '../../engine/client';
import type { InstructionInfo } from '../../engine/types';
import { language as messages } from '../messages';

export interface Syntax {
  /** The characters of a comment that an editor writes. */
  comment: string;
  /** A comment, from its first character on. */
  comments: RegExp;
  /** A register, at the start of a text. */
  register: RegExp;
  /** The beginning of a register, at the end of a text. */
  beginning: RegExp;
  /** The registers for completion. */
  registers: readonly { name: string; detail: string }[];
  /** What a line may begin with that is not an instruction. */
  directives: readonly InstructionInfo[];
  /** Whether instructions and registers may be written in any case. */
  anyCase: boolean;
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

const mips: Syntax = {
  comment: ';',
  comments: /(;|#|\/\/).*/,
  register: /^\$\d+/,
  beginning: /\$\d*/,
  registers: numbers(32).map((number) => ({
    name: `$${number}`,
    detail: messages.registers[number] ?? '',
  })),
  directives: messages.directives,
  anyCase: true,
};

const arm64: Syntax = {
  comment: '//',
  comments: /\/\/.*/,
  register: /^(?:x\d+|sp|xzr)\b/,
  beginning: /\b(?:x\d*|s|sp|xzr?)/,
  registers: [
    ...numbers(31).map((number) => ({
      name: `x${number}`,
      detail: messages.arm64.registers[number] ?? '',
    })),
    { name: 'sp', detail: messages.arm64.sp },
    { name: 'xzr', detail: messages.arm64.xzr },
  ],
  directives: messages.arm64.directives,
  anyCase: false,
};

/** The syntax of the machine whose programs an engine reads. */
export const syntaxOf = (engine: EngineInfo | undefined): Syntax =>
  engine?.machine === 'arm64' ? arm64 : mips;
