import { statfs } from 'node:fs/promises';
import { RequestError } from '../../contract/request-error.ts';

/** The disk space that CVs must leave free. */
export interface DiskReserve {
  /** A folder on that disk. */
  readonly folder: string;
  readonly bytes: number;
}

/** An operator must free space first, so an earlier retry would fail too. */
const diskFullRetrySeconds = 60 * 60;

/** Rejects with 503 when free disk space is below the reserve, which is kept for leads. */
export async function requireDiskSpace({ folder, bytes }: DiskReserve): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes) return;
  throw new RequestError(
    'UNAVAILABLE',
    'cv: no room for files at the moment: please send the application without its CV, or try again later',
    { 'retry-after': String(diskFullRetrySeconds) },
  );
}
