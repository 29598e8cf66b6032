import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** More than a whole run needs at any moment; containers often begin with 64 MB. */
const neededBytes = 1024 ** 3;

/**
 * Where tests make the folders of databases that they throw away: in memory on a system that has room for them there,
 * else the temporary folder. Nothing is switched off for it, both engines go on asking for their fsyncs; but a disk takes
 * 2 ms for each and memory 0.02, and making and dropping one PostgreSQL database asks for hundreds.
 */
export function memoryFolder(): string {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= neededBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
