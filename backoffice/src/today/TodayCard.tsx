import { Box, Button, Card, Chip, List, Stack, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { format } from '../i18n/format.ts';
import { Moment } from './Moment.tsx';
import { TodayRow } from './TodayRow.tsx';
import { listAddress, type TodayBlock, type TodayQuery } from './today.ts';

interface TodayCardProps {
  readonly block: TodayBlock;
  /** The parameters of the lists. */
  readonly scope: TodayQuery;
  readonly today: string;
  readonly now: string;
}

const shown = 6;

/** One block of the day, the most urgent first, with the lists that have all of it. */
export function TodayCard({ block, scope, today, now }: TodayCardProps) {
  const translate = useTranslate();
  const heading = useId();
  const { name, data, total, lists } = block;
  const count = format.number(total.count);
  const title = translate(`accueil.today.block.${name}`);
  return (
    <Card component="section" aria-labelledby={heading}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pt: 1.5, pb: 0.5 }}>
        <Typography id={heading} component="h2" variant="h6" sx={{ flexGrow: 1 }}>
          {title}
        </Typography>
        <Chip
          size="small"
          color="primary"
          label={total.exact ? count : translate('accueil.today.atLeast', { count })}
        />
      </Box>
      <List disablePadding>
        {data.slice(0, shown).map((entry) => (
          <TodayRow
            key={entry.id}
            entry={entry}
            note={<Moment entry={entry} block={name} today={today} now={now} />}
          />
        ))}
      </List>
      <Stack direction="row" sx={{ flexWrap: 'wrap', m: 1 }}>
        {lists.map(({ kind, count: listed }) => {
          const text =
            lists.length === 1
              ? translate('accueil.today.all')
              : translate(`accueil.today.allOf.${kind}`, { count: format.number(listed) });
          return (
            <Button
              key={kind}
              component={Link}
              to={listAddress(name, kind, scope)}
              size="small"
              aria-label={`${text} : ${title}`}
            >
              {text}
            </Button>
          );
        })}
      </Stack>
    </Card>
  );
}
