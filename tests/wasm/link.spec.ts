import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

import { expect, test } from '@playwright/test';
import { describe, namesOf } from '../../www/src/comparison/contract';
import { readEmbedOptions, writeEmbedOptions } from '../../www/src/embed/options';
import { claimOf } from '../../www/src/evidence/proof/claim';
import { forLink } from '../../www/src/evidence/proof/proving';
import { pack } from '../../www/src/links/codec';
import { check, checkProof, proofOf, receiptOf, replayRequest } from '../../www/src/links/receipt';
import { read, type Shared, write } from '../../www/src/links/schema';
import { version1, version2 } from '../../www/src/links/vocabularies';
import { assemblySource } from '../../www/src/programs/source';
import { corpus } from './corpus';
import { compare, engine, proofs, source, usualOptions } from './engine';

const unnamed = { left: '', right: '' };

function sharedOf(left: string, right: string, change: Partial<Shared> = {}): Shared {
  return {
    programs: { left: assemblySource(left), right: assemblySource(right) },
    names: unnamed,
    options: usualOptions(),
    receipt: undefined,
    ...change,
  };
}

function written(shared: Shared): string {
  const fragment = write(shared);
  if (fragment === undefined) throw new Error('too long for a link');
  return fragment;
}

function reread(shared: Shared): Shared {
  const reading = read(written(shared));
  if (!reading.ok) throw new Error(reading.problem);
  return reading.shared;
}

/** A link of version 1 with this value in its third field. */
const withHead = (head: unknown) => read(`v1.${pack(['a', 'b', JSON.stringify(head)], version1)}`);

/** A pseudo-random generator of numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

for (const { name, left, right, options } of corpus) {
  test(`${name} is the same behind a link`, () => {
    const shared = sharedOf(left, right, {
      names: { left: 'first', right: 'Ünïcode, 数' },
      options: { ...usualOptions(), ...options },
    });
    expect(reread(shared)).toEqual(shared);
  });
}

test('any text is the same behind a link', () => {
  const texts = [
    '',
    '\0',
    '\0\0\x7f',
    '\r\n\t',
    '→ 数 🙂 \u{10ffff}',
    '\u0080\u07ff\uffff',
    '"\\',
    '$31$3, $32',
  ];
  for (const left of texts) {
    for (const right of texts)
      expect(reread(sharedOf(left, right)).programs).toEqual({
        left: assemblySource(left),
        right: assemblySource(right),
      });
  }
});

test('versions of a program of 1,000 characters fit into some 600', () => {
  const lengths: number[] = [];
  // The dictionary is frozen, and has nothing of the examples with contracts.
  const known = corpus.filter(({ options }) => options.contract === undefined);
  for (const first of known.keys()) {
    let [left, right] = ['', ''];
    for (let at = first; left.length < 1000 || right.length < 1000; at += 5) {
      const example = known[at % known.length];
      left += example?.left ?? '';
      right += example?.right ?? '';
    }
    lengths.push(written(sharedOf(left.slice(0, 1000), right.slice(0, 1000))).length);
  }
  lengths.sort((a, b) => a - b);
  const middle = lengths[lengths.length >> 1] ?? 0;
  test.info().annotations.push({ type: 'characters', description: lengths.join(' ') });
  expect(middle).toBeLessThan(600);
  expect(lengths.at(-1)).toBeLessThan(720);
});

/** A link from the first build that made links; it must open forever. */
const frozen =
  'v1.HNmGs1YIiDeEex1ZMVCS4cDiRY3P_z9qmwTSBxJAqiOAxQCwCFWqzAfmYlC5jyghEbUKtARGrXZMjCxNLM3MjSxNa4mtLUgt1w2wluxJiSm6Bcmg8hwA';

test('a link of version 1 that was made long ago opens', () => {
  expect(read(frozen)).toEqual({
    ok: true,
    shared: {
      programs: {
        left: assemblySource('; P_1\n    bne $1, 42, end\nend:\n    add $3, $1, $2\n    jr $31\n'),
        right: assemblySource('\n    add $3, $2, $1 ; → the sum\n    jr $31\n'),
      },
      names: { left: 'mine', right: 'yours' },
      // The assumption about $31.
      options: {
        ...usualOptions(),
        contract: { return_address: 0xfee1dead } as engine.Spec,
        fuel: 100,
        inputs: [1, 4294967295],
      },
      receipt: {
        engine: '0.1.0',
        verdict: 'disequivalent',
        witness: { inputs: [1, 100], left: ['done', 101], right: ['fault', 'bad-pc'] },
      },
    },
  });
});

/** The same for version 2: several files, WLP4 in a style, observed output. */
const frozen2 =
  'v2.LoQbw1XtIVdxsMSRZA2sRxlg9VRJOTDaucAk1PxGoHkMOA1EMoShGr0BBW30gE1DtJTAZQ56gygWWGjDKypgWQQsx5VA9Q6ihIbWaqbASo3Y6ghnxWGgg1ltgETg1QZCCKUBaQBuQYLqDgA';

const several: Shared = {
  programs: {
    left: [
      { name: 'main.wlp4', text: 'int wain(int a, int b) { println(a); return b; }\n' },
      { name: 'twice.asm', text: '.export twice\ntwice:\n    add $3, $1, $1\n    jr $31\n' },
    ],
    right: [{ name: 'other.wlp4', text: 'int wain(int a, int b) { return b; }', style: 'folded' }],
  },
  names: { left: 'mine', right: '' },
  options: { ...usualOptions(), fuel: 500 },
  receipt: {
    engine: '0.1.0',
    verdict: 'disequivalent',
    witness: {
      inputs: [0, 0],
      left: ['done', 0],
      right: ['done', 0],
      printed: { from: 0, left: '0\n', right: '' },
    },
  },
};

test('a link of version 2 that was made long ago opens', () => {
  expect(read(frozen2)).toEqual({ ok: true, shared: several });
});

test('several files, and WLP4, are the same behind a link', () => {
  expect(reread(several)).toEqual(several);
});

test('a link that needs what this version does not know is newer', () => {
  const withRecord = (record: unknown) =>
    read(`v2.${pack(['a', 'b', JSON.stringify(record)], version2)}`);
  expect(withRecord({ machine: {} })).toMatchObject({ ok: true });
  expect(withRecord({ machine: {}, needs: [] })).toMatchObject({ ok: true });
  const newer = { ok: false, problem: 'newer' };
  expect(withRecord({ machine: {}, needs: ['machine'] })).toEqual(newer);
  // This version knows contracts.
  const array = { array: 4, assume: ['a[*] > 0'] };
  expect(withRecord({ contract: array, needs: ['contract'] })).toMatchObject({
    shared: { options: { contract: array } },
  });
  const damaged = { ok: false, problem: 'damaged' };
  for (const record of [
    { needs: 'contract' },
    { contract: 4 },
    { contract: { array: '4' } },
    { contract: { arrays: 4 } },
    { contract: { assume: ['$1 > 0', 7] } },
    { files: [['a.asm']] },
    { files: [['a.asm'], []] },
    { files: [['a.asm', 'b.asm'], ['c.asm']] },
    { files: [['a.asm'], ['../c.asm']] },
    { files: [['a.asm'], [['c.wlp4', 'fast']]] },
    { files: [['a.asm'], [7]] },
  ]) {
    expect(withRecord(record), JSON.stringify(record)).toEqual(damaged);
  }
  expect(read(`v2.${pack(['a', 'b', 'c', '{"files":[["x","x"],["y"]]}'], version2)}`)).toEqual(
    damaged,
  );
});

test('limits of each solver are read as the effort', () => {
  const effortOf = (options: Record<string, unknown>) => {
    const reading = withHead({ options });
    return reading.ok ? reading.shared.options.effort : reading.problem;
  };
  expect(effortOf({})).toBe(100_000);
  expect(effortOf({ conflicts: 4294967295 })).toBe(4294967295);
  expect(effortOf({ conflicts: 250, rlimit: 90_000, solver: 'bitblast' })).toBe(250);
  expect(effortOf({ conflicts: 250, rlimit: 90_001, solver: 'z3' })).toBe(901);
  expect(effortOf({ rlimit: 50 })).toBe(100_000);
  expect(effortOf({ conflicts: 250, effort: 7 })).toBe(7);
  expect(effortOf({ conflicts: 'many' })).toBe('damaged');
});

test('every damage to a link is noticed', () => {
  const example = corpus.find(({ name }) => name === 'call');
  const fragment = written(sharedOf(example?.left ?? '', example?.right ?? ''));
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ %<&"=+\0ü';
  const next = random(241);
  const pick = (n: number) => Math.floor(next() * n);
  for (let round = 0; round < 2000; round += 1) {
    const at = pick(fragment.length);
    const other = characters[pick(characters.length)] ?? '';
    const damaged = [
      fragment.slice(0, at) + other + fragment.slice(at + 1),
      fragment.slice(0, at) + fragment.slice(at + 1),
      fragment.slice(0, at),
      fragment.slice(0, at) + other + fragment.slice(at),
      fragment.slice(0, at) + fragment.slice(at).split('').reverse().join(''),
    ][round % 5];
    if (damaged === undefined || damaged === fragment) continue;
    const reading = read(damaged);
    // A change that gives the same program is no damage, for example an option of an embed.
    if (reading.ok) expect(reading.shared.programs.left[0]?.text, damaged).toBe(example?.left);
    else expect(['damaged', 'not-a-link', 'newer', 'too-long']).toContain(reading.problem);
  }
});

test('a link that unpacks to very much, or is very long, is refused soon', () => {
  expect(write(sharedOf('a'.repeat(500_000), ''))).toBeUndefined();
  // 60 MB in 60 kB. The packer never produces this, so it is built by hand.
  const bomb = deflateRawSync(Buffer.alloc(60_000_000, 'a'), { level: 9 });
  const fragment = `v1.${Buffer.concat([Buffer.alloc(3), bomb]).toString('base64url')}`;
  expect(fragment.length).toBeLessThan(100_000);
  expect(read(fragment)).toEqual({ ok: false, problem: 'too-long' });
  expect(read(`v1.${'A'.repeat(2_000_000)}`)).toEqual({ ok: false, problem: 'too-long' });
  expect(read('x'.repeat(2_000_000))).toEqual({ ok: false, problem: 'not-a-link' });
  expect(read(`v1.${')'.repeat(200_000)}`)).toMatchObject({ ok: false });
});

test('links of other versions are told from damaged ones', () => {
  expect(read('v3.anything')).toEqual({ ok: false, problem: 'newer' });
  expect(read('v999999999.')).toEqual({ ok: false, problem: 'newer' });
  expect(read('v0.AAAA')).toEqual({ ok: false, problem: 'not-a-link' });
  expect(read('section-3')).toEqual({ ok: false, problem: 'not-a-link' });
  expect(read('v1.')).toEqual({ ok: false, problem: 'damaged' });
  expect(read('v2.')).toEqual({ ok: false, problem: 'damaged' });
});

test('fields are looked at one by one, and unknown ones are passed over', () => {
  expect(withHead({ colour: 'red', options: { speed: 9 } })).toMatchObject({ ok: true });
  for (const head of [
    ...[7, [], null, 'text'],
    ...[{ options: [] }, { options: { fuel: 0 } }, { options: { fuel: 1e9 } }],
    ...[
      { options: { fuel: {} } },
      { options: { strategy: 'fast' } },
      { options: { solver: 'z4' } },
    ],
    ...[{ receipt: {} }, { receipt: { engine: '<b>', verdict: 'equivalent' } }],
    { receipt: { engine: '1', verdict: 'disequivalent', inputs: [1], left: [], right: [] } },
    {
      receipt: {
        engine: '1',
        verdict: 'disequivalent',
        inputs: [1, -1],
        left: ['done', 1],
        right: ['done', 2],
      },
    },
    {
      receipt: {
        engine: '1',
        verdict: 'disequivalent',
        inputs: [1, 1],
        left: ['done', 1.5],
        right: ['done', 2],
      },
    },
    {
      receipt: {
        engine: '1',
        verdict: 'disequivalent',
        inputs: [1, 1],
        left: ['fault', 'A B'],
        right: ['done', 2],
      },
    },
  ]) {
    expect(withHead(head), JSON.stringify(head)).toEqual({ ok: false, problem: 'damaged' });
  }
});

test('names are one short line', () => {
  const reading = withHead({ names: [`a\n\u202eb\0${'x'.repeat(500)}`, 7] });
  if (!reading.ok) throw new Error(reading.problem);
  expect(reading.shared.names.left).toMatch(/^a b x+$/);
  expect(reading.shared.names.left).toHaveLength(80);
  expect(reading.shared.names.right).toBe('');
});

test('a receipt is confirmed by a replay, and refuted by other programs', async () => {
  for (const name of ['fig05', 'call']) {
    const example = corpus.find((other) => other.name === name);
    if (!example) throw new Error(name);
    const options = { ...usualOptions(), ...example.options };
    const { report } = await compare(example, { options });
    const receipt = receiptOf(report, engine.version());
    const { left, right } = example;
    const replayed = (programs: { left: string; right: string }) => {
      const sides = { left: source(programs.left), right: source(programs.right) };
      const request = replayRequest(receipt, { ...sides, options });
      if (!request) throw new Error('no witness');
      return check(receipt, engine.replay({ ...request, ...sides }));
    };
    expect(reread(sharedOf(left, right, { options, receipt })).receipt).toEqual(receipt);
    expect(replayed({ left, right }).state).toBe('confirmed');
    expect(replayed({ left, right: left }).state).toBe('refuted');
    expect(replayed({ left: right, right: left }).state).toBe('ends-otherwise');
  }
});

/** Two programs that compute the same sum in different orders. */
const loop = (step: string) =>
  `    lis $4\n    .word 1\nloop:\n    beq $1, $0, end\n    add $3, ${step}\n    sub $1, $1, $4\n    beq $0, $0, loop\nend:\n    jr $31\n`;

test('evidence about a loop goes into a link, and is checked of its programs', async () => {
  const options = usualOptions();
  const [left, right] = [loop('$3, $2'), loop('$2, $3')];
  const { report } = await compare({ left, right });
  expect(report.verdict).toBe('equivalent');
  const claim = claimOf(report);
  if (!claim) throw new Error('nothing is claimed');
  const host = { pause: async () => true };
  const sides = { left: source(left), right: source(right) };
  const found = await proofs.open_proof({ ...sides, ...claim }, host);
  const certificate = forLink(found.certificate());
  expect(certificate.start).toBeDefined();
  const receipt = receiptOf(report, engine.version(), certificate);
  const shared = reread(sharedOf(left, right, { options, receipt }));
  expect(shared.receipt).toEqual(receipt);
  const opened = async (programs: typeof sides, given = receipt) => {
    const request = proofOf(given, { ...programs, options });
    if (!request) throw new Error('no evidence');
    const proof = await proofs.open_proof({ ...request, ...programs }, host);
    return checkProof(given, proof.view()).state;
  };
  expect(await opened(sides)).toBe('proved');
  expect(await opened(sides, { ...receipt, verdict: 'equivalent-if-both-stop' })).toBe('proved');
  // It proves nothing about other programs, whatever the link claims.
  const other = source(loop('$3, $1'));
  await expect(opened({ ...sides, right: other })).rejects.toThrow();
  // Nor does evidence without its steps, or for which no input is allowed.
  for (const part of [{ start: [] }, { exercise: { input: { words: [] } } }, { nodes: 7 }]) {
    const changed = { ...receipt, certificate: { ...certificate, ...part } };
    await expect(opened(sides, changed)).rejects.toThrow();
  }
  // A certificate of the older format is refused with a message of its own.
  const old = { version: 11, among: 'all', stopping: 'always', nodes: [], answers: [] };
  await expect(opened(sides, { ...receipt, certificate: old })).rejects.toThrow('older format');
});

test('evidence goes into a link, or is found anew, and the kernel checks it of its programs', async () => {
  const options = usualOptions();
  const pair = (side: string) =>
    readFileSync(`tests/corpus/families/branch-1-registers.${side}.asm`, 'utf8');
  const sides = { left: source(pair('left')), right: source(pair('right')) };
  const host = { pause: async () => true };
  const found = await proofs.open_proof({ ...sides, kind: 'evidence' }, host);
  expect(found.view().supports).toBe('equivalent');
  const whole = forLink(found.certificate());
  expect(whole.start).toBeDefined();
  const large = JSON.stringify({ ...whole, spaces: ' '.repeat(64_000) });
  const receipt = { engine: engine.version(), verdict: 'equivalent' as const, witness: undefined };
  const opened = async (certificate: typeof whole, right = sides.right) => {
    const shared = sharedOf(pair('left'), pair('right'), {
      options,
      receipt: { ...receipt, certificate },
    });
    const given = reread(shared).receipt;
    const request = given && proofOf(given, { ...sides, options });
    if (!request) throw new Error('no evidence');
    const proof = await proofs.open_proof({ ...request, ...sides, right }, host);
    return checkProof(given, proof.view()).state;
  };
  const wrong = source(pair('right').replace('add $5, $5, $21', 'sub $5, $5, $21'));
  expect(wrong).not.toEqual(sides.right);
  for (const certificate of [whole, forLink(large)]) {
    expect(await opened(certificate)).toBe('proved');
    await expect(opened(certificate, wrong)).rejects.toThrow();
  }
  await expect(opened({ ...whole, start: [] })).rejects.toThrow();
  // The work limit stated in the file does not override that of the page.
  await expect(opened({ ...whole, work: 10 })).rejects.toThrow();
});

test('the options of an embed come back, and nonsense is as if it were not there', () => {
  const options = {
    theme: 'dark',
    readOnly: true,
    hide: 'right',
    panels: ['options', 'full'],
    run: false,
  } as const;
  expect(readEmbedOptions(`v1.x${writeEmbedOptions(options)}`)).toEqual(options);
  const usual = { theme: 'system', readOnly: false, hide: undefined, panels: ['full'], run: false };
  expect(readEmbedOptions('v1.x')).toEqual(usual);
  expect(readEmbedOptions('v1.x&theme=<b>&hide=both&%%%&colour')).toEqual(usual);
  expect(readEmbedOptions('v1.x&show=evidence,nothing').panels).toEqual(['evidence']);
});

test('the names of inputs are those of the engine', () => {
  const texts = { assume: ['left.$1 == 0'], observe: ['keeps $4..$6', '$3', 'keeps $2'] };
  for (const contract of [
    {},
    { array: 0 },
    { array: 3 },
    { array: 3, separate: ['a'], stdin_bytes: 2 },
    { array: 2, array_beyond: 2, stdin_bytes: 1 },
    { array: 1, array_beyond: 1, separate: ['beyond'] },
    { array: 1, array_beyond: 2, separate: ['beyond', 'a'] },
    { separate: ['$2', '$1'], stdin_bytes: 1, ...texts },
    { separate: ['in'], stdin_bytes: 2, observe: ['keeps $16', 'keeps $16..$17'] },
    { stdin: 'ab', return_address: 4 },
  ]) {
    const said = engine.check_contract(contract as engine.Spec);
    expect(said.problems).toEqual([]);
    expect(namesOf(contract), JSON.stringify(contract)).toEqual(said.names);
  }
  const contract = { array: 2, stdin_bytes: 2 };
  expect(describe(contract, [1, 7, 0, 65, 66], String)).toBe('a = [7], in = [65, 66]');
  const free = { array: 2, array_beyond: 2, separate: ['beyond'] };
  expect(describe(free, [1, 7, 0, 3, 4, 5, 6], String)).toBe(
    'a = [7], left.beyond = [3, 4], right.beyond = [5, 6]',
  );
  expect(describe({ separate: ['$2'] }, [1, 2, 3], String)).toBe(
    '$1 = 1, left.$2 = 2, right.$2 = 3',
  );
});
