import { Box, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Pencil } from './Block.tsx';

interface Props {
  readonly icon: ReactNode;
  readonly head: ReactNode;
  readonly by?: string | null;
  readonly edit?: { readonly label: string; readonly onClick: () => void } | undefined;
  readonly children?: ReactNode;
}

/** What was written, said, done or planned. */
export function TimelineItem({ icon, head, by, edit, children }: Props) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5 }}>
      <Box aria-hidden sx={{ color: 'text.secondary', lineHeight: 0, pt: 0.25 }}>
        {icon}
      </Box>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1, fontWeight: 600 }}>
          {head}
        </Stack>
        {children}
        {by && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {by}
          </Typography>
        )}
      </Box>
      {edit !== undefined && <Pencil {...edit} />}
    </Box>
  );
}
