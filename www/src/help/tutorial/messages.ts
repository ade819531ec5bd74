/** The texts of the tutorial; docs/tutorial.md and docs/tutorial-arm64.md have the same content. */

/** What differs from machine to machine. */
export interface Terms {
  /** The two inputs. */
  first: string;
  second: string;
  /** How many inputs there are. */
  inputs: string;
  /** The size of a word. */
  bits: number;
  /** A wrong line for the loop. */
  mistake: string;
}

export const tutorial = {
  title: 'Tutorial',
  progress: (done: number, of: number) => `${done} of ${of} steps done`,
  lesson: (at: number, of: number) => `Pair ${at} of ${of}`,
  done: 'done:',
  toDo: 'to do:',
  leave: 'Leave',
  back: 'Back',
  next: 'Next pair',
  end: 'Done',
  reset: 'Load the pair again',
};

export const lessonWords = ({ first, second, inputs, bits, mistake }: Terms) => ({
  overflow: {
    title: 'A difference that tests miss',
    text: `Both programs return the larger of \`${first}\` and \`${second}\`. The right one looks whether their difference is negative.`,
    steps: {
      try: 'Try an input: type two numbers and press *Run both*.',
      compare: `Press *Compare*: all ${inputs} inputs are checked at once.`,
      step: 'Press *Step through*, and see on which line the result goes wrong.',
      fix: 'Repair the right program, by hand or with *Suggested fix* under *Why*, and compare again.',
    },
    after: `The difference of two numbers need not fit into ${bits} bits. Then it wraps around, and its sign is wrong: on one of every four inputs.`,
  },
  loop: {
    title: 'A loop that is proved',
    text: `Both programs multiply \`${first}\` by \`${second}\`. The left one counts down, the right one counts up, and no test can try every number of rounds.`,
    steps: {
      compare: 'Press *Compare*: the answer holds for any number of rounds.',
      proof:
        'Open *Proof*: it shows an invariant, what both programs have in common after every round.',
      mistake: `Make a mistake in the right program, such as \`${mistake}\` in the loop, and compare again.`,
    },
    after:
      'A proof is checked in this browser by a program that shares no code with the search. A mistake has no proof: it has an input that shows it.',
  },
  own: {
    title: 'A pair of your own',
    text: 'Put an assignment of yours on the left and an earlier version of it, or a classmate’s, on the right: type, paste, or drop both files.',
    steps: {
      compare: 'Compare your two programs.',
      look: 'Look into the answer: *Step*, *Map*, *Proof* or *More*.',
    },
    after:
      'Your program reads an array, or some inputs do not count? *Change*, beside the question, sets what is compared.',
  },
});
