import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes names that were just given or taken away in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  // Windows opens no folder, and needs none of this.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes what a file holds survive a power cut. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
