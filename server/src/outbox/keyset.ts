/** A page by id: newest first from `from` on; backwards: oldest first. Neither includes that one. */
export interface KeysetPage {
  readonly from: number | undefined;
  readonly backwards: boolean;
  readonly size: number;
}

/** Above any id. */
export const newest = Number.MAX_SAFE_INTEGER;
