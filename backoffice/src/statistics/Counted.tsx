import { Stack } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '../api/client.ts';
import type { AnswerOf, InputOf } from '../api/routes.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

type Route = 'GET /desk/statistics' | 'GET /desk/statistics/activity' | 'GET /desk/statistics/follow-up';

interface Props<R extends Route> {
  readonly route: R;
  readonly asked: InputOf<R>;
  readonly children: (answer: AnswerOf<R>) => ReactNode;
}

/** Figures that the server counts: some take seconds. Those of before stay until the next are there. */
export function Counted<R extends Route>({ route, asked, children }: Props<R>) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['statistics', route, asked],
    queryFn: ({ signal }) => request<Route>(route, asked, { signal }) as Promise<AnswerOf<R>>,
    placeholderData: keepPreviousData,
    // There is a button to retry.
    retry: 1,
  });
  return (
    <WhenLoaded
      data={data}
      error={error}
      failed="Les chiffres n’ont pas pu être calculés. Réessayez dans un instant."
      onRetry={refetch}
    >
      {(answer) => (
        <Stack aria-busy={isPlaceholderData} sx={{ gap: 2, opacity: isPlaceholderData ? 0.6 : 1 }}>
          {children(answer)}
        </Stack>
      )}
    </WhenLoaded>
  );
}
