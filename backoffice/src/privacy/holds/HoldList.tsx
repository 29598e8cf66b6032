import { Chip, Link as MuiLink, Stack, Typography } from '@mui/material';
import { Link } from 'react-router';
import { request } from '../../api/client.ts';
import type { ListedHold } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { RowList } from '../../ui/RowList.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { RequestLink } from '../acts/RequestLink.tsx';
import { ObjectionList } from './ObjectionList.tsx';

const t = textsOf('privacy.holds');

/** Legal holds, limitations of processing, and objections to being contacted. */
export function HoldList() {
  return (
    <Stack spacing={4}>
      <section>
        <SectionHead title={t('title')} />
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('explained')}
        </Typography>
        <RowList none={t('none')} {...useRead('GET /desk/privacy/holds')}>
          {(hold) => <HoldRow hold={hold} />}
        </RowList>
      </section>
      <ObjectionList />
    </Stack>
  );
}

function HoldRow({ hold }: { readonly hold: ListedHold }) {
  const { id, entryId, kind, reason, until, requestId, author, createdAt, endedAt, endedBy } = hold;
  const isOver = endedAt !== null || until < today();
  return (
    <>
      <Stack spacing={0.5} sx={{ minWidth: 0, flex: '1 1 260px' }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <MuiLink component={Link} to={`/privacy/entries/${entryId}`} sx={{ fontWeight: 600 }}>
            {t('entry', { id: entryId })}
          </MuiLink>
          <Chip
            size="small"
            variant="outlined"
            color={isOver ? 'default' : 'warning'}
            label={
              isOver
                ? t('over', { kind: translate(`accueil.privacy.hold.kinds.${kind}`) })
                : translate(`accueil.privacy.marks.${kind}`, { until: format.day(until) })
            }
          />
        </Stack>
        <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{reason}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('added', { name: author, at: format.moment(createdAt) })}
          {endedAt !== null && ` · ${t('ended', { name: endedBy ?? '', at: format.moment(endedAt) })}`}
          <RequestLink id={requestId} />
        </Typography>
      </Stack>
      {!isOver && (
        <ConfirmButton
          text={t('end')}
          label={t('endThis', { id: entryId })}
          title={t('endTitle', { id: entryId })}
          content={t(`endContent.${kind}`)}
          done="accueil.privacy.holds.endDone"
          onConfirm={() => request('POST /desk/privacy/holds/:id/end', { id })}
        />
      )}
    </>
  );
}
