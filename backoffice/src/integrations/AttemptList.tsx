import { Card, CardContent, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { TextBlock } from '../administration/TextBlock.tsx';
import { useFormat } from '../i18n/use-format.ts';
import type { Attempt } from './integrations.ts';
import { useCauseText } from './use-cause-text.ts';

/** Every attempt of a delivery, oldest first, with what was answered. */
export function AttemptList({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const translate = useTranslate();
  const format = useFormat();
  const causeText = useCauseText();
  const say = (key: string, options = {}) => translate(`accueil.integrations.attempts.${key}`, options);
  if (attempts.length === 0) return <Typography color="textSecondary">{say('none')}</Typography>;
  return (
    <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {attempts.map(({ at, status, ms, cause, answer }) => (
        <Card component="li" key={`${at} ${ms}`}>
          <CardContent>
            <Typography>
              {[
                format.moment(at),
                status === null ? say('noStatus') : say('status', { status }),
                say('ms', { ms: format.number(ms) }),
              ].join(' · ')}
            </Typography>
            <Typography color={cause === null ? 'success' : 'error'}>
              {cause === null ? say('delivered') : causeText(cause)}
            </Typography>
            {answer !== '' && (
              <>
                <Typography variant="body2" color="textSecondary" sx={{ mt: 1, mb: 0.5 }}>
                  {say('answer')}
                </Typography>
                <TextBlock text={answer} />
              </>
            )}
          </CardContent>
        </Card>
      ))}
    </Stack>
  );
}
