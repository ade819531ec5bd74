/** Tables as comma-separated values (RFC 4180). */

/** A column's name, and the function that reads its value from a row. */
export type Column<Row> = readonly [name: string, read: (row: Row) => string | number | undefined];

export function csv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(([, read]) => quote(read(row))).join(','));
  return `${[columns.map(([name]) => name).join(','), ...lines].join('\r\n')}\r\n`;
}

function quote(value: string | number | undefined): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
