import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a folder, so that created, renamed and removed files survive a power cut. */
export function syncFolder(folder: string): void {
  // Windows can't open folders, and does not need it.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Syncs a file, so that its content survives a power cut. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
