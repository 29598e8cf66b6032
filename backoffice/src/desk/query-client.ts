import { QueryClient } from '@tanstack/react-query';
import { DeskError } from './client.ts';

/** Keeps what was read. What is not there, or not allowed, is not asked for again: it would only be told later. */
export function deskQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, failure) => count < 2 && failure instanceof DeskError && failure.status >= 500,
      },
    },
  });
}
