/** The service links, plans and erases no more entries at once. */
export const maxAtOnce = 200;
