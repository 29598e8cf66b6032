import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { type Html, html } from './html.ts';

const style = `body { font: 11pt/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; break-after: avoid; } h3 { font-size: 1rem; break-after: avoid; }
table { border-collapse: collapse; width: 100%; } th, td { border: 1px solid #999; padding: .25rem .5rem; text-align: left; vertical-align: top; min-width: 4.5em; overflow-wrap: anywhere; white-space: pre-line; }
th[scope=row] { width: 14rem; font-weight: normal; background: #f4f4f4; } thead th { background: #f4f4f4; }
p.text { white-space: pre-line; overflow-wrap: anywhere; } .to { margin: 1.5rem 0 1.5rem 50%; } [contenteditable] { white-space: pre-line; padding: .25rem; outline: 1px dashed #999; margin: .5rem 0; }
section { break-inside: auto; } @media print { body { margin: 0; max-width: none; } [contenteditable] { outline: none; padding: 0; } }`;

/** Yields a printable French page as its sections come. A letter shows no title. It loads nothing and runs no script. */
export async function* document(
  title: string,
  sections: AsyncIterable<Html> | Iterable<Html>,
  { isLetter = false } = {},
): AsyncGenerator<string> {
  const head = html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>`;
  yield `${head.text}${style}</style>\n</head>\n<body>\n<main>\n${isLetter ? '' : html`<h1>${title}</h1>\n`.text}`;
  for await (const { text } of sections) yield text;
  yield '</main>\n</body>\n</html>\n';
}

/** The answer of a route that sends a {@link document}. */
export const Page = Type.Unsafe<string>({ type: 'string', description: 'The page, `text/html`.' });

/** Returns a {@link document} as the answer to this request: it may hold personal data and texts of strangers. */
export async function pageFor(
  reply: FastifyReply,
  title: string,
  sections: Iterable<Html>,
  { isLetter = false } = {},
): Promise<string> {
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-modals")
    .header('x-content-type-options', 'nosniff');
  return (await Array.fromAsync(document(title, sections, { isLetter }))).join('');
}

/** What has to be completed before it is printed: nothing of it is stored. */
export function block(text: string): Html {
  return html`<div contenteditable="true" spellcheck="false">${text}</div>
`;
}
