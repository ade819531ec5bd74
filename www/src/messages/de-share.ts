/** The words of `share.ts` in German. */

import type { RunReport, Verdict } from '../engine/types';
import type { Ending } from '../link/receipt';
import { number } from './de-forms';
import type * as en from './share';

const titles: Record<Verdict, string> = {
  disequivalent: 'Sie unterscheiden sich',
  equivalent: 'Sie stimmen bei jeder Eingabe überein',
  'equivalent-up-to': 'Sie stimmen überein, soweit der Treibstoff reicht',
  'possibly-equivalent': 'Es wurde kein Unterschied gefunden',
};

export const problems: typeof en.problems = {
  'not-a-link': 'Was in dieser Adresse hinter dem # steht, ist kein Vergleich.',
  damaged:
    'Dieser Link ist beschädigt: Ein Teil fehlt oder wurde unterwegs verändert. Bitten Sie noch einmal um ihn, oder sehen Sie nach, ob er ganz kopiert wurde.',
  'too-long': 'Dieser Link ist länger, als ein Vergleich sein kann.',
  newer:
    'Dieser Link stammt von einer neueren Version von Tamarin. Laden Sie die Seite neu, oder öffnen Sie den Link dort, wo er entstanden ist.',
};

export const names: typeof en.names = {
  label: (s) => `Name ${s === 'left' ? 'links' : 'rechts'}`,
  placeholder: 'Name',
};

const input = ([first, second]: readonly [number, number]) => `$1 = ${first}, $2 = ${second}`;

const endingOf = (ending: Ending): string => {
  switch (ending[0]) {
    case 'done':
      return `$3 = ${ending[1]}`;
    case 'fault':
      return `Fehler (${ending[1]})`;
    case 'out-of-fuel':
      return 'ohne Treibstoff';
    default:
      return ending satisfies never;
  }
};

const endOf = (run: RunReport): string =>
  endingOf(
    run.outcome === 'done'
      ? ['done', run.result ?? 0]
      : run.outcome === 'fault'
        ? ['fault', run.fault?.kind ?? '']
        : ['out-of-fuel'],
  );

const both = (left: string, right: string) => `links ${left}, rechts ${right}`;

export const receipts: typeof en.receipts = {
  label: 'Ergebnis im Link',
  claim: ({ verdict, witness }): string =>
    witness
      ? `Der Link sagt: ${titles[verdict]}, bei ${input(witness.inputs)}: ${both(endingOf(witness.left), endingOf(witness.right))}.`
      : `Der Link sagt über diese Programme: ${titles[verdict]}.`,
  told: ({ verdict, witness }): string =>
    witness
      ? `${titles[verdict]}, bei ${input(witness.inputs)}: ${both(endingOf(witness.left), endingOf(witness.right))}.`
      : `Tamarin sagt über diese Programme: ${titles[verdict]}.`,
  from: ({ engine }) => `Gefunden von Version ${engine} von Tamarin, mit diesen Optionen.`,
  titles: {
    'not-checked': 'Ein Urteil, das hier nicht geprüft wurde',
    running: 'Beide Programme werden ausgeführt',
    confirmed: 'Die Programme unterscheiden sich: hier bestätigt',
    'ends-otherwise':
      'Die Programme unterscheiden sich auch hier, aber nicht so, wie der Link es sagt',
    refuted: 'Diese Version widerspricht dem Link',
    failed: 'Konnte nicht geprüft werden',
  },
  check: ({ check }, version): string => {
    switch (check.state) {
      case 'not-checked':
        return 'Ein Link beweist nichts. Drücken Sie „Vergleichen“, um es hier herauszufinden.';
      case 'running':
        return 'Mit der Eingabe im Link.';
      case 'confirmed':
        return 'Beide Programme liefen eben mit dieser Eingabe, ohne Löser, und enden so, wie der Link es sagt.';
      case 'ends-otherwise':
        return `Beide Programme liefen eben mit dieser Eingabe in Version ${version}: ${both(endOf(check.replay.left), endOf(check.replay.right))}.`;
      case 'refuted':
        return `Beide Programme liefen eben mit dieser Eingabe in Version ${version}, und das zeigt keinen Unterschied: ${both(endOf(check.replay.left), endOf(check.replay.right))}. Drücken Sie „Vergleichen“, um mehr herauszufinden.`;
      case 'failed':
        return `Die Programme konnten nicht ausgeführt werden: ${check.message}.`;
      default:
        return check satisfies never;
    }
  },
};

export const links: typeof en.links = {
  label: 'Link',
  opened: 'Dieser Vergleich wurde aus einem Link geöffnet.',
  kept: 'Was in den Editoren steht, blieb unberührt.',
  earlier: 'Ihre eigene Arbeit von vorher ist aufgehoben.',
  restore: 'Zurück zur eigenen Arbeit',
  forget: 'Nicht mehr aufheben',
  dismiss: 'Schließen',
};

export const share: typeof en.share = {
  open: 'Teilen',
  title: 'Diesen Vergleich teilen',
  close: 'Schließen',
  explanation:
    'Der Link enthält beide Programme, ihre Namen und die Optionen. Sie stehen im Link selbst: Nichts wird irgendwo gespeichert.',
  link: 'Link',
  copy: 'Link kopieren',
  copied: 'Kopiert',
  length: (characters) => `${number(characters)} Zeichen`,
  receipt: 'Mit dem Ergebnis',
  receiptHelp:
    'Wer den Link öffnet, sieht das Urteil; ein Unterschied wird dort sofort noch einmal ausgeführt.',
  noReceipt:
    'Zu diesen Programmen und Optionen gibt es noch kein Ergebnis: Drücken Sie zuerst „Vergleichen“.',
  wrongOptions: 'Es gibt keinen Link, solange eine Option kein brauchbarer Wert ist.',
  tooLong: 'Diese Programme sind für einen Link zu lang.',
  beside: {
    title: 'Mit einem anderen Link vergleichen',
    label: 'Ein anderer Link',
    take: 'Nehmen Sie daraus:',
    put: 'und setzen Sie es nach',
    program: (s, name) =>
      `${s === 'left' ? 'linkes' : 'rechtes'} Programm${name ? ` (${name})` : ''}`,
    side: { left: 'links', right: 'rechts' },
    open: 'Danebensetzen',
    undo: 'Ihr eigener Text kommt im Editor mit Strg+Z zurück.',
  },
};

export const embed: typeof en.embed = {
  open: 'Einbetten',
  title: 'Diesen Vergleich einbetten',
  close: 'Schließen',
  intro:
    'Fügen Sie das in eine eigene Seite ein. Sonst ist nichts nötig: kein Server, keine besonderen HTTP-Header.',
  kind: 'Einbetten als',
  kinds: {
    component: 'Text, der lebendig wird (Web Component)',
    frame: 'Rahmen (iframe)',
  },
  kindHelp: {
    component:
      'Die Programme sind Text Ihrer Seite: Man kann sie ohne JavaScript, auf Papier und mit einem Screenreader lesen.',
    frame:
      'Geht überall, wo eine Seite Rahmen erlaubt. Das Skript ist freiwillig: Damit passt sich die Höhe an.',
  },
  theme: 'Farben',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  readOnly: 'Nur lesen',
  hide: 'Verbergen',
  hidden: { none: 'nichts', left: 'das linke Programm', right: 'das rechte Programm' },
  hideHelp:
    'Dem Blick entzogen, aber nicht geheim: Das Programm steht im Quelltext der Seite, und die Ergebnisse verraten etwas davon.',
  panels: 'Zeigen',
  panelNames: {
    options: 'Optionen',
    evidence: 'Läufe und Anfragen',
    full: 'Ganz öffnen',
  },
  receipt: 'Mit dem Ergebnis',
  code: 'Code zum Einfügen',
  copy: 'Code kopieren',
  copied: 'Kopiert',
  preview: 'Vorschau',
  previewTitle: 'Vorschau der Einbettung',
  frameTitle: 'Vergleich von zwei MIPS-Programmen',
  compare: 'Vergleichen',
  edit: 'Bearbeiten',
  full: 'Ganz öffnen',
  loading: 'Wird geladen …',
  cannotLoad:
    'Der Rest dieses Vergleichs konnte nicht geladen werden. Versuchen Sie es noch einmal, oder öffnen Sie ihn ganz.',
  empty: 'In der Adresse dieses Rahmens steht kein Vergleich.',
  program: (s, name) => name || (s === 'left' ? 'Linkes Programm' : 'Rechtes Programm'),
  missing: 'Dieser Vergleich braucht zwei Programme, jedes in einem eigenen <pre>.',
  wrongOptions: (wrong) => `Diese Attribute sind keine brauchbaren Werte: ${wrong.join(', ')}.`,
};
