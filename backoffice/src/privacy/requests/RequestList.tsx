import Add from '@mui/icons-material/Add';
import { Chip, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import { channelNames, decisionNames, requestKindNames } from '../../../../server/src/french/labels.ts';
import type { PrivacyRequest, RequestSummary } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { daysBetween, today } from '../../i18n/days.ts';
import { format, plural } from '../../i18n/format.ts';
import { Row, RowList } from '../../ui/Rows.tsx';
import { RequestButton } from '../acts/RequestButton.tsx';

/** The requests of persons: the open ones, soonest due first, or the closed ones. */
export function RequestList() {
  const [state, setState] = useState<'open' | 'closed'>('open');
  return (
    <RowList
      title="Demandes de droits"
      act={<RequestButton text="Nouvelle demande de droits" variant="contained" startIcon={<Add />} />}
      intro={
        <ToggleButtonGroup aria-label="Demandes montrées" value={state}>
          <ToggleButton value="open" onClick={() => setState('open')}>
            À traiter
          </ToggleButton>
          <ToggleButton value="closed" onClick={() => setState('closed')}>
            Closes
          </ToggleButton>
        </ToggleButtonGroup>
      }
      none={state === 'open' ? 'Aucune demande de droits à traiter.' : 'Aucune demande de droits close.'}
      {...useRead('GET /desk/privacy/requests', { state })}
    >
      {(request) => <RequestRow request={request} />}
    </RowList>
  );
}

function RequestRow({ request }: { readonly request: RequestSummary }) {
  const { id, kind, person, represented, receivedOn, channel, decision } = request;
  return (
    <Row
      name={`Demande de droits n° ${id} : ${requestKindNames[kind]}`}
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

/** A request that is due within so many days is urgent. */
const urgentDays = 7;

/** When a request is due, in red within seven days; when it was closed. */
export function DueChip({ request }: { readonly request: Pick<PrivacyRequest, 'dueOn' | 'closedAt'> }) {
  const { dueOn, closedAt } = request;
  if (closedAt !== null)
    return <Chip size="small" variant="outlined" label={`Close le ${format.moment(closedAt)}`} />;
  const left = daysBetween(today(), dueOn);
  const isUrgent = left <= urgentDays;
  const day = format.day(dueOn);
  return (
    <Chip
      size="small"
      color={isUrgent ? 'error' : 'default'}
      variant={isUrgent ? 'filled' : 'outlined'}
      label={
        left < 0
          ? `En retard ${plural(-left, 'd’un jour', `de ${-left} jours`)} (${day})`
          : left === 0
            ? 'À répondre aujourd’hui'
            : `À répondre au plus tard le ${day} (${plural(left, 'demain', `${left} jours`)})`
      }
    />
  );
}
