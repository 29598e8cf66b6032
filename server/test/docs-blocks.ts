import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A document of the project: its path from the root and its text. */
export interface Doc {
  readonly path: string;
  readonly text: string;
}

/** Every Markdown document of the project, those of the root first. */
export function docs(): Doc[] {
  const inFolder = (folder: string) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name));
  return [...inFolder('.'), ...inFolder('docs')].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

/** A fenced block of a document. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

export function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```(\w*)\n(.*?)\n```$/gms)].map(([, language = '', inside = '']) => ({
    language,
    text: inside,
  }));
}

/** A `curl` command as a request. */
export interface Curled {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The file that the cookies of the answer go to. */
  readonly cookiesTo?: string;
  /** The file that the cookies of the request come from. */
  readonly cookiesFrom?: string;
}

/** Reads a `curl` command as a shell would: quotes, line continuations, `$VARIABLES` where they count. */
export function readCurl(command: string, variables: Readonly<Record<string, string>>): Curled {
  const [program, ...words] = shellWords(command, variables);
  if (program !== 'curl') throw new Error(`Not curl: ${command}`);
  const headers: Record<string, string> = {};
  let method: string | undefined;
  let url: string | undefined;
  let body: string | undefined;
  let cookiesTo: string | undefined;
  let cookiesFrom: string | undefined;
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (word === '-s') continue;
    if (word === '-X') method = words.shift();
    else if (word === '-d') body = words.shift();
    else if (word === '-c') cookiesTo = words.shift();
    else if (word === '-b') cookiesFrom = words.shift();
    else if (word === '-u')
      headers.authorization = `Basic ${Buffer.from(words.shift() ?? '').toString('base64')}`;
    else if (word === '-H') {
      const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(words.shift() ?? '') ?? [];
      headers[name.toLowerCase()] = value;
    } else if (word.startsWith('http')) url = word;
    else throw new Error(`A test does not know this part of curl: ${word}`);
  }
  const { pathname, search } = new URL(url ?? '');
  const chosen = method ?? (body === undefined ? 'GET' : 'POST');
  if (chosen !== 'GET' && chosen !== 'POST' && chosen !== 'PATCH')
    throw new Error(`An unexpected method: ${chosen}`);
  return {
    method: chosen,
    url: `${pathname}${search}`,
    headers,
    ...(body !== undefined && { body }),
    ...(cookiesTo !== undefined && { cookiesTo }),
    ...(cookiesFrom !== undefined && { cookiesFrom }),
  };
}

function shellWords(command: string, variables: Readonly<Record<string, string>>): string[] {
  const words: string[] = [];
  const parts = command.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g);
  for (const [word] of parts) {
    words.push(
      word.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single, double, escaped) => {
        if (single !== undefined) return single;
        return escaped ?? double.replaceAll(/\$(\w+)/g, (__: string, name: string) => variables[name] ?? '');
      }),
    );
  }
  return words;
}

/** Whether an answer is the one shown; `…` stands for anything. */
export function isShown(shown: string, answer: string): boolean {
  const pattern = shown
    .split('…')
    .map((part) => RegExp.escape(part))
    .join('.*?');
  return new RegExp(`^${pattern}$`, 's').test(answer);
}
