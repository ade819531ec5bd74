import programs from 'virtual:tutorial';

import { firstExample } from '../../programs/first-example';
import { assemblySource } from '../../programs/source';
import type { TutorialMachine } from './machine';

const program = (name: string) => assemblySource(programs[name] ?? '');

export const mips: TutorialMachine = {
  name: 'mips',
  terms: {
    first: '$1',
    second: '$2',
    inputs: '2⁶⁴',
    bits: 32,
    mistake: 'add $3, $3, $2',
  },
  pairs: {
    overflow: { left: program('larger.asm'), right: program('subtract.asm') },
    loop: { left: program('down.asm'), right: program('up.asm') },
  },
  examples: [firstExample],
  seen({ store }) {
    const { programs, comparison, evidence, debugging, proving } = store.state;
    const { request, status } = comparison ?? {};
    const isFinished = request && status?.state === 'finished';
    return {
      programs,
      compared: isFinished
        ? { left: request.left, right: request.right, verdict: status.report.verdict }
        : undefined,
      stepped:
        evidence === 'debugger' && debugging?.overview !== undefined
          ? debugging.programs
          : undefined,
      showsProof:
        evidence === 'proof' &&
        comparison !== undefined &&
        proving?.comparison === comparison.began &&
        proving.view !== undefined,
      looksFurther: evidence !== undefined && evidence !== 'explain',
    };
  },
  work: ({ left, right }) => ({
    ...{ left, right },
    names: { left: '', right: '' },
    options: undefined,
    example: undefined,
  }),
};
