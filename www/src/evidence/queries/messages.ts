/** The page's texts on the queries. */

import type { StrategyName } from '../../engine/types';
import { formatWord, type NumberFormat } from '../../kit/numbers';
import { list } from '../../kit/phrases';
import { side } from '../../programs/messages';
import { describeInputs, type Searched, type ShownQuery } from '../searched';

/** Whether a query is about the results of a pair of paths, not about another path. */
const asksForResults = (query: ShownQuery) => query.flip == null;

export const queries = {
  caption: 'Questions to the solver',
  columns: {
    number: 'Query',
    asked: 'Asked of',
    condition: 'Is there an input with',
    answer: 'Answer',
  },
  of: (query: ShownQuery, strategy: StrategyName) =>
    strategy === 'product'
      ? `the pair of run ${query.run}`
      : `${side[query.side].symbol}, run ${query.run}`,
  /** Precedes the condition if the query is about results. */
  question: (query: ShownQuery): string => (asksForResults(query) ? 'results that differ: ' : ''),
  details: (query: number) => `Details of query ${query}`,
  answer: (query: ShownQuery, search: Searched, format: NumberFormat): string => {
    const { answer } = query;
    if (!answer) return 'asking …';
    switch (answer.answer) {
      case 'sat':
        return answer.inputs ? `yes: ${describeInputs(search, answer.inputs, format)}` : 'yes';
      case 'unsat':
        return 'no';
      case 'unknown':
        return 'undecided';
      default:
        return answer.answer satisfies never;
    }
  },
  by: (query: ShownQuery) => (query.answer ? `${query.answer.answer}, by ${query.answer.by}` : ''),
  excluded: (values: readonly number[]) =>
    `other than ${list(values.map((value) => formatWord(value, 'hex')))}`,
  text: 'SMT-LIB text',
};
