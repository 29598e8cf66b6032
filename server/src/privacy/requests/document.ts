import { type Html, html } from '../../http/pages/html.ts';

export const cnil = 'CNIL, 3 place de Fontenoy, TSA 80715, 75334 Paris Cedex 07 (www.cnil.fr)';

/** Names and values; those that are null or empty are left out. */
export type DocumentValues = readonly (readonly [name: string, value: string | null])[];

export function valueTable(values: DocumentValues): Html {
  const known = values.flatMap(([name, value]) => (value === null || value === '' ? [] : [{ name, value }]));
  if (known.length === 0) return html`<p>Rien.</p>`;
  const rows = known.map(({ name, value }) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`);
  return html`<table><tbody>
${rows}</tbody></table>
`;
}

export function listTable(columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Html {
  if (rows.length === 0) return html`<p>Aucun.</p>`;
  const header = columns.map((column) => html`<th scope="col">${column}</th>`);
  const body = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell ?? ''}</td>`)}</tr>\n`);
  return html`<table><thead><tr>${header}</tr></thead><tbody>
${body}</tbody></table>
`;
}

/** A part with a title, without one that has no rows. */
export function part<Row>(title: string, rows: readonly Row[], table: (rows: readonly Row[]) => Html): Html {
  return rows.length === 0
    ? html``
    : html`<h3>${title}</h3>
${table(rows)}`;
}

/** A value as it is written; null stays null. */
export const maybe = <V, W>(value: V | null, written: (value: V) => W): W | null =>
  value === null ? null : written(value);
