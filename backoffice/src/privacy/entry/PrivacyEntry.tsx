import ArrowBack from '@mui/icons-material/ArrowBack';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { PrivacyRequest, Told } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import type { EntryDetail, Relation } from '../../api/responses.ts';
import { namesOf, personFields } from '../../entries/detail/entry-fields.ts';
import { ExtraFacts, FieldFacts } from '../../entries/detail/FieldFacts.tsx';
import { HistoryLines } from '../../entries/detail/History.tsx';
import { PrivacyChips } from '../../entries/detail/StateChip.tsx';
import { nameOf } from '../../entries/detail/value-text.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { HoldButton } from '../acts/HoldButton.tsx';
import { About, Actions, RelationFacts, ToldNotice } from './EntryFacts.tsx';
import { RectifyButton } from './RectifyButton.tsx';

/** An entry as the data protection officer sees it: everything that is stored, and the acts of a right. */
export function PrivacyEntry() {
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const requestId = Number(search.get('request') ?? 0);
  return (
    <>
      <Button startIcon={<ArrowBack />} onClick={() => void navigate(-1)} sx={{ mb: 1 }}>
        Retour
      </Button>
      <WhenLoaded {...useRead('GET /desk/privacy/entries/:id', { id: Number(id) })}>
        {(entry) =>
          requestId > 0 ? (
            <EntryForRequest entry={entry} requestId={requestId} />
          ) : (
            <EntryParts entry={entry} />
          )
        }
      </WhenLoaded>
    </>
  );
}

interface Props {
  readonly entry: EntryDetail;
  readonly request?: PrivacyRequest;
}

/** The page was opened from a request: what is done here is done for it. */
function EntryForRequest({ entry, requestId }: Pick<Props, 'entry'> & { readonly requestId: number }) {
  return (
    <WhenLoaded {...useRead('GET /desk/privacy/requests/:id', { id: requestId })}>
      {(request) => <EntryParts entry={entry} request={request} />}
    </WhenLoaded>
  );
}

function EntryParts({ entry, request }: Props) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [told, setTold] = useState<readonly Told[]>();
  const removed = search.get('without');
  const forRequest = request && { requestId: request.id };
  const { id, kind, fields, extra, relations, actions, history, file, objection } = entry;
  const shown = new Set(namesOf(personFields[kind]));
  const others = Object.entries(fields).filter(([name]) => !shown.has(name));

  return (
    <Stack spacing={2}>
      <SectionCard
        title={`Fiche n° ${id}`}
        head={entry.name ?? 'Sans nom'}
        act={
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <PrivacyChips entry={entry} />
          </Stack>
        }
      >
        <About entry={entry} />
        {told !== undefined && <ToldNotice told={told} />}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
          <RectifyButton text="Corriger" entry={entry} request={request} onTold={setTold} />
          <HoldButton text="Geler" entryIds={[id]} {...forRequest} />
        </Stack>
      </SectionCard>
      <SectionCard title="Personne et champs de la fiche">
        <FieldFacts fields={personFields[kind]} values={fields} objection={objection} />
        <ExtraFacts extra={{ ...Object.fromEntries(others), ...extra }} />
        {file !== null && (
          <Button
            variant="outlined"
            startIcon={<DownloadOutlined />}
            href={`/desk/privacy/entries/${id}/file`}
            download
            sx={{ mt: 1, overflowWrap: 'anywhere' }}
          >
            {`CV : ${file.name}`}
          </Button>
        )}
      </SectionCard>
      {relations.filter(isFilled).map((relation) => {
        const called = nameOf(relation.fields) || `Personne ${relation.position + 1}`;
        return (
          <SectionCard key={relation.position} title={`Proche : ${called}`}>
            <RelationFacts relation={relation} />
            <RectifyButton
              size="small"
              sx={{ mt: 1 }}
              text="Retirer cette personne"
              label={`Retirer cette personne : ${called}`}
              entry={entry}
              request={request}
              without={relation.position}
              startsOpen={removed === String(relation.position)}
              // The request goes on; its proof says who was told.
              onTold={removed === null ? setTold : () => void navigate(-1)}
            />
          </SectionCard>
        );
      })}
      {actions.length > 0 && (
        <SectionCard title="Actions et notes">
          <Actions actions={actions} />
        </SectionCard>
      )}
      {entry.orientation !== null && (
        <SectionCard title="Message du partenaire">
          <ExtraFacts extra={entry.orientation.message} />
        </SectionCard>
      )}
      {history.length > 0 && (
        <SectionCard title="Historique">
          <HistoryLines lines={history} known={entry} />
        </SectionCard>
      )}
    </Stack>
  );
}

/** Of one who was removed only the position is left. */
const isFilled = ({ fields, extra }: Relation) => Object.keys({ ...fields, ...extra }).length > 0;
