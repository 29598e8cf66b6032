import { Box, Button, Card, Chip, List, ListItem, ListItemButton, Stack, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useResidences } from '../api/queries.ts';
import { entryPath } from '../entries/entry.ts';
import { useFormat } from '../i18n/use-format.ts';
import { readPhone } from '../ui/phone.ts';
import type { TodayBlock, TodayEntry } from './today.ts';

interface TodayCardProps {
  /** The key of its title. */
  readonly name: string;
  readonly block: TodayBlock;
  readonly note: (entry: TodayEntry) => ReactNode;
  /** The address of the list with all of them. */
  readonly all: string;
}

const shown = 6;

/** One block of the day, the most urgent first. */
export function TodayCard({ name, block, note, all }: TodayCardProps) {
  const translate = useTranslate();
  const format = useFormat();
  const heading = useId();
  const { data, total } = block;
  const count = format.number(total.count);
  const title = translate(`accueil.today.block.${name}`);
  return (
    <Card component="section" aria-labelledby={heading} sx={{ display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pt: 1.5, pb: 0.5 }}>
        <Typography id={heading} component="h2" variant="h6" sx={{ flexGrow: 1 }}>
          {title}
        </Typography>
        <Chip
          size="small"
          color={total.count === 0 ? 'default' : 'primary'}
          variant={total.count === 0 ? 'outlined' : 'filled'}
          label={total.exact ? count : translate('accueil.today.atLeast', { count })}
        />
      </Box>
      {data.length === 0 ? (
        <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
          {translate(`accueil.today.nothing.${name}`)}
        </Typography>
      ) : (
        <List disablePadding sx={{ flexGrow: 1 }}>
          {data.slice(0, shown).map((entry) => (
            <TodayRow key={entry.id} entry={entry} note={note(entry)} />
          ))}
        </List>
      )}
      {total.count > 0 && (
        <Button
          component={Link}
          to={all}
          size="small"
          sx={{ alignSelf: 'flex-start', m: 1 }}
          aria-label={`${translate('accueil.today.all')} : ${title}`}
        >
          {translate('accueil.today.all')}
        </Button>
      )}
    </Card>
  );
}

interface TodayRowProps {
  readonly entry: TodayEntry;
  readonly note: ReactNode;
}

/** A link to an entry. */
function TodayRow({ entry, note }: TodayRowProps) {
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
