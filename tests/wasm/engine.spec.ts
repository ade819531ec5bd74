import { expect, test } from '@playwright/test';

import { warmUp } from '../../www/src/engine/warm-up.js';
import { Z3Client } from '../../www/src/engine/z3/client';
import { factoring, nothing } from '../factoring';
import { corpus, expectedOf, strategies } from './corpus';
import { compare, engine, source, tools } from './engine';
import { nodeZ3 } from './node-z3';

const fig5 = corpus.find(({ name }) => name === 'fig05');
if (!fig5) throw new Error('tests/corpus has no fig05');

/** The loop of the paper with z3 alone, on the paper's sample. */
const byZ3 = { ...fig5.options, solver: 'z3' } as const;

for (const example of corpus) {
  for (const strategy of strategies) {
    const expected = expectedOf(example, strategy);
    const check = (report: engine.Report) => {
      expect(report.verdict, report.reason.message).toBe(expected.verdict);
      expect(report.reason.code).toBe(expected.reason);
      if (expected.witness) expect(report.witness?.inputs).toEqual(expected.witness);
    };

    test(`${example.name}, ${strategy}: ${expected.verdict}, and no need of z3`, async () => {
      let asked = 0;
      const evaluate = () => {
        asked += 1;
        return Promise.reject(new Error('not needed'));
      };
      const options = { ...example.options, strategy };
      const { report } = await compare(example, { options, z3: { evaluate } });
      check(report);
      expect(asked).toBe(0);
    });

    test(`${example.name}, ${strategy}, by z3: ${expected.verdict}`, async () => {
      const options = { ...example.options, strategy, solver: 'z3' } as const;
      const { report } = await compare(example, { options });
      const { witness } = report;
      if (expected.only_by && report.verdict === 'disequivalent' && witness) {
        // The verdict that the programs differ must be true: the first run shows it.
        const inputs = witness.inputs;
        const replayed = await compare(example, { options: { ...example.options, inputs } });
        expect(replayed.events.find(({ type }) => type === 'run')).toMatchObject({
          inputs,
          agreement: 'differ',
        });
      } else check(report);
    });
  }
}

test('what was compared crosses as an object, whichever contract it was', async () => {
  const text = 'lw $3, 0($1)\njr $31\n';
  const contract = { array: 2, assume: ['$2 >= 1'] } as engine.Spec;
  const { report } = await compare({ left: text, right: text }, { options: { contract } });
  expect(report.contract).not.toBeInstanceOf(Map);
  expect(report.contract).toMatchObject({ array: 2, assume: ['$2 >= 1'] });
  expect(report.contract?.inputs).toHaveLength(3);
  // Saved, it equals the command line's object.
  expect(JSON.parse(JSON.stringify(report)).contract.inputs).toEqual(report.contract?.inputs);
});

/** Takes its second path if the product of two odd factors has a given value: minutes of work for z3. */
const factors = { left: factoring, right: nothing };

test('a comparison is cancelled while z3 is at work, and the next one is answered', async () => {
  const z3 = new Z3Client(nodeZ3(), {
    onStatus: ({ state }) => {
      if (state === 'solving') setTimeout(cancel, 500);
    },
  });
  let cancelled = 0;
  function cancel() {
    cancelled ||= performance.now();
    z3.cancel();
  }
  const options = { effort: 2 ** 32 - 1, solver: 'z3' } as const;
  const goOn = () => cancelled === 0;
  const { report } = await compare(factors, { options, z3, goOn });
  expect(performance.now() - cancelled).toBeLessThan(100);
  expect(report.verdict).toBe('possibly-equivalent');
  expect(report.reason.code).toBe('cancelled');

  const next = await compare(fig5, { options: byZ3, z3: new Z3Client(nodeZ3()) });
  expect(next.report.verdict).toBe('disequivalent');
});

for (const { what, evaluate } of [
  {
    what: 'dies',
    evaluate: () => Promise.reject(Object.assign(new Error('exit'), { name: 'Z3Died' })),
  },
  {
    what: 'cannot be had',
    evaluate: () => Promise.reject(Object.assign(new Error('offline'), { name: 'Z3Unavailable' })),
  },
  { what: 'talks nonsense', evaluate: () => Promise.resolve('sat or so') },
  { what: 'says nothing', evaluate: () => Promise.resolve('') },
]) {
  test(`a z3 that ${what} leaves a query undecided, and the comparison goes on`, async () => {
    const { report, events } = await compare(fig5, { options: byZ3, z3: { evaluate } });
    const answers = events.filter((event) => event.type === 'answer');
    expect(answers.length).toBeGreaterThan(1);
    for (const { answer, reason } of answers) {
      expect(answer).toBe('unknown');
      expect(reason).toBeTruthy();
    }
    expect(report.verdict).toBe('possibly-equivalent');
    expect(report.reason.cuts.unknown).toBe(answers.length);
  });
}

test('a model that is not one is no witness', async () => {
  // Each query "has" the answer (7, 7), which takes none of the queried paths.
  const evaluate = async () => 'sat\n(:reason-unknown "")\n((r1 #x00000007) (r2 #x00000007))\n';
  const { report } = await compare(fig5, { options: byZ3, z3: { evaluate } });
  expect(report.verdict).toBe('possibly-equivalent');
  expect(report.witness ?? null).toBeNull();
});

test('the same comparison has the same events', async () => {
  const once = await compare(fig5, { options: fig5.options });
  const again = await compare(fig5, { options: fig5.options });
  const timeless = (events: engine.SearchEvent[]) =>
    events.filter(({ type }) => type !== 'verdict');
  expect(timeless(again.events)).toEqual(timeless(once.events));
});

test('what warms the engine up calls all that a comparison does, and no z3', async () => {
  const evaluate = () => Promise.reject(new Error('not to be asked'));
  const { report, events } = await compare(warmUp, { z3: { evaluate } });
  expect(report.verdict).toBe('equivalent');
  const answers = events.flatMap((event) => (event.type === 'answer' ? [event.answer] : []));
  expect(new Set(answers)).toEqual(new Set(['sat', 'unsat']));
});

test('places in a text are counted as editors count', () => {
  const text = '; 🐒 émigré\n    addd $3, $1, $2\n    jr $31\n';
  const [error] = engine.assemble(source(text)).diagnostics.flat();
  expect(error && text.slice(error.from, error.to)).toBe('addd');
  expect(error?.line).toBe(2);
});

test('traces and queries can be looked at', async () => {
  const { events } = await compare(fig5, { options: fig5.options });
  const options = { ...engine.default_options(), ...fig5.options };
  const passes = tools.inspect({ files: source(fig5.left), inputs: [1, 1], options });
  expect(passes.map(({ name }) => name)).toEqual(['raw', 'desugar', 'simplify', 'trim', 'ssa']);
  for (const { text } of passes) expect(text).not.toBe('');
  const query = events.find((event) => event.type === 'query');
  if (!query) throw new Error('no query');
  const text = tools.query_text({
    left: source(fig5.left),
    right: source(fig5.right),
    inputs: [1, 1],
    options,
    name: query.name,
    side: query.side,
    flip: query.flip,
    excluded: query.excluded,
  });
  expect(await new Z3Client(nodeZ3()).evaluate(text)).toMatch(/^sat\n/);
});

test('a portfolio asks z3 for what our own solver does not settle soon', async () => {
  const asked: string[] = [];
  const evaluate = (text: string) => {
    asked.push(text);
    return Promise.reject(Object.assign(new Error('offline'), { name: 'Z3Unavailable' }));
  };
  // The factors are far beyond an effort of a thousand.
  const options = { effort: 1000 };
  const { report, events } = await compare(factors, { options, z3: { evaluate } });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('(check-sat)');
  expect(report.verdict).toBe('possibly-equivalent');
  expect(report.reason.cuts.unknown).toBeGreaterThan(0);
  const [begin, sweep] = events;
  expect([begin?.type, sweep?.type]).toEqual(['begin', 'sweep']);
});

test('the question for results that differ can be looked at', async () => {
  // Equal, but not the same term: a square modulo 4 equals its root modulo 2.
  const programs = {
    left: 'lis $4\n.word 4\nmult $1, $1\nmflo $3\ndivu $3, $4\nmfhi $3\njr $31\n',
    right: 'lis $4\n.word 2\ndivu $1, $4\nmfhi $3\njr $31\n',
  };
  const { report, events } = await compare(programs);
  expect(report.verdict).toBe('equivalent');
  const query = events.find((event) => event.type === 'query');
  if (!query) throw new Error('no query');
  expect(query.flip ?? null).toBeNull();
  const options = engine.default_options();
  const { name, side, flip, excluded } = query;
  const sides = { left: source(programs.left), right: source(programs.right) };
  const request = { ...sides, options, name, side, inputs: options.inputs, flip, excluded };
  const text = tools.query_text(request as Parameters<typeof tools.query_text>[0]);
  expect(await new Z3Client(nodeZ3()).evaluate(text)).toMatch(/^unsat\n/);
});
