import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { bad, type Finding, ok, warn } from './finding.ts';

const syncCount = 9;
const slowMs = 20;
const lowSpaceBytes = 1e9;
const minSpaceBytes = 1e8;

/** Checks the data folder: its permissions, its disk, and how much space is left. */
export function* checkFolder(folder: string): Generator<Finding> {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) {
    yield bad('data folder', `${folder} is no folder: set DATA_DIR, or start accueil once to make it`);
    return;
  }
  const mode = found.mode & 0o777;
  yield (mode & 0o077) === 0 || process.platform === 'win32'
    ? ok('data folder', `${folder}, for its owner alone`)
    : warn('data folder', `${folder} is open to others (mode ${mode.toString(8)}): chmod 700 ${folder}`);
  yield checkDisk(folder);
  const { bavail, bsize } = statfsSync(folder);
  yield judgeRoom(bavail * bsize);
}

/** Writes and syncs a small file, as each batch of entries does. */
function checkDisk(folder: string): Finding {
  const file = join(folder, `doctor.${process.pid}`);
  try {
    const handle = openSync(file, 'wx');
    try {
      const times = Array.from({ length: syncCount }, () => {
        writeSync(handle, Buffer.alloc(4096));
        const began = performance.now();
        fsyncSync(handle);
        return performance.now() - began;
      });
      return judgeSync(times.sort((a, b) => a - b)[Math.floor(syncCount / 2)] ?? 0);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    return bad('disk', `${folder} can't be written: ${error instanceof Error ? error.message : error}`);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Judges the median time of an fsync in milliseconds: every creation waits for one. */
export function judgeSync(ms: number): Finding {
  const figure = `a write is safe on disk after ${ms.toFixed(1)} ms`;
  return ms > slowMs ? warn('disk', `${figure}, and so long every entry waits`) : ok('disk', figure);
}

/** Judges the free bytes: on a full disk no entry can be stored. */
export function judgeRoom(bytes: number): Finding {
  const figure = `${(bytes / 1e9).toFixed(1)} GB free`;
  if (bytes < minSpaceBytes) return bad('room', `${figure}: make room before the disk is full`);
  return bytes < lowSpaceBytes ? warn('room', figure) : ok('room', figure);
}
