import { expect, test } from 'vitest';

import { headlineOf } from '../../www/src/comparison/headline';
import { comparison, finished, headline, summary } from './made';

const differ = headline({ id: 'differ', tone: 'differ', text: 'They differ.' });
const stopped = headline({ id: 'stopped', tone: 'open', text: 'Stopped.' });
const headlines = { differ, stopped };

test('while it runs there is a headline only once they are known to differ', () => {
  expect(headlineOf(comparison({ headlines }))).toBeUndefined();
  expect(headlineOf(comparison({ headlines, difference: [1, 2] }))).toMatchObject({
    kind: 'disequivalent',
    tone: 'differ',
    title: 'They differ.',
    isFinal: false,
  });
});

test('a finished comparison has the headline of its report', () => {
  const found = finished({ summary: summary({ headline: headline({ text: 'Proved.' }) }) });
  expect(headlineOf(found)).toMatchObject({ title: 'Proved.', tone: 'same', isFinal: true });
});

test('a difference has the headline with the count as soon as there is one', () => {
  const counted = { ...differ, text: 'They differ on 3 inputs.' };
  const found = finished({ verdict: 'disequivalent', summary: summary({ headline: differ }) });
  expect(headlineOf(found, undefined)?.title).toBe('They differ.');
  expect(headlineOf(found, counted)?.title).toBe('They differ on 3 inputs.');
  expect(headlineOf(finished({}), counted)?.title).not.toBe('They differ on 3 inputs.');
});

test('one that was cut off says so, or that they differ where that is known', () => {
  const status = { state: 'stopped', elapsed: 5 } as const;
  expect(headlineOf(comparison({ headlines, status }))).toMatchObject({
    kind: 'stopped',
    title: 'Stopped.',
  });
  expect(headlineOf(comparison({ headlines, status, difference: [1] }))).toMatchObject({
    kind: 'disequivalent',
    isFinal: true,
  });
  const reason = { code: 'cancelled', message: '' } as never;
  expect(headlineOf(finished({ verdict: 'possibly-equivalent', reason }))?.kind).toBe('stopped');
});
