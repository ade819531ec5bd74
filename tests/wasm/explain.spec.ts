/** Explanations of differences by the wasm, checked against runs of the programs and against the map. */

import { expect, test } from '@playwright/test';

import type { ExplainRequest, Progress, RegionKind } from '../../www/generated/tamarin_proofs';
import { corpus } from './corpus';
import { compare, proofs, source, tools } from './engine';

/** A host that lets a search continue for this many polls. */
function host(looks = Number.POSITIVE_INFINITY) {
  const reports: Progress[] = [];
  let left = looks;
  const pause = async () => {
    left -= 1;
    return left > 0;
  };
  return {
    reports,
    pause,
    progress(progress: Progress) {
      reports.push(progress);
      return pause();
    },
  };
}

const request = (left: string, right: string, inputs: number[]): ExplainRequest =>
  ({
    left: source(left),
    right: source(right),
    contract: {},
    fuel: 10_000,
    inputs,
  }) as unknown as ExplainRequest;

const signed = {
  left: '; the smaller?\n    slt $3, $1, $2\n    jr $31\n',
  right: '    sltu $3, $1, $2\n    jr $31\n',
};

async function witnessOf(left: string, right: string): Promise<number[]> {
  const { report } = await compare({ left, right });
  expect(report.verdict).toBe('disequivalent');
  return [...(report.witness?.inputs ?? [])];
}

test('a mend has the whole text with which the programs are equivalent', async () => {
  const inputs = await witnessOf(signed.left, signed.right);
  const asked = host();
  const mend = await proofs.explain_mend(request(signed.left, signed.right, inputs), asked);
  expect(mend).toMatchObject({
    report: { line: 1, from: 'sltu $3, $1, $2', to: 'slt $3, $1, $2', proved: true },
    cut: false,
  });
  expect(mend.says).toContain('Did you mean `slt` in line 1?');
  expect(mend.text).toBe('    slt $3, $1, $2\n    jr $31\n');
  expect(asked.reports.length).toBeGreaterThan(0);
  const { report } = await compare({ left: signed.left, right: mend.text ?? '' });
  expect(report.verdict).toBe('equivalent');
});

test('a cause has the lines of both texts, the values that the runs have there, and the instants', async () => {
  const left = '    add $4, $1, $2\n    add $3, $4, $4\n    jr $31\n';
  const right = '\n    sub $4, $1, $2\n    add $3, $4, $4\n    jr $31\n';
  const [a = 0, b = 0] = await witnessOf(left, right);
  const cause = await proofs.explain_cause(request(left, right, [a, b]), host());
  expect(cause.report).toMatchObject({
    check: 'all-fix',
    trivial: false,
    left: { address: 0, line: 1, value: (a + b) >>> 0 },
    right: { address: 0, line: 2, value: (a - b) >>> 0 },
  });
  expect(cause.lines).toEqual([[{ file: 0, line: 1 }], [{ file: 0, line: 2 }]]);
  expect(cause.together).toEqual([]);
  // Each has taken the step, and no more.
  expect(cause.steps).toEqual([1, 1]);
  expect(cause.says).toMatch(/should set .+ to what .+ sets .+ to/);
  expect(cause.ruled_out).toMatch(/other pair/);
});

test('regions are counted in words, and with them left out the programs are equivalent', async () => {
  const left =
    '    slt $4, $1, $0\n    bne $4, $0, low\n    add $3, $1, $0\n    jr $31\nlow:\n    sub $3, $0, $1\n    jr $31\n';
  const right = '    add $3, $1, $0\n    jr $31\n';
  const inputs = await witnessOf(left, right);
  const regions = await proofs.explain_regions(request(left, right, inputs), host());
  expect(regions.report.exact).toBe(true);
  const assume = regions.report.regions.map(({ condition }) => `not (${condition})`);
  const contract = { assume } as unknown as NonNullable<ExplainRequest['contract']>;
  const both = { left, right };
  const { report } = await compare(both, { options: { contract } });
  expect(report.verdict).toBe('equivalent');
  // All negative numbers except the least, which is its own negation.
  const count = (2n ** 31n - 1n) * 2n ** 32n;
  expect(regions.report.count).toBe(String(count));
  expect(regions.says).toBe(
    `They differ on about 1 of every 2 inputs (${count.toLocaleString('en')} of 2⁶⁴).`,
  );
});

test('a search that is to end ends at once, with what it has', async () => {
  const inputs = await witnessOf(signed.left, signed.right);
  const asked = request(signed.left, signed.right, inputs);
  const cause = await proofs.explain_cause(asked, host(1));
  expect(cause).toMatchObject({ report: undefined, cut: true });
  const mend = await proofs.explain_mend(asked, host(1));
  expect(mend).toMatchObject({ report: undefined, cut: true });
  const regions = await proofs.explain_regions(asked, host(1));
  expect(regions.cut).toBe(true);
  expect(regions.report.exact).toBe(false);
  // There is the witness.
  expect(BigInt(regions.report.bounds[0] ?? 0)).toBeGreaterThan(0n);
});

/** Whether the map's result for a cell is consistent with the region of its sample, or with none. */
function agrees(seen: string, number: number, kind: RegionKind | undefined, isExact: boolean) {
  if (number === 255 || seen === 'unseen') return number === 255 && seen === 'unseen';
  const differs = ['left-faults', 'right-faults', 'results-differ'].includes(seen);
  // A map does not know that a program never stops.
  if (kind) return kind === 'never-stops' ? seen === 'out-of-fuel' : differs;
  return !isExact || !differs;
}

test('the regions of the corpus agree with each sample of the map', async () => {
  test.setTimeout(300_000);
  let exact = 0;
  let differing = 0;
  for (const { name, left, right, options } of corpus) {
    // A map is of two integers, and a corpus of a few seconds.
    if (options.contract && Object.keys(options.contract).length > 0) continue;
    const { report: verdict } = await compare({ left, right }, { options });
    if (!verdict.witness) continue;
    const { contract, fuel } = { fuel: 10_000, contract: {}, ...options };
    const both = { left: source(left), right: source(right), contract, fuel };
    const asked = { ...both, inputs: verdict.witness.inputs, milliseconds: 5_000 };
    const { report } = await proofs.explain_regions(asked as unknown as ExplainRequest, host());
    const whole = { from: -(2n ** 31n), to: 2n ** 31n - 1n };
    const map = new tools.PlaneMap({
      ...both,
      view: {
        axes: [0, 1],
        inputs: [0n, 0n],
        scale: 'logarithmic',
        ranges: [whole, whole],
        known: [],
      },
    } as unknown as ConstructorParameters<typeof tools.PlaneMap>[0]);
    map.advance(5_000_000);
    const conditions = report.regions.map(({ condition }) => condition);
    const numbers = map.regions(conditions);
    const names = map.progress().classes.map(({ class: each }) => each);
    const classes = [...map.picture()].map((number) => names[number]);
    const wrong: string[] = [];
    for (const [index, number] of numbers.entries()) {
      const seen = classes[index] ?? '';
      const kind = report.regions[number - 1]?.kind;
      if (kind !== undefined) differing += 1;
      if (!agrees(seen, number, kind, report.exact)) {
        wrong.push(`${name}, cell ${index}: ${seen} in region ${number}`);
      }
    }
    expect(wrong).toEqual([]);
    exact += report.exact ? 1 : 0;
    map.free();
  }
  // There was something to hold against each other.
  expect(exact).toBeGreaterThan(8);
  expect(differing).toBeGreaterThan(10_000);
});
