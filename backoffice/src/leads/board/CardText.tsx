import { Card, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useResidences } from '../../desk/use-residences.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { EntryMarks } from '../../lists/EntryMarks.tsx';
import { EntryName } from '../../lists/EntryName.tsx';
import type { Lead } from '../lead.ts';

interface Props {
  readonly lead: Lead;
  readonly isHeld?: boolean;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** What a card of the board says. */
export function CardText({ lead, isHeld = false, children }: Props) {
  const format = useFormat();
  const { nameOf } = useResidences();
  const { establishmentId, contactDate } = lead;
  return (
    <Card sx={{ p: 1, ...(isHeld && { boxShadow: 6, cursor: 'grabbing' }) }}>
      <Stack
        direction="row"
        sx={{
          justifyContent: 'space-between',
          alignItems: 'start',
          // A column of the board is narrower than one of a table.
          '& > :first-of-type': { minWidth: 0 },
        }}
      >
        <EntryName entry={lead} />
        {children}
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ py: 0.5 }}>
        {establishmentId !== null && `${nameOf(establishmentId)} · `}
        {format.day(contactDate)}
      </Typography>
      <EntryMarks entry={lead} />
    </Card>
  );
}
