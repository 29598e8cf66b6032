import { Box, Divider, LinearProgress } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { EmptyList } from './EmptyList.tsx';

interface Props<R extends RaRecord> {
  /** Where the messages of the list stand. */
  readonly texts: string;
  readonly children: (entry: R) => ReactNode;
}

/** The list where a table has no room. */
export function EntryCards<R extends RaRecord>({ texts, children }: Props<R>) {
  const { data, isPending } = useListContext<R>();
  if (isPending) return <LinearProgress />;
  if (data === undefined || data.length === 0) return <EmptyList texts={texts} />;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map((entry) => (
        <li key={entry.id}>
          <Divider />
          {children(entry)}
        </li>
      ))}
    </Box>
  );
}
