/** The words of `compiled.ts` in German. */

import type * as en from './compiled';
import { side } from './de';
import { count, list, number, ofProgram } from './de-forms';

export const compiled: typeof en.compiled = {
  tabs: 'Was der Übersetzer sah',
  listing: 'Programme',
  passes: 'Ablauf, Durchgang für Durchgang',
  query: 'Text einer Anfrage',

  title: (s) => (s === 'left' ? 'Linkes Programm' : 'Rechtes Programm'),
  listingLabel: (s) => `Wörter ${ofProgram(s)}`,
  listingIntro:
    'Beide Programme, wie sie verglichen wurden, Wort für Wort. Ein + steht bei einem Wort, das der Assembler für einen bedingten Sprung mit einer Zahl eingefügt hat.',
  columns: {
    address: 'Adresse',
    word: 'Wort',
    label: 'Marke',
    instruction: 'Befehl',
    line: 'Zeile',
    source: 'Quelltext',
  },
  expanded: 'vom Assembler eingefügt',
  goToLine: (line, s) => `Zu Zeile ${line} ${ofProgram(s)} gehen`,
  saveCsv: 'Als CSV speichern',
  listingFile: (s) => (s === 'left' ? 'linkes-programm.csv' : 'rechtes-programm.csv'),

  run: 'Lauf',
  program: 'Programm',
  programs: (s) => `${side[s].symbol} ${side[s].name}`,
  pass: 'Durchgang',
  allPasses: 'alle Durchgänge',
  step: (before, after) => `${before} → ${after}`,
  on: ([a, b]) => `bei $1 = ${a}, $2 = ${b}`,
  changes: ({ same, changed, removed, added }) =>
    changed + removed + added === 0
      ? 'Hier ändert sich nichts.'
      : `Zeilen: ${list([
          ...(changed > 0 ? [`${number(changed)} geändert`] : []),
          ...(removed > 0 ? [`${number(removed)} entfernt`] : []),
          ...(added > 0 ? [`${number(added)} hinzugefügt`] : []),
          ...(same > 0 ? [`${number(same)} unverändert`] : []),
        ])}.`,
  marks: {
    same: { sign: '', name: '' },
    changed: { sign: '~', name: 'geändert' },
    removed: { sign: '−', name: 'entfernt' },
    added: { sign: '+', name: 'hinzugefügt' },
  },
  diffLabel: 'Der Ablauf vor und nach dem Durchgang',
  diffColumns: { at: 'Bei', change: 'Änderung' },
  before: (name) => `Vorher: ${name}`,
  after: (name) => `Nachher: ${name}`,
  sameLines: (n) => count(n, 'gleiche Zeile', 'gleiche Zeilen'),
  omitted: (n) =>
    `Nur der Anfang: ${count(n, 'weitere Zeile fehlt', 'weitere Zeilen fehlen')} hier.`,

  whichQuery: 'Anfrage',
  of: (n) => `von ${number(n)}`,
  noQueries: 'Bisher war keine Anfrage nötig.',
  noRuns: 'Noch kein Lauf.',
};
