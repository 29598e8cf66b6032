import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a folder, so that created, renamed and removed files survive a power cut. */
export function syncFolder(folder: string): void {
  // Windows can't open folders, and does not need it.
  if (process.platform !== 'win32') sync(folder, 'r');
}

/** Syncs a file, so that its content survives a power cut. */
export function syncFile(file: string): void {
  sync(file, 'r+');
}

function sync(path: string, flags: string): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
