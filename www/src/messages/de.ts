/**
 * The words of `messages.ts` in German. A verdict's words claim what the
 * English ones claim and no more.
 */

import type { Comparison, Query } from '../comparison';
import type * as en from '../messages';
import { formatWord } from '../numbers';
import { count, inputs, list, number } from './de-forms';

export * from './de-evidence';

export const page: typeof en.page = {
  title: 'Tamarin Playground',
  tagline: 'Gibt es eine Eingabe, bei der sich zwei MIPS-Programme unterscheiden?',
  theme: 'Farben',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel', contrast: 'Hoher Kontrast' },
  privacy: 'Alles läuft in Ihrem Browser; nichts, was Sie tippen, verlässt ihn.',
  version: `Version ${__VERSION__}`,
};

export const side: typeof en.side = {
  left: { name: 'links', symbol: 'P₁', program: 'das linke Programm' },
  right: { name: 'rechts', symbol: 'P₂', program: 'das rechte Programm' },
};

export const editor: typeof en.editor = {
  title: (s) => (s === 'left' ? 'Linkes Programm' : 'Rechtes Programm'),
  label: (s) => `${s === 'left' ? 'Linkes' : 'Rechtes'} Programm, MIPS-Assembler`,
  hint: 'Tab rückt ein; Escape und dann Tab verlässt den Editor; F9 setzt einen Haltepunkt.',
  breakpoint: 'Haltepunkt; F9 setzt und löscht ihn',
  placeholder: 'Tippen Sie ein Programm, oder wählen Sie ein Beispiel.',
  noProblems: 'Keine Probleme',
  problems: (errors, warnings) =>
    list([
      ...(errors > 0 ? [`${number(errors)} Fehler`] : []),
      ...(warnings > 0 ? [count(warnings, 'Warnung', 'Warnungen')] : []),
    ]),
  waiting: 'Noch nicht geprüft',
  severity: { error: 'Fehler', warning: 'Warnung' },
  line: (line) => `Zeile ${line}`,
  fix: (title) => `Vorschlag: ${title}`,
  listing: 'Maschinencode',
  listingColumns: { address: 'Adresse', word: 'Wort', text: 'Befehl' },
  words: (n) => count(n, 'Wort', 'Wörter'),
  listingLabel: (s) => `Maschinencode: ${side[s].program}`,
  expanded: 'vom Assembler eingefügt',
};

export const examples: typeof en.examples = {
  open: 'Beispiele',
  title: 'Beispiele',
  filter: 'Beispiele filtern',
  close: 'Schließen',
  none: 'Kein Beispiel passt.',
  changed: (title) => `Geändert, ausgehend von „${title}“.`,
  undo: 'Ihr eigener Text kommt in jedem Editor mit Strg+Z zurück.',
};

export const instructions: typeof en.instructions = {
  open: 'Befehle',
  title: 'Die Maschine',
  intro:
    '32 Register mit 32 Bits; $0 ist 0. Ein Programm beginnt mit seinen Eingaben in $1 und $2, dem Ende des Stapels in $30 und der Rücksprungadresse in $31. Es ist fertig, wenn es dorthin springt, und sein Ergebnis ist $3. Sprünge wirken sofort (keine delay slots).',
  columns: { instruction: 'Befehl', effect: 'Wirkung' },
};

export const options: typeof en.options = {
  title: 'Optionen',
  more: 'Weitere Optionen',
  reset: 'Voreinstellung',
  inputs: 'Erste Eingaben',
  labels: {
    fuel: 'Treibstoff',
    depth: 'Tiefe',
    input1: '$1',
    input2: '$2',
    maxRuns: 'Höchstens Läufe',
    rlimit: 'Grenze einer Anfrage, z3',
    conflicts: 'Grenze einer Anfrage, bitblast',
    seconds: 'Höchstens Sekunden',
  },
  help: {
    fuel: 'Schritte, die ein Programm in einem Lauf machen darf.',
    depth:
      'Bedingungen, die von einem Pfad behalten werden. Leer: 50 bei der Suche des Aufsatzes, sonst alle.',
    input1: 'Wo die Suche beginnt: dezimal oder 0x…, negativ oder nicht.',
    input2: 'Wo die Suche beginnt: dezimal oder 0x…, negativ oder nicht.',
    maxRuns: 'Nach so vielen Läufen endet der Vergleich.',
    rlimit: 'Die Arbeit, die z3 an eine Anfrage wenden darf, in den Einheiten von z3.',
    conflicts: 'Die Arbeit, die der eingebaute Löser an eine Anfrage wenden darf, in Konflikten.',
    seconds:
      'Nach so langer Zeit endet der Vergleich. Er kann dann auf einem anderen Rechner anders enden.',
  },
  strategy: {
    label: 'Suche',
    names: { product: 'alle Paare von Pfaden', paper: 'die Suche des Aufsatzes' },
    help: {
      product: 'Entscheidet jedes Paar von Pfaden für alle Eingaben, die es nehmen; kann beweisen.',
      paper:
        'Probiert eine Eingabe für jeden Pfad jedes Programms, abwechselnd; kann also nicht beweisen.',
    },
  },
  solver: {
    label: 'Löser',
    names: {
      portfolio: 'bitblast, dann z3',
      race: 'bitblast und z3 zugleich',
      bitblast: 'bitblast',
      z3: 'z3',
    },
    help: {
      portfolio:
        'Der eingebaute Löser; z3 wird für das heruntergeladen, was er nicht bald entscheidet.',
      race: 'Wo der eingebaute Löser lange braucht, wird auch z3 gefragt: Die erste Antwort zählt, Läufe können also verschieden sein.',
      bitblast: 'Nur der eingebaute Löser; nichts wird heruntergeladen.',
      z3: 'Nur z3, das einmal heruntergeladen wird.',
    },
  },
  noLimit: 'keine Grenze',
  leftOut: { product: 'alle', paper: '50' },
  wrong: (range) =>
    range === 'word'
      ? 'Eine Zahl von −2147483648 bis 4294967295, oder 0x…'
      : `Eine Zahl von ${range.min} bis ${range.max}${range.optional ? ', oder nichts' : ''}`,
};

export const commands: typeof en.commands = {
  compare: 'Vergleichen',
  compareKeys: 'Strg+Enter',
  stop: 'Anhalten',
};

export const notices: typeof en.notices = {
  programErrors: (s, line, message) =>
    `Nicht verglichen: ${side[s].program} hat einen Fehler in Zeile ${line}: ${message}.`,
  optionErrors: (names) =>
    `Nicht verglichen: ${list(names.map((name) => options.labels[name]))} ${
      names.length === 1 ? 'ist kein brauchbarer Wert' : 'sind keine brauchbaren Werte'
    }.`,
  changed: 'Die Programme oder Optionen haben sich seit diesem Vergleich geändert.',
};

export const progress: typeof en.progress = {
  label: 'Fortschritt',
  counts: ({ swept, runs, queries, paths, request }: Comparison) =>
    list([
      ...(swept === undefined ? [] : [sweep(swept)]),
      count(runs.length, 'Lauf', 'Läufe'),
      count(queries.length, 'Anfrage', 'Anfragen'),
      ...(request.options.strategy === 'paper'
        ? [`${paths.left.size} + ${paths.right.size} Pfade`]
        : []),
    ]),
  seconds: (seconds) => `${seconds} s`,
  starting: 'Beginnt',
  sweeping: 'Führt beide Programme mit einer festen Liste von Eingaben aus',
  running: 'Führt die Programme aus',
  solving: (query) =>
    asksForResults(query)
      ? `Anfrage ${query.number}: Können die Ergebnisse auf den Pfaden von Lauf ${query.run} verschieden sein?`
      : `Anfrage ${query.number}: Gibt es eine Eingabe mit ${query.condition}?`,
  loadingZ3: (received, total) =>
    `Der Löser z3 wird heruntergeladen, einmal: ${megabytes(received)} von ${megabytes(total)} MB`,
  loadingZ3Label: 'Download von z3',
  shrinking: 'Sucht die kleinste Eingabe, die es zeigt',
  startingZ3: 'Der Löser z3 wird gestartet',
};

const asksForResults = (query: Query) => query.flip == null;

const sweep = (n: number) => count(n, 'feste Eingabe', 'feste Eingaben');

const pairs = (n: number) => count(n, 'Paar von Pfaden', 'Paare von Pfaden');

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1).replace('.', ',');

const duration = (milliseconds: number) =>
  milliseconds < 1000
    ? `${milliseconds} ms`
    : `${(milliseconds / 1000).toFixed(1).replace('.', ',')} s`;

const open =
  'Das ist kein Beweis: Es kann noch eine Eingabe geben, bei der sie sich unterscheiden.';

export const verdict: typeof en.verdict = {
  label: 'Ergebnis',
  words: {
    disequivalent: { sign: '≠', title: 'Die Programme unterscheiden sich.' },
    equivalent: { sign: '=', title: 'Die Programme stimmen bei jeder Eingabe überein.' },
    'equivalent-up-to': {
      sign: '≤',
      title: 'Die Programme stimmen überein, soweit der Treibstoff reicht.',
    },
    'possibly-equivalent': { sign: '?', title: 'Es wurde kein Unterschied gefunden.' },
  },
  stopped: { sign: '?', title: 'Angehalten: Bisher wurde kein Unterschied gefunden.' },
  failed: { sign: '!', title: 'Der Vergleich war nicht möglich.' },
  meaning: ({ verdict, reason }, fuel): string => {
    switch (verdict) {
      case 'disequivalent':
        return 'Beide liefen mit der Eingabe unten und tun damit nicht dasselbe.';
      case 'equivalent':
        return 'Bei allen 2⁶⁴ Eingaben enden beide mit demselben Ergebnis oder beide mit einem Fehler.';
      case 'equivalent-up-to':
        return `Keine Eingabe bringt sie innerhalb von ${count(fuel, 'Schritt', 'Schritten')} auseinander. Auf ${count(reason.cuts.fuel, 'Paar', 'Paaren')} von Pfaden hält ein Programm darin nicht an, und was es später täte, ist nicht bekannt.`;
      case 'possibly-equivalent':
        return open;
      default:
        return verdict satisfies never;
    }
  },
  open,
  soFar: ([a, b]) => `Bei ${inputs([a, b])} tun sie nicht dasselbe.`,
  cutOff: ([a, b]) =>
    `Bei ${inputs([a, b])} tun sie nicht dasselbe. Angehalten, während eine kleinere solche Eingabe gesucht wurde.`,
  goOn: 'Von hier mit höheren Grenzen weitersuchen',
  openPlaces: (n) => `Was offen bleibt: ${count(n, 'Stelle', 'Stellen')}`,
  morePlaces: (n) => `und ${number(n)} weitere`,
  place: ({ cut, inputs: [a, b], side: s, at, condition }) => {
    const program = s === undefined ? 'die Programme' : side[s].program;
    const where = at === undefined ? program : `${program}, bei 0x${at.toString(16)}`;
    switch (cut) {
      case 'depth':
        return `Jenseits der Tiefe: ${where}, bei Eingaben wie ${inputs([a, b])}.`;
      case 'fuel':
        return `Ohne Treibstoff: ${where}, bei Eingaben wie ${inputs([a, b])}.`;
      case 'unknown':
        return `Vom Löser nicht entschieden: ${condition ?? 'eine Anfrage'} (${where}; vom Lauf mit ${inputs([a, b])}).`;
      case 'diverged':
        return `Nahm nicht den vorhergesagten Pfad: der Lauf mit ${inputs([a, b])}.`;
      case 'untried':
        return condition === undefined
          ? `Nicht probiert: der Lauf mit ${inputs([a, b])}.`
          : `Nicht probiert: ${condition} (${where}; vom Lauf mit ${inputs([a, b])}).`;
      default:
        return cut satisfies never;
    }
  },
  restsOn: (refuted): string =>
    `Das beruht auf Tamarins Modell der Maschine${
      refuted.size === 0
        ? '; kein Löser musste etwas ausschließen.'
        : ` und auf der Antwort „nein“ auf Anfragen: ${list(
            [...refuted].map(([by, n]) => `${number(n)} von ${by}`),
          )}.`
    }`,
  stats: ({ stats }, { swept, request }) =>
    [
      options.strategy.names[request.options.strategy],
      ...(swept === undefined ? [] : [sweep(swept)]),
      count(stats.runs, 'Lauf', 'Läufe'),
      count(stats.queries, 'Anfrage', 'Anfragen'),
      request.options.strategy === 'product'
        ? pairs(stats.paths[0])
        : `${stats.paths[0]} + ${stats.paths[1]} Pfade`,
      duration(stats.elapsed_ms),
    ].join(', '),
};

export const witness: typeof en.witness = {
  caption: 'Die Eingabe, und was jedes Programm damit tut',
  columns: {
    value: 'Wert',
    unsigned: 'Ohne Vorzeichen',
    signed: 'Mit Vorzeichen',
    hex: 'Hexadezimal',
  },
  input: (register) => `$${register}`,
  result: (s) => (s === 'left' ? '$3 links' : '$3 rechts'),
};

export const outcome: typeof en.outcome = {
  fault: 'Fehler',
  'out-of-fuel': 'ohne Treibstoff',
};

export const evidence: typeof en.evidence = {
  label: 'Belege',
  runs: (n) => `Läufe (${number(n)})`,
  queries: (n) => `Anfragen (${number(n)})`,
  numbers: 'Zahlen',
  formats: { unsigned: 'Ohne Vorzeichen', signed: 'Mit Vorzeichen', hex: 'Hex' },
  hidden: (n) => `${number(n)} nicht gezeigt`,
  showMore: (n) => `${number(n)} weitere zeigen`,
  paths: 'Pfadbaum',
  compiler: 'Was der Übersetzer sah',
  loading: 'Wird geladen',
  notLoaded:
    'Diese Ansicht konnte nicht geladen werden. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
  hint: 'Vergleichen Sie die Programme, gehen Sie beide mit dem Debugger durch, oder sehen Sie sich die Karte aller Eingaben an.',
  noRuns: 'Noch kein Lauf.',
  noQueries: 'Bisher war keine Anfrage nötig.',
};

export const runs: typeof en.runs = {
  caption: 'Läufe beider Programme',
  columns: { number: 'Lauf', driver: 'Treiber', verifier: 'Prüfer', path: 'Pfad des Treibers' },
  pathOf: (s) => `Pfad von ${side[s].symbol}`,
  resultOf: (s) => `Ergebnis: ${side[s].program}`,
  results: { driver: 'E', verifier: 'E' },
  driverResult: 'Ergebnis des Treibers',
  verifierResult: 'Ergebnis des Prüfers',
  noConditions: 'keine Bedingungen',
  moreConditions: (n) => `und ${n} weitere`,
  differ: 'verschieden',
  details: (run) => `Einzelheiten zu Lauf ${run}`,
  diverged: (query) =>
    `Dieser Lauf nahm nicht den Pfad, den Anfrage ${query} vorhersagte; die Suche ging von hier aus weiter.`,
};

export const detail: typeof en.detail = {
  label: (run) => `Einzelheiten zu Lauf ${run.number}`,
  program: 'Programm',
  programs: (s, driver, strategy) =>
    strategy === 'product'
      ? `${side[s].symbol} ${side[s].name}`
      : `${side[s].symbol} ${side[s].name}, ${s === driver ? 'Treiber' : 'Prüfer'}`,
  tabs: 'Ansichten des Laufs',
  path: 'Pfad',
  pathSummary: (n, s, strategy) =>
    `${strategy === 'product' ? `Der Pfad, ${side[s].program}` : 'Der Pfad des Treibers'}: ${count(n, 'Bedingung', 'Bedingungen')} an die Eingaben.`,
  query: 'Anfrage',
  steps: (run) => count(run.steps, 'Schritt', 'Schritte'),
  loading: 'Lädt',
  empty: 'Leer',
  passSummary: ({ summary, omitted }) =>
    omitted > 0
      ? `${summary} ${count(omitted, 'weitere Zeile fehlt', 'weitere Zeilen fehlen')} hier.`
      : summary,
  firstInputs:
    'Keine Anfrage führte zu diesen Eingaben: Es sind die ersten, oder sie sind aus der festen Liste.',
  copy: 'Kopieren',
  download: 'Herunterladen',
  copied: 'Kopiert',
  failed: (message) => `Das konnte nicht gezeigt werden: ${message}`,
};

export const queries: typeof en.queries = {
  caption: 'Fragen an den Löser',
  columns: {
    number: 'Anfrage',
    asked: 'Zu',
    condition: 'Gibt es eine Eingabe mit',
    answer: 'Antwort',
  },
  of: (query, strategy) =>
    strategy === 'product'
      ? `dem Paar von Lauf ${query.run}`
      : `${side[query.side].symbol}, Lauf ${query.run}`,
  question: (query) => (asksForResults(query) ? 'verschiedenen Ergebnissen: ' : ''),
  details: (query) => `Einzelheiten zu Anfrage ${query}`,
  answer: ({ answer }, format): string => {
    if (!answer) return 'fragt …';
    switch (answer.answer) {
      case 'sat':
        return answer.inputs
          ? `ja: $1 = ${formatWord(answer.inputs[0], format)}, $2 = ${formatWord(answer.inputs[1], format)}`
          : 'ja';
      case 'unsat':
        return 'nein';
      case 'unknown':
        return 'nicht entschieden';
      default:
        return answer.answer satisfies never;
    }
  },
  by: ({ answer }) => (answer ? `${answer.answer}, von ${answer.by}` : ''),
  excluded: (values) => `außer ${list(values.map((value) => formatWord(value, 'hex')))}`,
  text: 'SMT-LIB-Text',
};

export const crash: typeof en.crash = {
  title: 'Die Maschine hinter der Seite ist ausgefallen.',
  explanation:
    'Das ist ein Fehler in Tamarin, nicht in Ihren Programmen. Nichts, was Sie getippt haben, ist verloren, und es läuft wieder. Wenn Sie können, melden Sie ihn dem Projekt und fügen Sie den Bericht unten ein: Er enthält die Versionen, beide Programme und die Optionen.',
  report: 'Bericht',
  copy: 'Bericht kopieren',
  copied: 'Kopiert',
  dismiss: 'Schließen',
};

export const update: typeof en.update = {
  ready:
    'Eine neue Fassung dieser Seite liegt bereit. Laden Sie neu, wann Sie möchten: Was Sie getippt haben, bleibt.',
  reload: 'Neu laden',
  later: 'Später',
};

export const missingZ3: typeof en.missingZ3 = {
  label: 'Was hier fehlt',
  why: (queries, lack) =>
    `${count(queries, 'Anfrage blieb', 'Anfragen blieben')} unentschieden. Der Löser z3 könnte ${
      queries === 1 ? 'sie' : 'sie alle'
    } vielleicht klären, aber ${missingZ3.lack[lack]}.`,
  lack: {
    download: 'er konnte nicht heruntergeladen werden',
    memory: 'dieser Browser gibt ihm die 2 GiB gemeinsamen Speichers nicht, die er braucht',
    start: 'er konnte in diesem Browser nicht gestartet werden',
  },
  intro: 'Was hilft:',
  online:
    'Vergleichen Sie noch einmal, wenn Sie online sind. z3 wird einmal heruntergeladen und dann behalten.',
  browser:
    'Nehmen Sie Chromium oder Firefox auf einem Computer: Dort läuft z3. Ein Telefon hat vielleicht nicht den Platz.',
  commandLine: '`tamarin compare` auf der Befehlszeile nimmt das z3 Ihres Computers.',
  raise: (conflicts) => `Noch einmal mit ${number(conflicts)} Konflikten für bitblast`,
  builtIn: 'Noch einmal mit dem eingebauten Löser',
};
