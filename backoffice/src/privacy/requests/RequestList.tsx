import Add from '@mui/icons-material/Add';
import { useState } from 'react';
import { channelNames, decisionNames, requestKindNames } from '../../../../server/src/french/labels.ts';
import type { RequestSummary } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { RowList } from '../../ui/RowList.tsx';
import { Row } from '../../ui/Rows.tsx';
import { Toggles } from '../../ui/Toggles.tsx';
import { RequestButton } from '../acts/RequestButton.tsx';
import { DueChip } from './DueChip.tsx';

/** The requests of persons: the open ones, soonest due first, or the closed ones. */
export function RequestList() {
  const t = textsOf('privacy.requests');
  const [state, setState] = useState<'open' | 'closed'>('open');
  return (
    <RowList
      title={t('title')}
      act={<RequestButton text={t('add')} variant="contained" startIcon={<Add />} />}
      intro={
        <Toggles
          label={t('which')}
          values={['open', 'closed'] as const}
          textOf={t}
          value={state}
          onChange={setState}
        />
      }
      none={t(state === 'open' ? 'noneOpen' : 'noneClosed')}
      {...useRead('GET /desk/privacy/requests', { state })}
    >
      {(request) => <RequestRow request={request} />}
    </RowList>
  );
}

export function RequestRow({ request }: { readonly request: RequestSummary }) {
  const t = textsOf('privacy.request');
  const { id, kind, person, represented, receivedOn, channel, decision } = request;
  return (
    <Row
      name={t('named', { id, kind: requestKindNames[kind] })}
      to={`/privacy/requests/${id}`}
      said={person}
      notes={[
        represented !== null && t('asksFor', { represented }),
        format.dotted(
          t('received', { day: format.day(receivedOn), channel: channelNames[channel] }),
          decision !== null && decisionNames[decision],
        ),
      ]}
      acts={<DueChip request={request} />}
    />
  );
}
