import { Button, Link as MuiLink, Stack, Typography } from '@mui/material';
import { NumberInput, required } from 'react-admin';
import { Link } from 'react-router';
import { request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { FormButton } from '../../ui/FormButton.tsx';
import { RowList } from '../../ui/RowList.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { useAct } from '../../ui/use-act.ts';
import { EntryLine, EntryMarks } from '../acts/EntryLines.tsx';
import { entryName } from '../acts/names.ts';
import { RequestLink } from '../acts/RequestLink.tsx';

const t = textsOf('privacy.pending');

type Listed = AnswerOf<'GET /desk/privacy/erasures/pending'>['data'][number];

/** The entries that are to be erased, by requests and by retention: each can be taken back until then. */
export function PendingPage() {
  const { data, error } = useRead('GET /desk/privacy/erasures/pending');
  const days = data?.delayDays;
  return (
    <section>
      <SectionHead title={t('title')}>
        {days !== undefined && (
          <FormButton
            text={t('delay', { smart_count: days })}
            title={t('delayTitle')}
            submit={t('delaySubmit')}
            values={{ days }}
            send={(values) => request('PATCH /desk/privacy/erasures/delay', { days: Number(values.days) })}
            done="accueil.privacy.pending.delayDone"
          >
            <NumberInput
              source="days"
              label={t('days')}
              min={0}
              max={30}
              helperText={t('daysHelp')}
              validate={required()}
            />
          </FormButton>
        )}
      </SectionHead>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('explained')}
      </Typography>
      {data !== undefined && data.total > data.data.length && (
        <Typography sx={{ mb: 1 }}>{t('more', { shown: data.data.length, total: data.total })}</Typography>
      )}
      <RowList
        none={t('none')}
        data={data && { data: data.data.map((listed) => ({ id: listed.entryId, listed })) }}
        error={error}
      >
        {({ listed }) => <PendingRow listed={listed} />}
      </RowList>
    </section>
  );
}

function PendingRow({ listed: { entryId: id, confirmable, entry } }: { readonly listed: Listed }) {
  const { act, isBusy } = useAct();
  const { pendingErasure } = entry;
  if (pendingErasure === null) return null;
  const { reason, requestId, decidedAt, decidedBy } = pendingErasure;
  return (
    <>
      <Stack spacing={0.5} sx={{ minWidth: 0, flex: '1 1 260px' }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <MuiLink component={Link} to={`/privacy/entries/${id}`} sx={{ fontWeight: 600 }}>
            {entryName(entry, id)}
          </MuiLink>
          <EntryMarks entry={entry} />
        </Stack>
        <EntryLine entry={entry} />
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {requestId === null
            ? t('byRule', {
                rule: translate(`accueil.privacy.retention.rules.${reason}`, { _: reason }),
                at: format.moment(decidedAt),
              })
            : t('byUser', { name: decidedBy, at: format.moment(decidedAt) })}
          <RequestLink id={requestId} />
        </Typography>
      </Stack>
      {confirmable && (
        <ConfirmButton
          text={t('confirm')}
          label={t('confirmThis', { id })}
          title={t('confirmTitle', { id })}
          content={t('confirmContent')}
          done="accueil.privacy.pending.confirmDone"
          onConfirm={() => request('POST /desk/privacy/erasures/pending/:entryId/confirm', { entryId: id })}
        />
      )}
      <Button
        variant="outlined"
        size="small"
        loading={isBusy}
        aria-label={t('cancelThis', { id })}
        onClick={() =>
          act(
            () => request('POST /desk/privacy/erasures/pending/:entryId/cancel', { entryId: id }),
            'accueil.privacy.pending.cancelDone',
          )
        }
      >
        {t('cancel')}
      </Button>
    </>
  );
}
