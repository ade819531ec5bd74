/** The engine for ARM64 as wasm: the labelled pairs in each mode, and an editor's calls. */

import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import * as engine from '../../www/generated/tamarin_arm64';

engine.initSync({
  module: readFileSync(new URL('../../www/generated/tamarin_arm64_bg.wasm', import.meta.url)),
});

interface Label {
  label: 'eq' | 'neq';
  inputs: string;
  modes: Record<'arm' | 'course', 'eq' | 'neq'>;
  witness?: string[];
}

const folder = new URL('../corpus/arm64/', import.meta.url);
const labels: Record<string, Label> = JSON.parse(
  readFileSync(new URL('labels.json', folder), 'utf8'),
);

const source = (name: string, side: string): engine.SourceFile[] => [
  { name: 'main.s', text: readFileSync(new URL(`${name}.${side}.s`, folder), 'utf8') },
];

for (const [name, { label, inputs, modes, witness }] of Object.entries(labels)) {
  test(`${name} has its verdict in each mode`, () => {
    const both = { left: source(name, 'left'), right: source(name, 'right') };
    for (const [mode, wanted] of [['usual', label] as const, ...Object.entries(modes)]) {
      const question = {
        mode: mode as engine.ModeName,
        array: inputs === 'array' ? 4 : undefined,
        stream: '',
        fuel: 10_000,
      };
      const request = { ...both, question, effort: 1, milliseconds: undefined };
      const { report, evidence } = engine.compare(request);
      if (wanted === 'neq') expect(report.verdict, mode).toBe('disequivalent');
      // In the course's emulator loads and stores set flags, of which the kernel has no model.
      else if (mode === 'course') expect(report.verdict, mode).not.toBe('disequivalent');
      else expect(report.verdict, mode).toBe('equivalent');
      if (report.verdict === 'equivalent') expect(evidence, mode).toMatch(/^\{/);
      if (!report.witness) continue;
      const { left, right } = report.witness;
      expect([left.outcome, left.result, left.output], mode).not.toEqual([
        right.outcome,
        right.result,
        right.output,
      ]);
    }
    if (!witness) return;
    const [first = '0', second = '0'] = witness;
    const given: engine.GivenInputs =
      inputs === 'array' ? { elements: witness } : { numbers: [first, second] };
    const array = inputs === 'array' ? witness.length : undefined;
    const question = { mode: 'usual' as const, array, stream: '', fuel: 100_000 };
    expect(engine.replay({ ...both, question, inputs: given }).agreement).toBe('differ');
  });
}

test('diagnostics have positions as an editor counts them', () => {
  const reply = engine.assemble([{ name: 'main.s', text: '// 𝔵\nadd x0, x0, 1\nbr x30' }]);
  const [found] = reply.diagnostics;
  // The error of the comment, which is not ASCII, and that of the number.
  const number = found?.find(({ line }) => line === 2);
  expect(number).toMatchObject({ severity: 'error', column: 13, from: 18, to: 19 });
  expect(reply.listing).toBeUndefined();
});

test('instructions, labels, formatting and machine code', () => {
  const names = engine.instruction_set().map(({ mnemonic }) => mnemonic);
  expect(names).toContain('smulh');
  expect(names).toContain('b.hs');
  const text = 'top: b top\nbr x30';
  expect(engine.symbols(text)).toEqual([
    { name: 'top', definitions: [{ from: 0, to: 3 }], uses: [{ from: 7, to: 10 }] },
  ]);
  expect(engine.rename_trouble(text, 'top', 'add')).toBe('mnemonic');
  expect(engine.rename_trouble(text, 'top', 'again')).toBeUndefined();
  expect(engine.format(text).text).toBe('top:    b top\n        br x30\n');
  expect(engine.disassemble('a.s', new TextEncoder().encode(text))).toBeUndefined();
});

test('a wrong input is an error', () => {
  const both = { left: source('nearer', 'left'), right: source('nearer', 'right') };
  const question = { mode: 'usual' as const, array: undefined, stream: '', fuel: 100 };
  const inputs: engine.GivenInputs = { numbers: ['18446744073709551616', '0'] };
  expect(() => engine.replay({ ...both, question, inputs })).toThrow('does not fit in 64 bits');
});
