/** The words of `comfort.ts` in German. */

import type { RenameTrouble, Side } from '../engine/types';
import type * as en from './comfort';

const sideName = (side: Side) => (side === 'left' ? 'linke' : 'rechte');

export const language: typeof en.language = {
  word: {
    mnemonic: '.word',
    operands: 'i',
    effect: 'Ein Wort des Programms: eine Zahl oder die Adresse einer Marke',
  },
  registers: {
    0: 'immer 0',
    1: 'erste Eingabe',
    2: 'zweite Eingabe',
    3: 'das Ergebnis',
    30: 'Ende des Stapels',
    31: 'Rücksprungadresse',
  },
  noInstructionHere: 'Auf dieser Zeile steht kein Befehl.',
};

export const tools: typeof en.tools = {
  menu: 'Bearbeiten',
  menuLabel: (side) => `Das ${sideName(side)} Programm bearbeiten`,
  names: {
    format: 'Formatieren',
    rename: 'Marke umbenennen',
    goTo: 'Zur Marke gehen',
    complete: 'Vervollständigen',
    help: 'Was diese Zeile tut',
    fix: 'Vorschlag dieser Zeile übernehmen',
    problem: 'Nächstes Problem',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
  },
  close: 'Schließen',
  rename: 'Umbenennen',
  noFixHere: 'Für diese Zeile gibt es keinen Vorschlag.',
  noLabelHere: 'Bitte zuerst den Cursor auf eine Marke setzen.',
  unused: (name) => `Nichts verweist auf ${name}.`,
  undefined: (name) => `Keine Zeile hat die Marke ${name}.`,
  renameLabel: (name) => `Neuer Name für ${name}`,
  renameTrouble: (name: string, trouble: RenameTrouble): string => {
    switch (trouble) {
      case 'not-a-name':
        return `„${name}“ ist kein Name: ein Buchstabe, dann Buchstaben, Ziffern und Unterstriche`;
      case 'mnemonic':
        return `${name} ist ein Befehl; ein anderer Name`;
      case 'taken':
        return `Die Marke ${name} gibt es schon; ein anderer Name`;
      default:
        return trouble satisfies never;
    }
  },
  renamed: (from, to, places) =>
    `${from} heißt jetzt ${to}, an ${places} ${places === 1 ? 'Stelle' : 'Stellen'}.`,
  formatted: (unparsed) =>
    unparsed === 0
      ? 'Formatiert.'
      : `Formatiert, bis auf ${unparsed} ${unparsed === 1 ? 'fehlerhafte Zeile' : 'fehlerhafte Zeilen'}.`,
};

export const files: typeof en.files = {
  open: 'Öffnen',
  openLabel: (side) => `Eine Datei als das ${sideName(side)} Programm öffnen`,
  drop: 'Hier kann ein Programm abgelegt werden; zwei Dateien füllen beide Seiten.',
  save: 'Speichern',
  saveProgram: { left: 'Linkes Programm', right: 'Rechtes Programm' },
  saveBoth: 'Beide Programme',
  bundle: 'Paket: Programme, Urteil, Anfragen',
  bundleWaits: 'Das Paket gibt es, sobald ein Urteil da ist.',
  earlier: 'Frühere Arbeit',
  tooMany: (n) =>
    `Nicht geöffnet: ${n} Dateien. Eine Datei ist ein Programm; zwei füllen beide Seiten.`,
  tooLarge: (name, bytes, most) =>
    `Nicht geöffnet: ${name} hat ${megabytes(bytes)} MB, und ein Programm darf ${megabytes(most)} MB haben.`,
  notText: (name) => `Nicht geöffnet: ${name} ist kein Text in UTF-8.`,
  unreadable: (name) => `Nicht geöffnet: ${name} konnte nicht gelesen werden.`,
  bundleFailed: (message) => `Das Paket konnte nicht erstellt werden: ${message}`,
};

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1).replace('.', ',');

export const bundle: typeof en.bundle = {
  readme: (version, verdict, queries, all) =>
    `Tamarin Playground ${version}

left.asm      das linke Programm, wie es verglichen wurde
right.asm     das rechte Programm
verdict.json  das Urteil (${verdict}), sein Grund, das Gegenbeispiel, wenn es
              eines gibt, und die Optionen
queries/      die Anfragen an den Löser in SMT-LIB 2, nach Nummern${
      queries < all ? `: die ersten ${queries} von ${all}` : ''
    }

Um sie auf der Kommandozeile noch einmal zu vergleichen:

    tamarin compare left.asm right.asm

Um eine Anfrage einem anderen Löser zu stellen:

    z3 queries/query-0001.smt2
`,
};

export const earlier: typeof en.earlier = {
  title: 'Frühere Arbeit',
  about:
    'Was andere Tabs dieses Browsers zuletzt enthielten. „Übernehmen“ setzt es in die Editoren; Strg+Z holt zurück, was dort stand.',
  none: 'In diesem Browser gibt es keine andere Arbeit.',
  take: 'Übernehmen',
  empty: 'leer',
  when: (time) => new Date(time).toLocaleString('de', { dateStyle: 'medium', timeStyle: 'short' }),
  lines: (n) => `${n} ${n === 1 ? 'Zeile' : 'Zeilen'}`,
};

export const keys: typeof en.keys = {
  open: 'Hilfe',
  openShort: '?',
  title: 'Hilfe',
  tour: 'Zum Rundgang',
  language: 'Sprache',
  intro:
    'Mit der Tabulatortaste ist alles erreichbar. Daneben gibt es diese Tasten. Ctrl ist Strg, auf einem Mac Cmd (außer beim Vervollständigen).',
  columns: { keys: 'Tasten', does: 'Was sie tun' },
  anywhere: 'Überall',
  inEditor: 'In einem Editor',
  inLists: 'In Tableisten',
  rows: {
    compare: 'Vergleichen',
    next: 'Zum nächsten Teil der Seite: linkes Programm, rechtes Programm, Vergleichen, Ergebnis; mit Shift zum vorigen',
    list: 'Diese Liste',
    stop: 'Den Vergleich anhalten',
    leave: 'Den Editor verlassen: das nächste Tab geht weiter',
    comment: 'Die Zeile zum Kommentar machen, oder wieder zu Code',
    search: 'Suchen und ersetzen',
    tabs: 'Von Tab zu Tab',
  },
};

export const quick: typeof en.quick = {
  label: 'Beim Tippen vergleichen',
  help: 'Ein kurzer Blick beim Tippen: höchstens 200 Läufe, kein Download.',
  title: 'Kurzer Blick',
  waiting: 'Wartet auf eine Pause beim Tippen',
  errors: 'Nicht, solange ein Programm Fehler hat.',
  looking: 'Sucht',
  differ: (a, b) => `Sie unterscheiden sich, zum Beispiel bei $1 = ${a}, $2 = ${b}.`,
  equivalent: 'Sie stimmen bei jeder Eingabe überein.',
  upTo: 'Sie stimmen überein, soweit der Treibstoff reicht.',
  open: 'Kein Unterschied beim kurzen Blick. „Vergleichen“ sucht länger.',
  failed: 'Keine Antwort.',
};

export const welcome: typeof en.welcome = {
  label: 'Was das hier ist',
  question:
    'Unten stehen zwei kleine Programme. Jedes nimmt zwei Zahlen, in $1 und $2, und hinterlässt sein Ergebnis in $3. Gibt es eine Eingabe, bei der sie nicht dasselbe tun?',
  answer:
    'Tests probieren ein paar Eingaben. Der Vergleich fragt nach allen 2⁶⁴: Er zeigt eine, bei der sich die Programme unterscheiden, oder sagt, wie sicher es ist, dass es keine gibt.',
  compare: 'Herausfinden',
  tour: 'Zum Rundgang',
  dismiss: 'Ausblenden',
};

export const panes: typeof en.panes = {
  label: 'Welches Programm',
};

export const tour: typeof en.tour = {
  progress: (at, of) => `${at} von ${of}`,
  skip: 'Überspringen',
  back: 'Zurück',
  next: 'Weiter',
  done: 'Fertig',
  run: 'Beide ausführen',
  compare: 'Vergleichen',
  passes: 'Dasselbe: Der Test ist bestanden.',
  fails: 'Nicht dasselbe: Dieser Test findet es.',
  steps: {
    boxes: {
      title: 'Zwei schwarze Kästen',
      text: [
        'Stellen Sie sich die beiden Programme als geschlossene Kästen vor. Zwei Zahlen kommen hinein, $1 und $2, und eine kommt heraus, $3.',
        'Steckt in beiden dasselbe? Man darf nur ansehen, was herauskommt.',
      ],
    },
    test: {
      title: 'Ein Test',
      text: ['Werfen Sie dieselben Zahlen in beide Kästen, so oft Sie möchten.'],
    },
    compare: {
      title: 'Alle Eingaben auf einmal',
      text: [
        'Bestandene Tests sagen wenig: Es gibt 2⁶⁴ Eingaben. Der Vergleich folgt den Pfaden, die die Programme nehmen können, und fragt auf jedem, ob die Ergebnisse verschieden sein können.',
      ],
    },
    answer: {
      title: 'Die Kästen unterscheiden sich',
      text: [
        'Der Vergleich hat eine Eingabe gefunden, die Ihre Tests vielleicht nie probiert haben. Beide Programme liefen damit, und beide Ergebnisse stehen in der Tabelle.',
        'Unter der Antwort steht, worauf sie beruht: jeder Lauf mit seinem Pfad und jede Frage an den Löser.',
      ],
    },
    end: {
      title: 'Jetzt Sie',
      text: [
        'Ändern Sie ein Programm, öffnen Sie ein eigenes oder nehmen Sie ein Beispiel, und vergleichen Sie noch einmal. Wo es keinen Unterschied gibt, sagt die Antwort, wie weit das ein Beweis ist.',
        'Hinter dem ? stehen die Tasten und dieser Rundgang.',
      ],
    },
  },
};
