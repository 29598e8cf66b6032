import Add from '@mui/icons-material/Add';
import { useState } from 'react';
import { channelNames, decisionNames, requestKindNames } from '../../../../server/src/french/labels.ts';
import type { RequestSummary } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { RowList } from '../../ui/RowList.tsx';
import { Row } from '../../ui/Rows.tsx';
import { Toggles } from '../../ui/Toggles.tsx';
import { RequestButton } from '../acts/RequestButton.tsx';
import { DueChip } from './DueChip.tsx';

/** The requests of persons: the open ones, soonest due first, or the closed ones. */
export function RequestList() {
  const [state, setState] = useState<'open' | 'closed'>('open');
  return (
    <RowList
      title="Demandes d’exercice de droits"
      act={<RequestButton text="Nouvelle demande de droits" variant="contained" startIcon={<Add />} />}
      intro={
        <Toggles
          label="Demandes montrées"
          values={['open', 'closed'] as const}
          textOf={(one) => (one === 'open' ? 'À traiter' : 'Closes')}
          value={state}
          onChange={setState}
        />
      }
      none={state === 'open' ? 'Aucune demande à traiter.' : 'Aucune demande close.'}
      {...useRead('GET /desk/privacy/requests', { state })}
    >
      {(request) => <RequestRow request={request} />}
    </RowList>
  );
}

export function RequestRow({ request }: { readonly request: RequestSummary }) {
  const { id, kind, person, represented, receivedOn, channel, decision } = request;
  return (
    <Row
      name={`Demande n° ${id} : ${requestKindNames[kind]}`}
      to={`/privacy/requests/${id}`}
      said={person}
      notes={[
        represented !== null && `Pour : ${represented}`,
        format.dotted(
          `Reçue le ${format.day(receivedOn)} (${channelNames[channel]})`,
          decision !== null && decisionNames[decision],
        ),
      ]}
      acts={<DueChip request={request} />}
    />
  );
}
