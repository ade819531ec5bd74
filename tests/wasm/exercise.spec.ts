/** Links of exercises, and their sealed contents. */

import { expect, test } from '@playwright/test';

import type { Inputs, StrategyName } from '../../www/src/engine/types';
import type { SealedInput, Task, Worksheet } from '../../www/src/exercise/exercise';
import { observation, readInputs, writeInputs } from '../../www/src/exercise/observing';
import { essence, read, write } from '../../www/src/exercise/schema';
import { agrees, open, seal } from '../../www/src/exercise/sealing';
import { pack } from '../../www/src/links/codec';
import { version2 } from '../../www/src/links/vocabularies';
import { assemblySource } from '../../www/src/programs/source';
import { engine, usualOptions } from './engine';

/** A link of the first version, which must open forever. */
const frozen =
  'x1.K1lyRZbfcppAGMVz7VM4jBctU7HSBSWdXtikJZSSVEVDzDgu_xRFIONuCk0mnWn7en2EvENeIWeJTu6W2WE5y3e-8_t-oIKy3JVlQbmiSf9R4Tw0Mf1DxYEsq-3wooP-pQcLKU_t5udDw8tsvcrjSFYa7eYEu9coFxy1j78mWjrm8zcJ5zfsuNPZs0QJmXJbCiPj8krod36HTCXdzlvliVL62EJetODYFm_gsXH0Ec356cXe_3EVSD-6l7jPUhHvWK35VpDGxZcPmuuMB4_2OgSRWAw0YMa7f0UD2KBiylIFDa6JahBD76mG9u79HHRgPphwLF1p55sq09PAcYLEG1lD-86eDnF44jPgVyr0cV7auy9L5hmD8cVmtjDa1nKp3-nBLGOqM3O8Hgn5dllc4aW8qNVIm6xyXSMxL8-8tBplJraCosKGd6rHYX_aKyP3drdyvln5NvpZunZkrrRosgh4t__9fJqTsHS3_CQmuzOTrAfs18K3yMnNyOrH9uirnV2cfkgGeUX4mDNtyC7VSWjuNiWYCeEod416F6tU5ERdRCYrEiZOkb-CdvX0CQNJ4l_wIo0FAbWH-cMz';

const reference = assemblySource('    slt $3, $1, $2\n    jr $31\n');

/** The observed results of a program under a contract. */
function observed(
  text: string,
  inputs: readonly SealedInput[],
  contract = {},
  strategy: StrategyName = 'product',
): unknown[] {
  const files = [{ name: 'main.asm', text }];
  return inputs.map((words) => {
    const asked = {
      files,
      contract: contract as never,
      inputs: words as Inputs,
      fuel: 1000,
      trace: false,
    };
    return observation({ contract, strategy }, engine.run(asked));
  });
}

test('a link of the first version opens', async () => {
  const reading = read(frozen);
  if (!reading.ok) throw new Error(reading.problem);
  const [task, second] = reading.sheet.tasks;
  expect(second).toBeUndefined();
  expect(task).toMatchObject({
    title: 'The smaller one',
    start: assemblySource('; $3 = $1 < $2\n    sltu $3, $1, $2\n    jr $31\n'),
    hints: [{ kind: 'text', text: 'Think of *signs*.' }, { kind: 'regions' }, { kind: 'mend' }],
    tokens: 5,
    options: usualOptions(),
  });
  if (task?.reference.mode !== 'sealed') throw new Error('it is not sealed');
  const { inputs } = task.reference.seal;
  expect(inputs).toEqual([
    [1, 2],
    [2, 1],
    [2 ** 32 - 1, 0],
  ]);
  // Observations of a run are encoded as in the first version.
  const [right, wrong] = ['slt', 'sltu'].map((name) => `${name} $3, $1, $2\njr $31\n`);
  expect(await agrees(task.reference.seal, observed(right ?? '', inputs))).toBe(true);
  expect(await agrees(task.reference.seal, observed(wrong ?? '', inputs))).toBe(false);
  expect(essence(`${frozen}&edit`)).toBe(frozen);
});

test('a worksheet comes back as it was written', () => {
  const sheet: Worksheet = {
    title: 'Week 3',
    tasks: [
      {
        title: 'Sum → of an array',
        text: '# One\n\nTwo',
        start: [
          { name: 'main.asm', text: '.import f\n' },
          { name: 'f.wlp4', text: 'int wain(int a, int b) { return a; }\n', style: 'registers' },
        ],
        options: {
          ...usualOptions(),
          fuel: 77,
          contract: { array: 3, assume: ['sorted(a)'] } as never,
        },
        reference: { mode: 'open', program: reference },
        hints: [{ kind: 'cause' }, { kind: 'text', text: '' }],
        tokens: 0,
      },
      {
        title: '',
        text: '',
        start: assemblySource(''),
        options: usualOptions(),
        reference: { mode: 'elsewhere' },
        hints: [],
        tokens: undefined,
      },
    ],
  };
  expect(read(write(sheet) ?? '')).toEqual({ ok: true, sheet });
});

test('a worksheet about ARM64 programs has words of 64 bits, and one is about one machine', () => {
  const seal = { salt: 'AA', hash: 'AA', nonce: 'AA', box: 'AA' };
  const asked = (inputs: readonly SealedInput[], array = ''): Task => ({
    title: '',
    text: '',
    start: assemblySource('br x30\n'),
    options: usualOptions(),
    arm64: { mode: 'arm', array, stream: '', bytes: '', assume: '', observe: '' },
    reference: { mode: 'sealed', seal: { ...seal, inputs } },
    hints: [],
    tokens: undefined,
  });
  const tasks = [asked([['18446744073709551615', '0']]), asked([[], ['7']], '3')];
  const sheet = { title: '', tasks };
  expect(read(write(sheet) ?? '')).toEqual({ ok: true, sheet });
  const { arm64: _, ...mips } = asked([[1, 2]]);
  for (const wrong of [
    [asked([['18446744073709551616']])],
    [asked([[1, 2]])],
    [{ ...mips, reference: asked([['1']]).reference }],
    [mips, asked([['1', '2']])],
  ]) {
    const fragment = write({ title: '', tasks: wrong });
    expect(read(fragment ?? '')).toEqual({ ok: false, problem: 'damaged' });
  }
});

test('what is no worksheet is refused', () => {
  const of = (...fields: string[]) => read(`x1.${pack(fields, version2)}`);
  expect(of('t', 's', '{"tasks":[{}]}').ok).toBe(true);
  for (const fields of [
    ['{"tasks":[]}'],
    ['{"tasks":[{}]}'],
    ['t', 's', 'more', '{"tasks":[{}]}'],
    ['t', 's', '{"tasks":[{"tokens":-1}]}'],
    ['t', 's', '{"tasks":[{"hints":[["else"]]}]}'],
    ['t', 's', '{"tasks":[{"reference":{"sealed":{}}}]}'],
    ['t', 's', '{"tasks":[{"reference":{"open":["a.asm"]}}]}'],
    ['t', 's', '{"tasks":[{"options":{"fuel":"many"}}]}'],
    ['t', 's', 'none'],
  ]) {
    expect(of(...fields), fields.join()).toEqual({ ok: false, problem: 'damaged' });
  }
  expect(of('t', 's', '{"needs":["more"],"tasks":[{}]}')).toEqual({ ok: false, problem: 'newer' });
  expect(read('v2.AAAA')).toEqual({ ok: false, problem: 'not-a-link' });
});

test('a seal opens with its key only, and with nothing changed in it', async () => {
  const inputs = [[1, 2]];
  const { seal: made, key } = await seal(
    reference,
    inputs,
    observed('slt $3, $1, $2\njr $31', inputs),
  );
  expect(await open(made, key)).toEqual(reference);
  const other = await seal(reference, inputs, [['done', 1, '', []]]);
  expect(await open(made, other.key)).toBeUndefined();
  expect(await open(made, 'no key')).toBeUndefined();
  // The sealed box of one task with the hash of another.
  expect(await open({ ...made, hash: other.seal.hash }, key)).toBeUndefined();
  expect(other.seal.hash).not.toBe(made.hash);
});

test('only what the contract observes is in the hash, and a run that was cut off has none', () => {
  const inputs = [[5, 0]];
  const noisy = 'add $4, $1, $1\nadd $3, $1, $0\njr $31\n';
  const quiet = 'add $3, $1, $0\njr $31\n';
  expect(observed(noisy, inputs)).toEqual(observed(quiet, inputs));
  const observes = { observe: ['$4'] };
  expect(observed(noisy, inputs, observes)).not.toEqual(observed(quiet, inputs, observes));
  // By the Tamarin paper's search nothing but the result is.
  expect(observed(noisy, inputs, observes, 'paper')).toEqual(observed(quiet, inputs, {}, 'paper'));
  expect(observed(noisy, inputs, {}, 'paper')).not.toEqual(observed(noisy, [[6, 0]], {}, 'paper'));
  // The kind of fault does not count, as in a comparison.
  expect(observed('lw $3, 1($0)\njr $31\n', inputs)).toEqual(
    observed('.word 0xffffffff\n', inputs),
  );
  expect(observed('lis $4\n.word 1\na: add $3, $3, $4\nbeq $0, $0, a\n', inputs)).toEqual([
    undefined,
  ]);
});

test('inputs are read as they are written', () => {
  const lines = readInputs('1, -1\n\n0x10 ; a comment\n3 4 5\nx\n', {});
  expect(lines).toEqual([
    { ok: true, inputs: [1, 2 ** 32 - 1] },
    { ok: true, inputs: [16, 0] },
    { ok: false, line: 4 },
    { ok: false, line: 5 },
  ]);
  const inputs = [[1, 2 ** 32 - 1]];
  expect(readInputs(writeInputs(inputs), {})).toEqual([{ ok: true, inputs: inputs[0] }]);
});
