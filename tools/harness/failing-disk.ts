import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

// Mounts in a private namespace disappear with their process, however it ends. Unprivileged users need a user namespace
// for that, which some systems disallow.
const apart = process.getuid?.() === 0 ? ['unshare', '--mount'] : ['unshare', '--mount', '--map-root-user'];

/** Whether this system allows private mounts. */
export const canMount = runs([...apart, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);

/** Whether strace is installed and may trace. */
export const canTrace = runs(['strace', '--seccomp-bpf', '-f', '-qq', '-e', 'trace=fsync', 'true']);

function runs([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/** Command prefix that mounts a small private disk on `folder`. */
export function onSmallDisk(folder: string, megabytes: number): string[] {
  return withMount(`mount -t tmpfs -o size=${megabytes}m,mode=700 tmpfs "$0"`, folder);
}

/** Command prefix that makes a file or a folder read-only for this program alone. */
export function withReadOnly(path: string): string[] {
  return withMount('mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"', path);
}

function withMount(script: string, path: string): string[] {
  return [...apart, 'sh', '-c', `${script} && exec "$@"`, path];
}

/** The path to `folder` as another process sees it. */
export const seenBy = (pid: number, folder: string): string => `/proc/${pid}/root${folder}`;

/** Fills the disk, but for `room` bytes. Returns a function that frees the space. */
export function fill(folder: string, room = 0): () => void {
  const file = join(folder, 'filler');
  const handle = openSync(file, 'w');
  for (const size of [1 << 16, 1 << 12, 1]) {
    try {
      while (writeSync(handle, Buffer.alloc(size)) === size);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  ftruncateSync(handle, Math.max(0, fstatSync(handle).size - room));
  closeSync(handle);
  return () => rmSync(file);
}

/** Limits the file size of a process to `bytes`, or lifts the limit. */
export function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}

/** Command prefix that makes the syncs `from` to `to`, counted from 1, fail with EIO. Keeps the process id. */
export const withFailingSyncs = (from: number, to: number): string[] =>
  withSyncs(`error=EIO:when=${from}..${to}`);

/** Command prefix that makes every sync take `ms` longer. Keeps the process id. */
export const withSlowSyncs = (ms: number): string[] => withSyncs(`delay_enter=${ms * 1000}`);

function withSyncs(injection: string): string[] {
  return [
    // Without --seccomp-bpf strace would stop at every system call, and the service would be far too slow.
    ...['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync'],
    ...['-e', `inject=fsync,fdatasync:${injection}`],
  ];
}
