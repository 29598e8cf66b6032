import { Button, Card, CardContent, Stack, Typography } from '@mui/material';
import { useNavigate, useSearchParams } from 'react-router';
import type { Trace } from '../../api/privacy-responses.ts';
import { textsOf } from '../../i18n/texts.ts';
import { useAct } from '../../ui/use-act.ts';
import { HoldButton } from '../acts/HoldButton.tsx';
import { addFound, RequestButton } from '../acts/RequestButton.tsx';
import { criteriaOf, type Finding } from './use-finding.ts';

const t = textsOf('privacy.selection');

interface Props {
  readonly finding: Finding;
  readonly traces: readonly Trace[];
}

/** What can be done with the chosen entries. */
export function Selection({ finding, traces }: Props) {
  const navigate = useNavigate();
  const { act, isBusy } = useAct();
  const [search] = useSearchParams();
  const chosen = traces.filter(finding.isChosen);
  const isNone = chosen.length === 0;
  const entries = chosen.map(({ id: entryId, person }) => ({
    entryId,
    ...(person !== null && { people: [person] }),
  }));
  const found = { entries, criteria: criteriaOf(finding) };
  // The page was opened from a request: what is found belongs to it.
  const requestId = Number(search.get('request') ?? 0);

  return (
    <Card component="section" aria-label={t('title')} sx={{ mb: 2 }}>
      <CardContent sx={{ '&:last-child': { pb: 2 } }}>
        {traces.length > 0 && (
          <Typography aria-live="polite" sx={{ mb: 1 }}>
            {isNone ? t('none') : t('count', { smart_count: chosen.length })}
          </Typography>
        )}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {requestId > 0 ? (
            <Button
              variant="contained"
              loading={isBusy}
              onClick={() =>
                act(async () => {
                  await addFound(requestId, found);
                  await navigate(`/privacy/requests/${requestId}`);
                }, 'accueil.privacy.selection.added')
              }
            >
              {t(isNone ? 'noteSearch' : 'add', { id: requestId })}
            </Button>
          ) : (
            <RequestButton text={t('request')} variant="contained" found={found} />
          )}
          <HoldButton
            text={t('hold')}
            disabled={entries.length === 0}
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
