/** The words of `paths.ts` in German. */

import { formatAddress } from '../numbers';
import type { Kind } from '../paths/path-tree';
import { outcome, side } from './de';
import { count, number, ofProgram } from './de-forms';
import type * as en from './paths';

export const paths: typeof en.paths = {
  label: 'Pfadbaum',
  intro:
    'Jeder Kasten ist ein Ausgang einer Entscheidung: eines bedingten Sprungs oder einer anderen Bedingung, von der ein Lauf abhing. Ein Pfad endet, wo beide Programme angehalten haben.',
  introPaper:
    'Jeder Kasten ist ein Ausgang einer Entscheidung des Treibers: eines bedingten Sprungs oder einer anderen Bedingung, von der sein Lauf abhing. Jedes Programm hat einen eigenen Baum.',
  kinds: {
    decision: {
      badge: '',
      name: 'Entscheidung',
      many: 'Entscheidungen',
      meaning: 'hier wird etwas entschieden',
    },
    agree: { badge: '=', name: 'gleich', many: 'gleich', meaning: 'beide Programme tun dasselbe' },
    differ: {
      badge: '≠',
      name: 'verschieden',
      many: 'verschieden',
      meaning: 'die Programme unterscheiden sich',
    },
    infeasible: {
      badge: '∅',
      name: 'unmöglich',
      many: 'unmöglich',
      meaning: 'keine Eingabe geht hierher',
    },
    cut: {
      badge: '?',
      name: 'abgebrochen',
      many: 'abgebrochen',
      meaning: 'nicht bekannt: die Suche wurde abgebrochen',
    },
    open: {
      badge: '·',
      name: 'nicht probiert',
      many: 'nicht probiert',
      meaning: 'nicht probiert',
    },
  },
  tally: (n, kind) => `${number(n)} ${paths.kinds[kind].many}`,
  causes: {
    branch: 'Er springt, oder es geht mit dem nächsten Befehl weiter.',
    divisor: 'Er dividiert: Ein Divisor von 0 wäre ein Fehler.',
    alignment:
      'Er greift auf den Speicher zu: Eine Adresse, die kein Vielfaches von 4 ist, wäre ein Fehler.',
    range: 'Er greift auf den Speicher zu: Eine Adresse außerhalb davon wäre ein Fehler.',
    output: 'Er speichert: in das Ausgabegerät, oder anderswohin.',
    'text-store': 'Er speichert: in die eigenen Wörter des Programms, oder anderswohin.',
    return: 'Er springt: zur Rücksprungadresse, was den Lauf beendet, oder anderswohin.',
    'jump-range': 'Er springt: Ein Ziel, von dem sich kein Befehl holen lässt, wäre ein Fehler.',
    'jump-target': 'Er springt: Jedes Ziel ist ein eigener Pfad.',
    fetch: 'Es ist ein Wort, das ein Speicherbefehl geändert haben kann.',
  },
  why: {
    depth:
      'Der Pfad hat mehr Bedingungen, als die Tiefe erlaubt: Was dahinter liegt, wurde nicht angesehen.',
    fuel: 'Einem Programm ging auf diesem Pfad der Treibstoff aus: Daraus wird nichts geschlossen.',
    unknown: 'Der Löser hat es nicht entschieden.',
    diverged: 'Der Löser nannte eine Eingabe, aber ihr Lauf ging einen anderen Weg.',
    untried: 'Die Suche endete, bevor das probiert wurde.',
  },
  long: 'Der Pfad geht hier weiter, ist aber zu lang, um gezeigt zu werden.',
  later: 'Das kommt noch an die Reihe.',
  outcome: { done: '', ...outcome },
  symbol: (s) => side[s].symbol,
  start: 'Anfang',
  pathsOf: (s) => `Pfade von ${side[s].symbol}`,
  otherwise: 'sonst',
  chain: (n) => `${number(n)} Entscheidungen, jede nur auf eine Weise`,
  hidden: (n) => `+${number(n)}`,
  counts: (n) => count(n, 'Knoten', 'Knoten'),

  view: 'Ansicht',
  views: { picture: 'Bild', table: 'Tabelle' },
  legend: 'Arten von Knoten; drücken Sie auf eine, um sie wegzulassen',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  fit: 'Einpassen',
  saveSvg: 'Als SVG speichern',
  saveCsv: 'Als CSV speichern',
  svgFile: 'pfadbaum.svg',
  csvFile: 'pfadbaum.csv',
  keys: 'Die Pfeiltasten gehen durch den Baum, Enter zeigt einen Knoten, Strg mit dem Mausrad vergrößert und verkleinert.',

  said: (program, text, kind, result) =>
    [program, text, kind === 'decision' ? '' : paths.kinds[kind].name, result]
      .filter((part) => part !== '')
      .join(', '),

  details: 'Der gewählte Knoten',
  choose: 'Wählen Sie einen Knoten, um zu sehen, wofür er steht.',
  title: (kind, isChain) => (isChain ? 'Eine Kette von Entscheidungen' : titles[kind]),
  decided: 'Hier entscheidet',
  cameBy: 'Hierher kam man durch',
  instruction: (text, at, line) =>
    `${text} bei ${formatAddress(at)}${line === undefined ? '' : `, Zeile ${line}`}`,
  lineLink: (line) => `Zeile ${line}`,
  goToLine: (s, line) => `Zu Zeile ${line} ${ofProgram(s)} gehen`,
  taken: (taken) => (taken ? 'genommen' : 'nicht genommen'),
  condition: 'Pfadbedingung',
  noCondition: 'Keine: Jede Eingabe kommt hierher.',
  sample: 'Beispiel einer Eingabe',
  noSample: {
    infeasible: 'Es gibt keine.',
    cut: 'Keine ist bekannt.',
    open: 'Nach keiner wurde gesucht.',
  },
  results: 'Ergebnisse',
  runs: (n) => count(n, 'Lauf', 'Läufe'),
  run: (n) => `Lauf ${n}`,
  moreRuns: (n) => `und ${number(n)} weitere`,
  moreConditions: (n) => `${number(n)} weitere zeigen`,
  asked: (query) => `Anfrage ${query} fragte nach diesem Weg`,
  askedOther: (query) => `Anfrage ${query} fragte nach dem anderen Weg`,
  askedResults: (query) =>
    `Anfrage ${query} fragte, ob die Ergebnisse auf diesem Pfad verschieden sein können`,
  notAsked: 'Keine Anfrage fragte nach dem anderen Weg: Ein Lauf war schon dort.',
  notYet: 'Noch keine Anfrage hat nach dem anderen Weg gefragt.',
  unchain: (n) => `Die ${number(n)} Entscheidungen zeigen`,
  chainAgain: 'Die Kette wieder zusammenfassen',

  table: 'Die Knoten des Pfadbaums',
  columns: {
    node: 'Knoten',
    parent: 'Von',
    kind: 'Art',
    program: 'Programm',
    address: 'Adresse',
    line: 'Zeile',
    instruction: 'Befehl',
    condition: 'Bedingung',
    inputs: 'Beispiel einer Eingabe',
    runs: 'Läufe',
    query: 'Anfrage',
  },
};

const titles: Record<Kind, string> = {
  decision: 'Eine Entscheidung',
  agree: 'Beide Programme tun dasselbe',
  differ: 'Die Programme unterscheiden sich',
  infeasible: 'Keine Eingabe geht diesen Weg',
  cut: 'Nicht bekannt: Die Suche wurde hier abgebrochen',
  open: 'Nicht probiert',
};
