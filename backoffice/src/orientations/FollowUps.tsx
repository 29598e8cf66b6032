import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormat } from '../i18n/use-format.ts';
import type { ListedOrientation } from '../lists/listed-entry.ts';

/** What a partner has said since, newest first. */
export function FollowUps({ followUps }: Pick<ListedOrientation, 'followUps'>) {
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
