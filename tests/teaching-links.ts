/** Links to an exercise and to a quiz, for browsers that look at them for a moment. */

import { fromFields } from '../www/src/comparison/options';
import { write as writeExercise } from '../www/src/exercise/schema';
import { usual } from '../www/src/links/fields';
import { assemblySource } from '../www/src/programs/source';
import { write as writeQuiz } from '../www/src/quiz/schema';

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is no link');
  return value;
}

const reading = fromFields(usual);
const options = known(reading.ok ? reading.options : undefined);

/** The program to start from differs from the reference. */
export const exerciseLink = known(
  writeExercise({
    title: '',
    tasks: [
      {
        title: 'The smaller one',
        text: 'Put 1 into `$3` where `$1` is smaller than `$2`, else 0.',
        start: assemblySource('    sltu $3, $1, $2\n    jr $31\n'),
        options,
        reference: { mode: 'open', program: assemblySource('    slt $3, $1, $2\n    jr $31\n') },
        hints: [],
        tokens: undefined,
      },
    ],
  }),
);

const larger = [
  ...['add $3, $2, $0', 'slt $4, $1, $2', 'slt $4, $1, $2', 'bne $4, $0, end'],
  ...['add $3, $1, $0', 'add $5, $1, $2', 'end: jr $31', ''],
];

export const quizLink = known(
  writeQuiz({
    title: '',
    program: assemblySource(larger.join('\n')),
    options,
    seed: 1,
    questions: 2,
  }),
);
