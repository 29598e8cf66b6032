/** What can happen to an entry, as its caller is told; `test` is the test of an endpoint. */
export const eventNames = ['processed', 'action', 'result', 'updated', 'erased', 'test'] as const;

export type EventName = (typeof eventNames)[number];
