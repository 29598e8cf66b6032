import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';

/** What a process did to the files of one folder, in its order. Names are those in the folder. */
export type Event =
  | { readonly kind: 'create'; readonly name: string }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'write'; readonly name: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly name: string; readonly size: number }
  /** `done` is false when the sync failed. */
  | { readonly kind: 'sync'; readonly name: string; readonly done: boolean }
  | { readonly kind: 'sync folder'; readonly done: boolean }
  | { readonly kind: 'acknowledge'; readonly customId: string };

/** Every call that changes a file. Those that SQLite does not make stop the reading, should it begin to make them. */
const calls = [
  ...['openat', 'unlink', 'rename', 'write', 'writev', 'pwrite64', 'pwritev', 'copy_file_range'],
  ...['ftruncate', 'fallocate', 'fsync', 'fdatasync'],
];

/** strace and its options for a trace that `readTrace` understands: every byte written, every path. */
export function traced(file: string, inject: readonly string[] = []): string[] {
  // Stopping at these calls alone is faster, but then strace 6.1 forgets the signals it is told to send.
  const sparing = inject.some((one) => one.includes(':signal=')) ? [] : ['--seccomp-bpf'];
  return [
    ...['strace', '-f', ...sparing, '-qq', '-y', '-xx', '-s', '100000000', '-o', file],
    ...['-e', `trace=${calls.join(',')}`, '-e', 'signal=none'],
    ...inject.flatMap((one) => ['-e', `inject=${one}`]),
  ];
}

/** Reads what strace wrote about the database's files in a folder. Throws on a call that it has no meaning for. */
export async function* readTrace(file: string, folder: string): AsyncGenerator<Event> {
  const unfinished = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    const [, pid = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const begun = /^(.*?) <unfinished \.\.\.>$/.exec(text)?.[1];
    if (begun !== undefined) {
      unfinished.set(pid, begun);
      continue;
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    const event = eventOf(rest === undefined ? text : `${unfinished.get(pid) ?? ''}${rest}`, folder);
    unfinished.delete(pid);
    if (event !== undefined) yield event;
  }
}

function eventOf(call: string, folder: string): Event | undefined {
  const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\) += (.*)$/.exec(call) ?? [];
  // The process was killed before the call was made.
  if (result.startsWith('?')) return undefined;
  const done = /^0\b/.test(result);
  if (name === 'openat' || name === 'unlink') {
    const path = unescaped(/"([^"]*)"/.exec(args)?.[1] ?? '').toString();
    const file = nameIn(folder, path);
    if (file === undefined || result.startsWith('-1')) return undefined;
    if (name === 'unlink') return { kind: 'remove', name: file };
    return args.includes('O_CREAT') ? { kind: 'create', name: file } : undefined;
  }
  const [, path = '', more = ''] = /^\d+<([^>]*)>(?:, (.*))?$/.exec(args) ?? [];
  const decoded = path.includes('\\x') ? unescaped(path).toString() : path;
  if (decoded === folder && name === 'fsync') return { kind: 'sync folder', done };
  const file = nameIn(folder, decoded.replace(/ \(deleted\)$/, ''));
  if (file === undefined) return undefined;
  switch (name) {
    case 'write': {
      const text = unescaped(/^"([^"]*)"/.exec(more)?.[1] ?? '')
        .toString()
        .trim();
      if (file === 'acknowledged') return { kind: 'acknowledge', customId: text };
      break;
    }
    case 'pwrite64': {
      const [, data = '', offset = ''] = /^"([^"]*)", \d+, (\d+)$/.exec(more) ?? [];
      // A write that failed has written nothing.
      if (result.startsWith('-1')) return undefined;
      return { kind: 'write', name: file, offset: Number(offset), bytes: unescaped(data) };
    }
    case 'ftruncate':
      return done ? { kind: 'truncate', name: file, size: Number(more) } : undefined;
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', name: file, done };
  }
  throw new Error(`A call that has no meaning here: ${call.slice(0, 200)}`);
}

/** The database's files alone: a database is rebuilt without its shared memory. */
function nameIn(folder: string, path: string): string | undefined {
  const name = basename(path);
  const ours = path === `${folder}/${name}` && !name.endsWith('-shm');
  return ours && /^(accueil\.db(-\w+)?|acknowledged)$/.test(name) ? name : undefined;
}

const unescaped = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');
