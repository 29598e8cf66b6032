/** Events of entries that callers are notified of; `test` is the test of an endpoint. */
export const eventNames = ['processed', 'action', 'result', 'updated', 'erased', 'test'] as const;

export type EventName = (typeof eventNames)[number];
