import { Button, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import type { AnswerChannel, PrivacyRequest } from '../../api/privacy-responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { privacyTexts } from '../../i18n/privacy.ts';
import { textsOf } from '../../i18n/texts.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { useAct } from '../../ui/use-act.ts';

const t = textsOf('privacy.request.answer');

const { channels } = privacyTexts.request.answer;
const isChannel = (value: string): value is AnswerChannel => value in channels;

/** When and how the person was answered: the last step, which closes the request. */
export function AnswerCard({ request: stored }: { readonly request: PrivacyRequest }) {
  const { decision, answeredOn, answerChannel, closedAt } = stored;
  const answer = answeredOn !== null &&
    answerChannel !== null && { day: format.day(answeredOn), channel: t(`channels.${answerChannel}`) };
  return (
    <SectionCard title={t('title')}>
      {closedAt === null && decision !== null ? (
        <AnswerForm request={stored} />
      ) : (
        <Typography>
          {answer !== false ? t('given', answer) : t(closedAt === null ? 'later' : 'none')}
        </Typography>
      )}
    </SectionCard>
  );
}

function AnswerForm({ request: { id, asker, ...stored } }: { readonly request: PrivacyRequest }) {
  const { act, isBusy } = useAct();
  const [day, setDay] = useState(stored.answeredOn ?? today());
  const [channel, setChannel] = useState<AnswerChannel>(
    stored.answerChannel ?? (stored.channel === 'other' ? 'mail' : stored.channel),
  );
  const isAnswered = asker !== 'controller';
  const answer = isAnswered && { answeredOn: day, answerChannel: channel };
  return (
    <>
      {isAnswered && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2 }}>
          <TextField
            label={t('on')}
            type="date"
            value={day}
            onChange={({ target }) => setDay(target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <TextField
            select
            label={t('by')}
            value={channel}
            onChange={({ target }) => isChannel(target.value) && setChannel(target.value)}
            sx={{ minWidth: 180 }}
          >
            {choicesIn<AnswerChannel>(channels).map(({ id: value, name }) => (
              <MenuItem key={value} value={value}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
      )}
      <Button
        variant="contained"
        disabled={day === ''}
        loading={isBusy}
        onClick={() =>
          act(
            () => request('PATCH /desk/privacy/requests/:id', { id, ...answer, close: true }),
            'accueil.privacy.request.closed',
          )
        }
      >
        {t(isAnswered ? 'close' : 'closeAlone')}
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {t('closeHelp')}
      </Typography>
    </>
  );
}
