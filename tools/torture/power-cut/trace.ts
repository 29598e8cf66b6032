import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';

/** Something a process did to the files of one folder. Names are relative to the folder. */
export type Event =
  | { readonly kind: 'create'; readonly name: string }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'write'; readonly name: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly name: string; readonly size: number }
  /** `done` is false when the sync failed. */
  | { readonly kind: 'sync'; readonly name: string; readonly done: boolean }
  | { readonly kind: 'sync folder'; readonly done: boolean }
  | { readonly kind: 'acknowledge'; readonly customId: string };

/** Calls that change a file. Those SQLite does not make today are included so that reading fails if it starts to. */
const calls = [
  ...['openat', 'unlinkat', 'renameat', 'renameat2', 'truncate', 'write', 'writev', 'pwrite64', 'pwritev'],
  ...['pwritev2', 'ftruncate', 'fallocate', 'fsync', 'fdatasync', 'sync_file_range'],
  // Not available on every architecture.
  ...['?unlink', '?rename'],
];

/** The strace command for `readTrace`: it records every byte written and every path. */
export function traced(file: string, inject: readonly string[] = []): string[] {
  // --seccomp-bpf is faster, but makes strace 6.1 skip injected signals.
  const sparing = inject.some((one) => one.includes(':signal=')) ? [] : ['--seccomp-bpf'];
  return [
    ...['strace', '-f', ...sparing, '-qq', '-y', '-xx', '-s', '100000000', '-o', file],
    ...['-e', `trace=${calls.join(',')}`, '-e', 'signal=none'],
    ...inject.flatMap((one) => ['-e', `inject=${one}`]),
  ];
}

/** Reads strace's output for the database's files in a folder. Throws on an unknown call. */
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

interface Call {
  readonly name: string;
  /** As strace writes them; for a call on an open file, without the file. */
  readonly args: string;
  readonly result: string;
}

function eventOf(line: string, folder: string): Event | undefined {
  const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\) += (.*)$/.exec(line) ?? [];
  // The process was killed before the call was made.
  if (result.startsWith('?')) return undefined;
  const [, path, rest = ''] = /^\d+<([^>]*)>(?:\(deleted\))?(?:, (.*))?$/.exec(args) ?? [];
  const event =
    path === undefined
      ? eventOnNames({ name, args, result }, folder)
      : eventOnFile({ name, args: rest, result }, decoded(path), folder);
  if (event === 'unknown') throw new Error(`A call that has no meaning here: ${line.slice(0, 200)}`);
  return event;
}

/** The event of a call that takes paths. */
function eventOnNames(call: Call, folder: string): Event | 'unknown' | undefined {
  const paths = [...call.args.matchAll(/"([^"]*)"/g)].map(([, path = '']) => decoded(path));
  const [name] = paths.flatMap((path) => nameIn(folder, path) ?? []);
  if (name === undefined || call.result.startsWith('-1')) return undefined;
  switch (call.name) {
    case 'openat':
      return call.args.includes('O_CREAT') ? { kind: 'create', name } : undefined;
    case 'unlink':
    case 'unlinkat':
      return { kind: 'remove', name };
    default:
      return 'unknown';
  }
}

/** The event of a call on an open file or on the folder itself. */
function eventOnFile(call: Call, path: string, folder: string): Event | 'unknown' | undefined {
  const done = /^0\b/.test(call.result);
  if (path === folder && call.name === 'fsync') return { kind: 'sync folder', done };
  const name = nameIn(folder, path);
  if (name === undefined) return undefined;
  switch (call.name) {
    case 'write':
      return name === 'acknowledged'
        ? { kind: 'acknowledge', customId: decoded(call.args.split('"')[1] ?? '').trim() }
        : 'unknown';
    case 'pwrite64': {
      const [, data = '', offset = ''] = /^"([^"]*)", \d+, (\d+)$/.exec(call.args) ?? [];
      const written = Number.parseInt(call.result, 10);
      if (written < 0) return undefined;
      return { kind: 'write', name, offset: Number(offset), bytes: bytesOf(data).subarray(0, written) };
    }
    case 'ftruncate':
      return done ? { kind: 'truncate', name, size: Number(call.args) } : undefined;
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', name, done };
    default:
      return 'unknown';
  }
}

/** The name of a database file in the folder, without the shared memory, which is not needed to rebuild it. */
function nameIn(folder: string, path: string): string | undefined {
  const name = basename(path);
  const ours = path === `${folder}/${name}` && !name.endsWith('-shm');
  return ours && /^(accueil\.db(-\w+)?|acknowledged)$/.test(name) ? name : undefined;
}

const bytesOf = (hexadecimal: string): Buffer => Buffer.from(hexadecimal.replaceAll('\\x', ''), 'hex');

/** Paths in angle brackets may be plain, or in hexadecimal like everything else. */
const decoded = (text: string): string => (text.includes('\\x') ? bytesOf(text).toString() : text);
