/** The labelled pairs by the page's wasm, each with its strongest verdict, without z3. */

import { expect, test } from '@playwright/test';

import { compare } from './engine';
import { folders, pairsOf } from './pairs';

for (const folder of folders) {
  const quick = pairsOf(folder).filter(({ undecided, slow }) => !undecided && !slow);
  for (const pair of quick) {
    test(`${folder}, ${pair.name}: ${pair.verdict}`, async () => {
      const evaluate = () => Promise.reject(new Error('no z3 is to be needed'));
      const options = { solver: 'bitblast' } as const;
      const { report } = await compare(pair, { options, z3: { evaluate } });
      // Labels are about runs within the fuel, which such proofs go beyond.
      if (report.proof?.kind === 'procedures') {
        expect(pair.label).toBe('eq');
        expect(['equivalent', 'equivalent-up-to']).toContain(report.verdict);
        return;
      }
      const byInvariants = report.proof?.kind === 'invariants' && pair.label === 'eq';
      const verdict = byInvariants ? 'equivalent' : pair.verdict;
      expect(report.verdict, report.reason.message).toBe(verdict);
    });
  }
}
