/** The words of `evidence.ts` in German; `de.ts` passes them on. */

import type { RunReport } from '../engine/types';
import { formatWord, type NumberFormat } from '../numbers';
import { count, inputs, number } from './de-forms';
import type * as en from './evidence';

/** How a run ended, in a few words. */
const end = (report: RunReport, format: NumberFormat): string => {
  switch (report.outcome) {
    case 'done':
      return `fertig: $3 = ${formatWord(report.result ?? 0, format)}`;
    case 'fault':
      return `Fehler: ${report.fault?.message ?? ''}`;
    case 'out-of-fuel':
      return 'ohne Treibstoff';
    default:
      return report.outcome satisfies never;
  }
};

export const debugging: typeof en.debugging = {
  tab: 'Debugger',
  label: 'Debugger im Gleichschritt',
  open: 'Schritt für Schritt ansehen',
  openLabel: (values) =>
    `Beide Läufe mit ${inputs(values, 'unsigned')} Schritt für Schritt ansehen`,
  intro:
    'Beide Programme, Schritt für Schritt, mit einer Eingabe. Die Ansicht beginnt, wo die Läufe nicht mehr übereinstimmen: beim ersten bedingten Sprung, der anders ausgeht, oder beim ersten anderen Wert auf dem Weg zu $3.',
  inputs: 'Eingaben',
  input: (register) => (register === 1 ? 'Erste Eingabe' : 'Zweite Eingabe'),
  wrongInput: 'Eine Zahl von −2147483648 bis 4294967295, oder 0x…',
  run: 'Beide ausführen',
  running: 'Beide Programme werden ausgeführt …',
  failed: (message) => `Das lässt sich nicht Schritt für Schritt zeigen: ${message}.`,
  changed: (s) =>
    `${s} hat sich seitdem geändert; dies ist ein Lauf des alten Textes. „Beide ausführen“ nimmt den neuen.`,
  changedSides: {
    left: 'Das linke Programm',
    right: 'Das rechte Programm',
    both: 'Der Text beider Programme',
  },
  position: 'Position',
  positionOf: (position, last) => `Position ${number(position)} von ${number(last)}`,
  start: 'Anfang',
  back: 'Zurück',
  step: 'Schritt',
  end: 'Ende',
  runBack: 'Zurück zum Haltepunkt',
  runOn: 'Weiter zum Haltepunkt',
  play: 'Abspielen',
  pause: 'Pause',
  speed: 'Tempo',
  speeds: { 2: 'langsam', 8: 'normal', 60: 'schnell', 500: 'sehr schnell' },
  toParting: 'Dorthin gehen, wo sie sich trennen',
  parting: ({ parting, runs }): string => {
    if (!parting) {
      return runs.some(({ report }) => report.outcome === 'out-of-fuel')
        ? 'Soweit der Treibstoff reicht, stimmen die Läufe bei jedem bedingten Sprung überein.'
        : 'Die Läufe stimmen bei jedem bedingten Sprung und im Ergebnis überein.';
    }
    const at = `bei Position ${number(parting.position)}`;
    const [left, right] = parting.involved;
    const [one, other] = left ? ['P₁', 'P₂'] : ['P₂', 'P₁'];
    switch (parting.kind) {
      case 'branch':
        return left && right
          ? `Sie trennen sich ${at}: Ein bedingter Sprung geht in P₁ anders aus als in P₂.`
          : `Sie trennen sich ${at}: ${one} kommt zu einem bedingten Sprung, und ${other} hat keinen mehr vor sich.`;
      case 'value':
        return `Sie trennen sich ${at}: Von hier an sind die Werte verschieden, die zu $3 führen.`;
      case 'fault':
        return `Sie trennen sich ${at}: ${one} endet mit einem Fehler, ${other} nicht.`;
      default:
        return parting.kind satisfies never;
    }
  },
  cut: (steps) =>
    `Von einem Programm ${steps === 1 ? 'lässt sich nur der erste Schritt' : `lassen sich nur die ersten ${number(steps)} Schritte`} ansehen; dieser Lauf ist länger.`,
  waits:
    'Eine Position ist ein Schritt jedes Programms. Wo beide gleich springen, wartet das Programm, das zuerst dort ist, auf das andere.',
  steps: (n, of) => `${number(n)} von ${count(of, 'Schritt', 'Schritten')}`,
  state: (side, report, cut, format): string => {
    if (side.ended) return cut ? 'nicht weiter verfolgt' : end(report, format);
    if (side.steps === 0) return 'am Anfang';
    return side.moved ? '' : 'wartet';
  },
  nothingYet: 'Noch nichts ausgeführt.',
  outside: 'außerhalb des Programmtextes',
  at: (address) => `bei ${formatWord(address, 'hex')}`,
  source: (s) => `Text des ${s === 'left' ? 'linken' : 'rechten'} Programms um den Schritt herum`,
  breakpointAt: (line) => `Haltepunkt in Zeile ${line}`,
  registers: 'Register',
  register: 'Register',
  all: 'Alle Register',
  was: (value) => `vorher ${value}`,
  memory: 'Benutzter Speicher',
  memoryNote:
    'Die bisher gelesenen oder geschriebenen Wörter; von vielen die 64, die zuletzt benutzt wurden.',
  stack: 'Stapel',
  stackNote: 'Von $30 bis zum Ende des Speichers, höchstens 32 Wörter.',
  address: 'Adresse',
  word: 'Wort',
  access: { read: 'gelesen', written: 'geschrieben' },
  noMemory: 'Bisher wurde kein Speicher benutzt.',
  noStack: 'Der Stapel ist leer.',
  output: 'Ausgabe',
  csv: 'Schritte als CSV',
  file: 'schritte.csv',
  spoken: (sides, runs): string =>
    (['P₁', 'P₂'] as const)
      .map((name, index) => {
        const side = sides[index];
        const run = runs[index];
        if (!side || !run) return '';
        const state = debugging.state(side, run.report, run.cut, 'signed');
        const changed = side.registers
          .filter(({ before }) => before !== undefined)
          .map((register) => `${register.name} = ${formatWord(register.value, 'signed')}`);
        const did = side.moved ? [side.instruction ?? '', ...changed] : [];
        return `${name}: ${[...did, ...(state ? [state] : [])].join(', ')}`;
      })
      .join('. '),
};

export const map: typeof en.map = {
  tab: 'Karte',
  label: 'Karte der Unterschiede',
  intro:
    'Die Ebene beider Eingaben: $1 nach rechts, $2 nach oben. Jede Zelle zeigt, was beide Programme mit Stichproben ihrer Eingaben tun.',
  draw: 'Karte zeichnen',
  redraw: 'Neu zeichnen',
  changed: 'Die Programme oder der Treibstoff haben sich geändert, seit diese Karte entstand.',
  failed: (message) => `Die Karte lässt sich nicht zeichnen: ${message}.`,
  stop: 'Anhalten',
  stopped: 'Angehalten.',
  scale: 'Achsen',
  scales: { logarithmic: 'Logarithmisch mit Vorzeichen', linear: 'Linear' },
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  whole: 'Ganze Ebene',
  range: 'Ausschnitt der Ebene',
  from: (register) => `$${register} von`,
  to: 'bis',
  show: 'Zeigen',
  wrongRange:
    'Zahlen von −2147483648 bis 4294967295, oder 0x…; ab 2147483648 bedeuten sie negative Zahlen.',
  picture: 'Karte der Eingaben. Die Pfeiltasten bewegen, mit Shift um 16 Zellen.',
  hint: 'Die Pfeiltasten gehen von Zelle zu Zelle, mit Shift um 16; Enter zeigt die Eingaben einer Zelle Schritt für Schritt; Plus und Minus vergrößern und verkleinern, 0 zeigt die ganze Ebene. Mit der Maus: Klicken Sie auf eine Zelle, um sie Schritt für Schritt anzusehen; ziehen Sie, um zu vergrößern.',
  role: 'Karte von Eingaben',
  progress: (samples, wanted, share, isRunning): string => {
    if (samples === 0) return `Stichproben: ${Math.floor(100 * share)} % der Zellen gesehen`;
    const each = count(samples, 'Stichprobe', 'Stichproben');
    return isRunning ? `${each} je Zelle, von ${number(wanted)}` : `${each} je Zelle`;
  },
  single: 'Jede Zelle ist eine einzige Eingabe.',
  number,
  classes: {
    unseen: 'noch nicht gesehen',
    agree: 'gleich: dasselbe Ergebnis',
    'both-fault': 'gleich: beide mit Fehler',
    'out-of-fuel': 'ohne Treibstoff: nicht bekannt',
    'left-faults': 'verschieden: nur P₁ mit Fehler',
    'right-faults': 'verschieden: nur P₂ mit Fehler',
    'results-differ': 'verschieden: andere Ergebnisse',
  },
  short: {
    unseen: '·',
    agree: 'gleich',
    'both-fault': 'Fehler',
    'out-of-fuel': 'offen',
    'left-faults': 'P₁ Fehler',
    'right-faults': 'P₂ Fehler',
    'results-differ': 'anders',
  },
  witness: 'das Gegenbeispiel',
  legend: 'Was die Zellen zeigen',
  columns: { class: 'Gesehen', cells: 'Zellen', example: 'Zum Beispiel' },
  note: 'Eine Zelle ist verschieden, wenn eine ihrer Stichproben es ist. Dass die Stichproben einer Zelle gleich sind, ist kein Beweis für ihre anderen Eingaben.',
  nothing: 'Zeigen Sie auf eine Zelle, oder gehen Sie mit den Pfeiltasten dorthin.',
  notSeen: 'Diese Zelle wurde noch nicht angesehen.',
  cell: 'Zelle',
  on: (values) => `Bei ${values}:`,
  ends: (s) => (s === 'left' ? 'P₁' : 'P₂'),
  report: end,
  inputs,
  range1: (cell, axis): string => {
    const { from, to } = cell.ranges[axis];
    const signed = (value: number) => formatWord(value, 'signed');
    return from === to
      ? `$${axis + 1} = ${signed(from)}`
      : `$${axis + 1} von ${signed(from)} bis ${signed(to)}`;
  },
  sampled: (cell) =>
    cell.single ? 'eine einzige Eingabe' : count(cell.samples, 'Stichprobe', 'Stichproben'),
  regions: 'Die Karte als Tabelle',
  regionsNote:
    'Was unter den Zellen jedes Gebiets am meisten wiegt: ein Unterschied vor dem Treibstoff, der Treibstoff vor Fehlern, Fehler vor Übereinstimmung.',
  regionsLabel: 'Gebiete der Karte',
  csv: 'Zellen als CSV',
  png: 'Bild als PNG',
  csvFile: 'karte.csv',
  pngFile: 'karte.png',
  spoken: (cell): string =>
    `${map.range1(cell, 0)}, ${map.range1(cell, 1)}: ${map.classes[cell.class]}. Bei ${inputs(cell.inputs)}: P₁ ${end(cell.left, 'signed')}; P₂ ${end(cell.right, 'signed')}.`,
};
