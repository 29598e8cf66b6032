import { Box, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormat } from '../i18n/use-format.ts';
import { StageChip } from '../leads/StageChip.tsx';
import { EntryMarks } from '../lists/EntryMarks.tsx';
import { EntryName } from '../lists/EntryName.tsx';
import type { ListedEntry } from '../lists/listed-entry.ts';
import { PhoneLink } from '../lists/PhoneLink.tsx';
import { ResidenceName } from '../lists/ResidenceName.tsx';
import { FollowUps } from './FollowUps.tsx';
import { OrientationActs } from './OrientationActs.tsx';

/** What a partner has sent and said since, and what is to be done. */
export function OrientationCard({ entry }: { readonly entry: ListedEntry }) {
  const translate = useTranslate();
  const format = useFormat();
  const { orientation, establishmentId, phone, receivedAt, stage } = entry;
  const say = (key: string, more: Record<string, string>) =>
    translate(`accueil.queues.orientations.${key}`, more);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        px: 2,
        py: 1.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 4fr) minmax(0, 5fr) minmax(0, 3fr)' },
        overflowWrap: 'anywhere',
      }}
    >
      <Stack spacing={0.5}>
        <EntryName entry={entry} />
        {phone !== null && (
          <Typography variant="body2" component="div">
            <PhoneLink phone={phone} />
          </Typography>
        )}
        <Typography variant="body2" component="div">
          <ResidenceName id={establishmentId} />
        </Typography>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
          <EntryMarks entry={entry} />
          <StageChip stage={stage} />
        </Stack>
      </Stack>
      {orientation !== null && (
        <Stack spacing={0.5}>
          <Typography variant="body2" color="textSecondary">
            {say('from', { partner: orientation.partner, moment: format.moment(receivedAt) })}
          </Typography>
          <Typography variant="body2">
            {orientation.numero === null
              ? say('noNumero', {})
              : say('numero', { numero: orientation.numero })}
          </Typography>
          <Typography variant="body2">{say('res', { res: orientation.res })}</Typography>
          {orientation.problems.length > 0 && (
            <Typography variant="body2" component="div" color="warning">
              {say('problems', {})}
              <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
                {orientation.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </Box>
            </Typography>
          )}
          <FollowUps followUps={orientation.followUps} />
        </Stack>
      )}
      <OrientationActs entry={entry} />
    </Box>
  );
}
