/** Describes a contract in words. */

import type { StrategyName } from '../engine/types';
import { count, list } from '../kit/phrases';
import type { SomeSpec } from './contract';

/** The question that a comparison answers. */
export function questionOf(spec: SomeSpec, strategy: StrategyName): string {
  const { array, stdin_bytes: bytes, observe } = spec;
  const items = observe ?? (strategy === 'paper' ? ['$3'] : ['$3', 'output']);
  const same = list(items.map((item) => thing(item.trim())));
  const inputs = list([
    array == null ? '$1, $2' : `array of up to ${count(array, 'number', 'numbers')}`,
    ...(bytes == null ? [] : [`${count(bytes, 'byte', 'bytes')} of input`]),
  ]);
  return items.length === 0
    ? `Do these two programs end in the same way for every ${inputs}?`
    : `Do these two programs give the same ${same} for every ${inputs}?`;
}

const thing = (item: string) =>
  item === 'a' ? 'array' : item.startsWith('keeps ') ? `${item.slice(6)} as at the start` : item;

/** Describes the allowed inputs and the rest of the setup. */
export function givenInWords(spec: SomeSpec): string {
  const { stdin, separate = [], assume = [], return_address: address } = spec;
  const { array_beyond: beyond } = spec;
  const isBehind = spec.array_at === 'behind';
  const inputs = assume.length > 0 ? `only with ${list(assume)}` : 'any';
  const parts = [
    `Inputs: ${inputs}`,
    ...(separate.length > 0 ? [`each program with its own ${list(separate)}`] : []),
    ...(isBehind ? ['the array is behind each program'] : []),
    ...(beyond ? [`any ${count(beyond, 'word', 'words')} behind the array`] : []),
    ...(stdin == null ? [] : [`both read ${quoted(stdin)}`]),
    ...(address == null ? [] : [`$31 = 0x${address.toString(16).padStart(8, '0')}`]),
  ];
  return `${parts.join('; ')}.`;
}

/** The inputs, as the first part of a sentence. */
export function inputsInWords(spec: SomeSpec, strategy: StrategyName): string {
  const { array, stdin, stdin_bytes: bytes, separate = [], assume = [] } = spec;
  const what = array == null ? '$1, $2' : `arrays of up to ${count(array, 'number', 'numbers')}`;
  const given = [
    what,
    ...(bytes == null ? [] : [`${count(bytes, 'byte', 'bytes')} of input`]),
  ].join(' and ');
  const parts = [
    strategy === 'product' ? `For all ${given}` : `For one of ${given} for each path`,
    ...(spec.array_at === 'behind' ? ['the array behind each program'] : []),
    ...(spec.array_beyond ? [`any ${count(spec.array_beyond, 'word', 'words')} behind it`] : []),
    ...(stdin == null ? [] : [`with the input ${quoted(stdin)}`]),
    ...(separate.length > 0 ? [`each program with its own ${list(separate)}`] : []),
    ...(assume.length > 0 ? [`where ${assume.join(' and ')}`] : []),
  ];
  return `${parts.join(', ')}:`;
}

/** The observations, as the second part of the sentence. */
export function observedInWords(spec: SomeSpec, strategy: StrategyName): string {
  if (strategy === 'paper') return 'compares how they end and $3, not what they print';
  const { observe, return_address: address } = spec;
  const items = (observe ?? ['$3', 'output']).map((item) =>
    item.trim() === 'output' ? 'what they print' : item.trim() === 'a' ? 'the array' : item.trim(),
  );
  const ends = `compares ${list(['how they end', ...items])}`;
  return address == null ? ends : `${ends}, with $31 = 0x${address.toString(16).padStart(8, '0')}`;
}

function quoted(text: string): string {
  const short = text.length > 20 ? `${text.slice(0, 20)}…` : text;
  return `“${short.replaceAll('\n', '↵')}”`;
}

/** The texts of the form. */
export const form = {
  title: 'What is compared, and how',
  limits: 'Limits',
  change: 'Change',
  intro: 'Two programs are compared for all inputs that are allowed. A change counts at once.',
  inputs: 'Inputs',
  two: 'two integers, in $1 and $2',
  array: 'an array: its address in $1, its length in $2',
  most: 'Numbers at most',
  behind: 'the array begins behind each program, as with the course’s loader',
  beyond: 'Words behind the array that hold any number',
  stream: 'Input to be read',
  streams: { none: 'nothing', text: 'this text', free: 'any bytes' },
  text: 'Text',
  bytes: 'How many bytes',
  separate: 'Each program has its own',
  separateHelp:
    'A program beside itself, with its own $2, shows whether what it does depends on $2.',
  names: {
    $1: '$1',
    $2: '$2',
    a: 'array',
    beyond: 'memory behind the array',
    in: 'input',
  } as Record<string, string>,
  assume: 'Only inputs of which this holds',
  assumeHelp:
    'One condition a line: $1 >= 0, $1 <u $2 (without a sign), 0 <= a[*] < 10, sorted(a), overflows($1 + $2), with + - *, and, or, not.',
  observe: 'What is compared where both stop',
  observeHelp:
    'With commas between: $3, output, $4..$7, a (the array), [0x800000] (a word of memory), keeps $16..$23. Empty: $3 and the output.',
  address: 'Return address, in $31',
  addressHelp: 'Empty: 0x8123456c.',
  wrongAddress: 'Not a number of 32 bits.',
  wrongCount: (most: number) => `A number from 0 to ${most}.`,
  reset: 'Two integers',
  checked: (names: readonly string[]) =>
    names.length === 0
      ? 'There is one input.'
      : `${count(names.length, 'input word', 'input words')}: ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}`,
  /** The position of an error in a line. */
  at: (line: number, message: string, text: string) =>
    text === '' ? `Line ${line}: ${message}.` : `Line ${line}, at “${text}”: ${message}.`,
};
