/** The page's texts on quizzes. */

import { count, number } from '../kit/phrases';
import type { LinkProblem } from '../links/schema';

export const messages = {
  page: 'Same or different?',
  rules: (questions: number) =>
    `Two programs stand side by side, up to ${count(questions, 'time', 'times')}. Do they do the same on all inputs? Give an input on which they differ, or say that there is none. The least such input earns more.`,
  points: (right: number, least: number) =>
    `A right answer gives ${count(right, 'point', 'points')}, the least input on which they differ gives ${number(least)}. Least is the one with the most zeros; then the one whose first word is nearest to 0, a positive number before its negative; then the second, and so on.`,
  compared: 'What is compared',
  within: (fuel: number) => `, within ${count(fuel, 'step', 'steps')}`,
  start: 'Start',
  drawing: 'Drawing the questions',
  progress: (tried: number, of: number) => `${number(tried)} of ${count(of, 'mutant', 'mutants')}`,
  stop: 'Stop',
  failed: (message: string) => `There are no questions: ${message}.`,
  none: 'Of this program no questions can be drawn: among its mutants of the same kind there have to be some that are proved to do the same and some that do not.',
  fewer: (n: number) =>
    `There are only ${count(n, 'question', 'questions')} in this program that do not give their answers away.`,

  question: (n: number, of: number) => `Question ${number(n)} of ${number(of)}`,
  score: (points: number, right: number, answered: number) =>
    `${count(points, 'point', 'points')}, ${number(right)} of ${number(answered)} right`,
  left: 'Left program',
  right: 'Right program',
  answer: 'Your answer',
  differ: 'They differ on this input',
  same: 'There is no such input',
  wrongInput: 'Each word is a number from -2147483648 to 4294967295, decimal or 0x…',
  next: 'Next question',
  last: 'To the result',
  marks: {
    right: 'Right.',
    least: 'Right, by the least input.',
    wrong: 'Wrong.',
    'not-allowed': 'This does not count.',
    untold: 'This does not count.',
  },
  gained: (points: number) => count(points, 'point', 'points'),
  step: (inputs: string) => `Step through ${inputs}`,
  open: 'Open both in the playground',

  over: 'The round is over',
  columns: { question: 'Question', yours: 'Your answer', key: 'Key', points: 'Points' },
  key: { same: 'the same', differ: (inputs: string) => `differ, on ${inputs}` },
  yours: { same: 'no such input', differ: (inputs: string) => `differ, on ${inputs}` },
  again: 'The same round again',
  another: 'Another round',
  copy: 'Copy the link to this round',
  copied: 'Copied',

  problems: {
    'not-a-link': 'This is no link to a quiz.',
    damaged: 'This link is damaged: a part of it is missing or changed.',
    'too-long': 'This link is too long.',
    newer: 'This link was made with a newer version of this page.',
  } satisfies Record<LinkProblem, string>,
};
