import { Chip, Stack } from '@mui/material';
import { request } from '../../api/client.ts';
import type { ListedHold } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { ActButton } from '../../ui/ActButton.tsx';
import { RowList } from '../../ui/RowList.tsx';
import { Row } from '../../ui/Rows.tsx';
import { RequestLink } from '../acts/RequestLink.tsx';
import { ObjectionList } from './ObjectionList.tsx';

const t = textsOf('privacy.holds');

/** Legal holds, limitations of processing, and objections to being contacted. */
export function HoldList() {
  return (
    <Stack spacing={4}>
      <RowList
        title={t('title')}
        intro={t('explained')}
        none={t('none')}
        {...useRead('GET /desk/privacy/holds')}
      >
        {(hold) => <HoldRow hold={hold} />}
      </RowList>
      <ObjectionList />
    </Stack>
  );
}

function HoldRow({ hold }: { readonly hold: ListedHold }) {
  const { id, entryId, kind, reason, until, requestId, author, createdAt, endedAt, endedBy } = hold;
  const isOver = endedAt !== null || until < today();
  const mark = isOver
    ? t('over', { kind: translate(`accueil.privacy.hold.kinds.${kind}`) })
    : translate(`accueil.privacy.marks.${kind}`, { until: format.day(until) });
  return (
    <Row
      name={t('entry', { id: entryId })}
      to={`/privacy/entries/${entryId}`}
      marks={<Chip size="small" variant="outlined" color={isOver ? 'default' : 'warning'} label={mark} />}
      said={reason}
      notes={[
        format.dotted(
          t('added', { name: author, at: format.moment(createdAt) }),
          endedAt !== null && t('ended', { name: endedBy ?? '', at: format.moment(endedAt) }),
        ),
        requestId !== null && <RequestLink key="request" id={requestId} />,
      ]}
      acts={
        !isOver && (
          <ActButton
            texts="privacy.holds.end"
            options={{ id: entryId }}
            content={t(`endContent.${kind}`)}
            onAct={() => request('POST /desk/privacy/holds/:id/end', { id })}
          />
        )
      }
    />
  );
}
