import { Typography } from '@mui/material';
import { request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { ActButton } from '../../ui/ActButton.tsx';
import { RowList } from '../../ui/RowList.tsx';
import { Row } from '../../ui/Rows.tsx';
import { EntryLine, EntryMarks } from '../acts/EntryLines.tsx';
import { entryName } from '../acts/names.ts';
import { RequestLink } from '../acts/RequestLink.tsx';

const t = textsOf('privacy.pending');

type Listed = AnswerOf<'GET /desk/privacy/erasures/pending'>['data'][number];

/** The entries that are to be erased, by requests and by retention: each can be taken back until then. */
export function PendingPage() {
  const { data, error } = useRead('GET /desk/privacy/erasures/pending');
  return (
    <RowList
      title={t('title')}
      intro={
        <>
          {t('explained')}
          {data !== undefined && data.total > data.data.length && (
            <Typography sx={{ mt: 1 }}>
              {t('more', { shown: data.data.length, total: data.total })}
            </Typography>
          )}
        </>
      }
      none={t('none')}
      data={data && { data: data.data.map((listed) => ({ id: listed.entryId, listed })) }}
      error={error}
    >
      {({ listed }) => <PendingRow listed={listed} />}
    </RowList>
  );
}

function PendingRow({ listed: { entryId: id, entry } }: { readonly listed: Listed }) {
  const { pendingErasure } = entry;
  if (pendingErasure === null) return null;
  const { reason, requestId, decidedAt, decidedBy } = pendingErasure;
  const at = format.moment(decidedAt);
  const rule = translate(`accueil.privacy.retention.rules.${reason}`, { _: reason });
  return (
    <Row
      name={entryName(entry, id)}
      to={`/privacy/entries/${id}`}
      marks={<EntryMarks entry={entry} />}
      notes={[
        <EntryLine key="entry" entry={entry} />,
        requestId === null ? t('byRule', { rule, at }) : t('byUser', { name: decidedBy, at }),
        requestId !== null && <RequestLink key="request" id={requestId} />,
      ]}
      acts={
        <ActButton
          texts="privacy.pending.cancel"
          options={{ id }}
          variant="outlined"
          onAct={() => request('POST /desk/privacy/erasures/pending/:entryId/cancel', { entryId: id })}
        />
      }
    />
  );
}
