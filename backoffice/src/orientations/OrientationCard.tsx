import { Box, Button, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ListedEntry, ListedOrientation } from '../api/answers.ts';
import { change } from '../api/client.ts';
import { ActButton } from '../entries/detail/ActButton.tsx';
import { EntryMarks, EntryName, ResidenceName, StageChip } from '../entries/EntryParts.tsx';
import { useMayChange } from '../entries/list/ProcessedButton.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { PhoneLink } from '../ui/links.tsx';
import { useAct } from '../ui/use-act.ts';

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

/** What a partner has said since, newest first. */
function FollowUps({ followUps }: Pick<ListedOrientation, 'followUps'>) {
  const translate = useTranslate();
  const format = useFormat();
  if (followUps.length === 0) return null;
  const say = (key: string, more?: Record<string, string>) =>
    translate(`accueil.queues.orientations.${key}`, more);
  return (
    <Typography variant="body2" component="div">
      {say('followUps')}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {followUps.map(({ at, state, reason }) => {
          const said = state ?? say('noState');
          const text = reason === null ? said : say('reason', { state: said, reason });
          return <li key={`${at} ${text}`}>{say('followUp', { moment: format.moment(at), state: text })}</li>;
        })}
      </Box>
    </Typography>
  );
}

/** What is usually done with an orientation, where it stands in the list. */
function OrientationActs({ entry }: { readonly entry: ListedEntry }) {
  const translate = useTranslate();
  const mayChange = useMayChange();
  const { act, isBusy } = useAct();
  if (!mayChange(entry)) return null;
  const { id, establishmentId, flagged } = entry;
  const name = entry.name ?? translate('accueil.leads.unnamed');
  const say = (key: string) => translate(`accueil.queues.orientations.${key}`, { name });
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', gap: 1, alignContent: 'flex-start', justifyContent: { md: 'flex-end' } }}
    >
      {establishmentId === null && (
        <ActButton
          entryId={id}
          act="assignFirst"
          text={say('assign')}
          label={say('assignOf')}
          variant="contained"
        />
      )}
      <ActButton entryId={id} act="result" text={say('result')} label={say('resultOf')} />
      {flagged && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={say('seenOf')}
          onClick={() =>
            void act(() => change('POST', `/desk/entries/${id}/seen`), 'accueil.entry.act.saved')
          }
        >
          {say('seen')}
        </Button>
      )}
    </Stack>
  );
}
