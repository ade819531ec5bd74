import programs from 'virtual:tutorial';

import { reportOf } from '../../arm64/comparison';
import { examples } from '../../arm64/examples';
import type { Arm64Playground } from '../../arm64/playground';
import { usualQuestion } from '../../comparison/arm64-question';
import { assemblySource } from '../../programs/source';
import type { TutorialMachine } from './machine';

const program = (name: string) => assemblySource(programs[name] ?? '');

export const arm64: TutorialMachine = {
  name: 'arm64',
  terms: {
    first: 'x0',
    second: 'x1',
    inputs: '2¹²⁸',
    bits: 64,
    mistake: 'add x2, x2, x1',
  },
  pairs: {
    overflow: { left: program('larger.s'), right: program('subtract.s') },
    loop: { left: program('down.s'), right: program('up.s') },
  },
  examples: examples.slice(0, 1),
  seen(app) {
    const { programs, debugging } = app.store.state;
    const { comparison, view } = (app as Arm64Playground).result.state;
    const report = reportOf(comparison);
    return {
      programs,
      compared: comparison && report && { ...comparison.programs, verdict: report.verdict },
      stepped:
        view === 'step' && debugging?.overview !== undefined ? debugging.programs : undefined,
      showsProof: view === 'proof' && report?.proof?.kind === 'evidence',
      looksFurther: view !== 'answer' && view !== 'explain',
    };
  },
  work: ({ left, right }) => ({
    ...{ left, right },
    names: { left: '', right: '' },
    options: undefined,
    example: undefined,
    arm64: usualQuestion,
  }),
};
