import { Alert, Button, Card, CardContent, Stack, Typography } from '@mui/material';
import { useNavigate, useSearchParams } from 'react-router';
import { request } from '../../api/client.ts';
import type { Trace } from '../../api/privacy-responses.ts';
import { textsOf } from '../../i18n/texts.ts';
import { useAct } from '../../ui/use-act.ts';
import { HoldButton } from '../acts/HoldButton.tsx';
import { RequestButton } from '../acts/RequestButton.tsx';
import { maxAtOnce } from '../acts/request.ts';
import { criteriaOf, type Finding } from './use-finding.ts';

const t = textsOf('privacy.selection');

/** What can be done with the chosen entries. */
export function Selection({
  finding,
  traces,
}: {
  readonly finding: Finding;
  readonly traces: readonly Trace[];
}) {
  const navigate = useNavigate();
  const { act, isBusy } = useAct();
  const [search] = useSearchParams();
  const chosen = traces.filter(finding.isChosen);
  const ofPlace = (place: Trace['place']) => chosen.filter((trace) => trace.place === place);
  const userId = ofPlace('user')[0]?.id;
  const criteria = criteriaOf(finding);
  const entries = ofPlace('entry').map(({ id, person }) => ({
    entryId: id,
    ...(person !== null && { people: [person] }),
  }));
  const isNone = chosen.length === 0;
  const isTooMany = chosen.length > maxAtOnce;
  // The page was opened from a request: what is found belongs to it.
  const requestId = Number(search.get('request') ?? 0);

  return (
    <Card component="section" aria-label={t('title')} sx={{ mb: 2 }}>
      <CardContent sx={{ '&:last-child': { pb: 2 } }}>
        <Typography aria-live="polite" sx={{ mb: 1 }}>
          {isNone ? t('none') : t('count', { smart_count: chosen.length })}
        </Typography>
        {isTooMany && (
          <Alert severity="warning" sx={{ mb: 1 }}>
            {t('tooMany', { most: maxAtOnce })}
          </Alert>
        )}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {requestId > 0 ? (
            <Button
              variant="contained"
              disabled={isTooMany}
              loading={isBusy}
              onClick={() =>
                act(async () => {
                  const id = requestId;
                  await request('POST /desk/privacy/requests/:id/searches', { id, criteria });
                  if (entries.length > 0)
                    await request('POST /desk/privacy/requests/:id/entries', { id, entries });
                  if (userId !== undefined)
                    await request('POST /desk/privacy/requests/:id/user', { id, userId });
                  await navigate(`/privacy/requests/${requestId}`);
                }, 'accueil.privacy.selection.added')
              }
            >
              {t(isNone ? 'noteSearch' : 'add', { id: requestId })}
            </Button>
          ) : (
            <RequestButton
              text={t('request')}
              variant="contained"
              disabled={isTooMany}
              {...{ entries, userId, criteria }}
            />
          )}
          <HoldButton
            text={t('hold')}
            disabled={entries.length === 0 || isTooMany}
            entryIds={entries.map(({ entryId }) => entryId)}
            {...(requestId > 0 && { requestId })}
            onDone={() => void finding.again()}
          />
        </Stack>
        {requestId === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            {t('requestFirst')}
          </Typography>
        )}
      </CardContent>
    </Card>
  );
}
