import type { EditorDiagnostic } from '../engine/types';

/** At most this many: errors before warnings, each in text order. */
export function mostImportant<T extends Pick<EditorDiagnostic, 'severity' | 'from'>>(
  all: readonly T[],
  most: number,
): readonly T[] {
  if (all.length <= most) return all;
  const of = (wanted: EditorDiagnostic['severity']) =>
    all.filter(({ severity }) => severity === wanted);
  return [...of('error'), ...of('warning')].slice(0, most).sort((a, b) => a.from - b.from);
}
