import { Box, Stack, Typography } from '@mui/material';
import type { ListedEntry, ListedOrientation } from '../api/responses.ts';
import { ActButton } from '../entries/detail/ActButton.tsx';
import { EntryMarks, EntryName, ResidenceName, StageChip } from '../entries/EntryParts.tsx';
import { problemForStaff } from '../entries/entry.ts';
import { AtOnceButton } from '../entries/list/AtOnceButton.tsx';
import { PhoneNumber } from '../entries/PhoneNumber.tsx';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { useMayChange } from '../session/access.ts';

const t = textsOf('queues.orientations');

/** A partner's request with its follow-ups and the usual acts. */
export function OrientationCard({ entry }: { readonly entry: ListedEntry }) {
  const { orientation, establishmentId, phone, objectedOn, receivedAt, stage } = entry;
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
            <PhoneNumber phone={phone} objectedOn={objectedOn} />
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
            {t('from', { partner: orientation.partner, moment: format.moment(receivedAt) })}
          </Typography>
          <Typography variant="body2">
            {orientation.numero === null ? t('noNumero') : t('numero', { numero: orientation.numero })}
          </Typography>
          <Typography variant="body2">{t('res', { res: orientation.res })}</Typography>
          {orientation.problems.length > 0 && (
            <Typography variant="body2" component="div" color="warning">
              {t('problems')}
              <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
                {orientation.problems.map((problem) => (
                  <li key={problem}>{problemForStaff(problem)}</li>
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

/** The partner's later messages, newest first. */
function FollowUps({ followUps }: Pick<ListedOrientation, 'followUps'>) {
  if (followUps.length === 0) return null;
  return (
    <Typography variant="body2" component="div">
      {t('followUps')}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {followUps.map(({ at, state, reason }) => {
          const stateText = state ?? t('noState');
          const text = reason === null ? stateText : t('reason', { state: stateText, reason });
          return <li key={`${at} ${text}`}>{t('followUp', { moment: format.moment(at), state: text })}</li>;
        })}
      </Box>
    </Typography>
  );
}

/** The usual acts on an orientation. */
function OrientationActs({ entry }: { readonly entry: ListedEntry }) {
  const mayChange = useMayChange();
  if (!mayChange(entry)) return null;
  const { establishmentId, flagged } = entry;
  const texts = 'accueil.queues.orientations';
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', gap: 1, alignContent: 'flex-start', justifyContent: { md: 'flex-end' } }}
    >
      {establishmentId === null && (
        <ActButton entry={entry} act="assignFirst" text={`${texts}.assign`} variant="contained" />
      )}
      <ActButton entry={entry} act="result" text={`${texts}.result`} />
      {flagged && <AtOnceButton entry={entry} act={{ name: 'seen' }} text={`${texts}.seen`} />}
    </Stack>
  );
}
