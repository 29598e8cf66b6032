import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

// Mounts that a process sees alone: they are gone with it, however it ends. An unprivileged user needs a user
// namespace for them, which some systems refuse.
const apart = process.getuid?.() === 0 ? ['unshare', '--mount'] : ['unshare', '--mount', '--map-root-user'];

/** Whether this system lets a process have mounts of its own. */
export const canMount = runs([...apart, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);

/** Whether strace is here and may trace. */
export const canTrace = runs(['strace', '--seccomp-bpf', '-f', '-qq', '-e', 'trace=fsync', 'true']);

function runs([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/** Runs a program with a small disk of its own mounted on `folder`. */
export function onSmallDisk(folder: string, megabytes: number): string[] {
  return withMount(`mount -t tmpfs -o size=${megabytes}m,mode=700 tmpfs "$0"`, folder);
}

/** Runs a program that sees a file or a folder, which stays as it is for everybody else, as read-only. */
export function withReadOnly(path: string): string[] {
  return withMount('mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"', path);
}

function withMount(script: string, path: string): string[] {
  return [...apart, 'sh', '-c', `${script} && exec "$@"`, path];
}

/** Where another process sees `folder`. */
export const seenBy = (pid: number, folder: string): string => `/proc/${pid}/root${folder}`;

/** Writes until nothing more fits. Answers what makes room again. */
export function fill(folder: string): () => void {
  const file = join(folder, 'filler');
  const handle = openSync(file, 'w');
  for (const size of [1 << 16, 1 << 12, 1]) {
    try {
      while (writeSync(handle, Buffer.alloc(size)) === size);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  closeSync(handle);
  return () => rmSync(file);
}

/** Lets no file of a process grow beyond `bytes`, or lifts that. */
export function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}

/** Runs a program whose syncs, from one to another, counted from 1, fail with EIO. It keeps its process id. */
export function withFailingSyncs(from: number, to: number): string[] {
  return [
    // Without --seccomp-bpf every system call would stop, and the service crawl.
    ...['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync'],
    ...['-e', `inject=fsync,fdatasync:error=EIO:when=${from}..${to}`],
  ];
}
