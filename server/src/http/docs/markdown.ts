import { type Html, html } from './html.ts';

/**
 * Renders the subset of CommonMark that our descriptions use: paragraphs, headings, lists, tables, pictures, `code`,
 * **strong**.
 */
export function markdown(text: string): Html {
  return html`${text
    .trim()
    .split(/\n{2,}/)
    .map(block)}`;
}

function block(text: string): Html {
  const lines = text.split('\n');
  if (text.startsWith('## ')) {
    const title = text.slice(3);
    return html`<h2 id="${anchor(title)}">${title}</h2>\n`;
  }
  const picture = /^!\[([^\]]*)\]\(([^)]*)\)$/.exec(text);
  if (picture !== null) return html`<p><img src="${picture[2]}" alt="${picture[1]}" loading="lazy"></p>\n`;
  if (text.startsWith('- ')) {
    return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>\n`;
  }
  if (text.startsWith('|')) {
    const [head = [], , ...rows] = lines.map((line) => line.slice(2, -2).split(' | '));
    return html`<table><thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>\n`)}</tbody></table>\n`;
  }
  return html`<p>${inline(text)}</p>\n`;
}

/** Renders `code` and **strong** within a line. */
export function inline(text: string): Html {
  return html`${text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`;
    return html`${part}`;
  })}`;
}

/** Titles of the `##` headings in a text. */
export function headings(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('## ') ? [line.slice(3)] : []));
}

/** Anchor id of a heading. */
export function anchor(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, '-');
}
