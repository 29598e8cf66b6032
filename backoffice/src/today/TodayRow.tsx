import { ListItem, ListItemButton, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useResidences } from '../api/queries.ts';
import { entryPath } from '../entries/entry.ts';
import { readPhone } from '../ui/phone.ts';
import type { TodayEntry } from './today.ts';

interface TodayRowProps {
  readonly entry: TodayEntry;
  readonly note: ReactNode;
}

/** A link to an entry. */
export function TodayRow({ entry, note }: TodayRowProps) {
  const translate = useTranslate();
  const { all, nameOf } = useResidences();
  const { establishmentId, name, phone } = entry;
  const residence =
    establishmentId === null
      ? translate('accueil.leads.unassigned')
      : all.length > 1
        ? nameOf(establishmentId)
        : undefined;
  return (
    <ListItem disablePadding divider>
      <ListItemButton component={Link} to={entryPath(entry)} sx={{ py: 1, overflowWrap: 'anywhere' }}>
        <Stack sx={{ width: '100%' }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
            <Typography component="span" sx={{ fontWeight: 600 }}>
              {name ?? translate('accueil.leads.unnamed')}
            </Typography>
            {phone !== null && (
              <Typography
                component="span"
                variant="body2"
                color="textSecondary"
                sx={{ whiteSpace: 'nowrap' }}
              >
                {readPhone(phone).text}
              </Typography>
            )}
          </Stack>
          <Stack direction="row" sx={{ justifyContent: 'space-between', flexWrap: 'wrap', columnGap: 2 }}>
            <Typography component="span" variant="body2" color="textSecondary">
              {residence}
            </Typography>
            <Typography component="span" variant="body2">
              {note}
            </Typography>
          </Stack>
        </Stack>
      </ListItemButton>
    </ListItem>
  );
}
