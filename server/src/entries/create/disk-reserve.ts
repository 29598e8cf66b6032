import { statfs } from 'node:fs/promises';

/** The disk space that CVs must leave free. */
export interface DiskReserve {
  /** A folder on that disk. */
  readonly folder: string;
  readonly bytes: number;
}

/** Whether there is room for a file: free disk space above the reserve, which is kept for leads. */
export async function hasDiskSpace(reserve: DiskReserve | undefined): Promise<boolean> {
  if (reserve === undefined) return true;
  const { bavail, bsize } = await statfs(reserve.folder);
  return bavail * bsize >= reserve.bytes;
}
