/** The events sent to callers; `test` tests an endpoint, the others concern entries. */
export const eventNames = ['processed', 'action', 'result', 'updated', 'erased', 'test'] as const;

export type EventName = (typeof eventNames)[number];
