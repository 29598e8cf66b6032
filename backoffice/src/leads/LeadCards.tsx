import { Box, Divider, LinearProgress } from '@mui/material';
import { useListContext } from 'react-admin';
import { EmptyList } from './EmptyList.tsx';
import { LeadCard } from './LeadCard.tsx';
import type { Lead } from './lead.ts';

/** The list where a table has no room. */
export function LeadCards() {
  const { data, isPending } = useListContext<Lead>();
  if (isPending) return <LinearProgress />;
  if (data === undefined || data.length === 0) return <EmptyList />;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map((lead) => (
        <li key={lead.id}>
          <Divider />
          <LeadCard lead={lead} />
        </li>
      ))}
    </Box>
  );
}
