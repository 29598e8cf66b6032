import Add from '@mui/icons-material/Add';
import { Box, Link as MuiLink, Typography } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';
import { channelNames, decisionNames, requestKindNames } from '../../../../server/src/french/labels.ts';
import type { RequestSummary } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { RowList } from '../../ui/RowList.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { Toggles } from '../../ui/Toggles.tsx';
import { RequestButton } from '../acts/RequestButton.tsx';
import { DueChip } from './DueChip.tsx';

/** The requests of persons: the open ones, soonest due first, or the closed ones. */
export function RequestList() {
  const t = textsOf('privacy.requests');
  const [state, setState] = useState<'open' | 'closed'>('open');
  return (
    <>
      <SectionHead title={t('title')}>
        <RequestButton text={t('add')} variant="contained" startIcon={<Add />} />
      </SectionHead>
      <Toggles
        label={t('which')}
        values={['open', 'closed'] as const}
        textOf={t}
        value={state}
        onChange={setState}
        sx={{ mb: 2 }}
      />
      <RowList
        none={t(state === 'open' ? 'noneOpen' : 'noneClosed')}
        {...useRead('GET /desk/privacy/requests', { state })}
      >
        {(request) => <RequestRow request={request} />}
      </RowList>
    </>
  );
}

/** A request in a list. */
export function RequestRow({ request }: { readonly request: RequestSummary }) {
  const t = textsOf('privacy.request');
  const { id, kind, person, represented, receivedOn, channel, decision } = request;
  return (
    <>
      <Box sx={{ minWidth: 0, flex: '1 1 260px' }}>
        <MuiLink component={Link} to={`/privacy/requests/${id}`} sx={{ fontWeight: 600 }}>
          {t('named', { id, kind: requestKindNames[kind] })}
        </MuiLink>
        <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{person}</Typography>
        {represented !== null && (
          <Typography sx={{ overflowWrap: 'anywhere' }}>{t('asksFor', { represented })}</Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          {format.dotted(
            t('received', { day: format.day(receivedOn), channel: channelNames[channel] }),
            decision !== null && decisionNames[decision],
          )}
        </Typography>
      </Box>
      <DueChip request={request} />
    </>
  );
}
