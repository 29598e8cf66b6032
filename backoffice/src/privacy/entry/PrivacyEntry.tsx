import ArrowBack from '@mui/icons-material/ArrowBack';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Alert, AlertTitle, Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { eventNames, kindNames } from '../../../../server/src/french/labels.ts';
import type { PrivacyRequest, Told } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { PrivacyChips } from '../../entries/detail/EntryHead.tsx';
import { ExtraFacts } from '../../entries/detail/FieldFacts.tsx';
import { HistoryLines } from '../../entries/detail/History.tsx';
import { format } from '../../i18n/format.ts';
import { Facts } from '../../ui/Facts.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { HoldButton } from '../acts/HoldButton.tsx';
import { useResidenceName } from '../acts/names.tsx';
import { isKnown, type Part, partsOf } from './parts.ts';
import { PartFacts, RectifyButton } from './RectifyButton.tsx';

/** An entry as the data protection officer sees it: everything that is stored, and the acts of a right. */
export function PrivacyEntry() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const goBack = useBack();
  // Where the page was opened from a request, what is done here is done for it.
  const requestId = Number(search.get('request') ?? 0);
  const { data: entry, error } = useRead('GET /desk/privacy/entries/:id', { id: Number(id) });
  const asked = useRead('GET /desk/privacy/requests/:id', { id: requestId }, { enabled: requestId > 0 });
  const isRead = entry !== undefined && (requestId === 0 || asked.data !== undefined);
  return (
    <>
      <Button startIcon={<ArrowBack />} onClick={goBack} sx={{ mb: 1 }}>
        Retour
      </Button>
      <WhenLoaded data={isRead ? { entry, request: asked.data } : undefined} error={error ?? asked.error}>
        {(read) => <EntryParts {...read} />}
      </WhenLoaded>
    </>
  );
}

/** Back to where the page was opened; in a new tab to its request, or to the search. */
function useBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const [search] = useSearchParams();
  const requestId = search.get('request');
  const above = requestId === null ? '/privacy' : `/privacy/requests/${requestId}`;
  return () => void (key === 'default' ? navigate(above) : navigate(-1));
}

interface PartsProps {
  readonly entry: EntryDetail;
  readonly request: PrivacyRequest | undefined;
}

const buttons = { flexWrap: 'wrap', alignItems: 'center', gap: 1 } as const;

function EntryParts({ entry, request }: PartsProps) {
  const goBack = useBack();
  const [search] = useSearchParams();
  const [told, setTold] = useState<readonly Told[]>();
  const removed = search.get('without');
  const { id, file, history, orientation } = entry;
  const parts = partsOf(entry);
  const actions = parts.filter(({ place }) => place === 'actions');
  const shown = parts.filter((part) => part.place !== 'actions' && isKnown(part));
  const common = { entry, request, size: 'small' } as const;
  const rectify = (part: Part) => (
    <RectifyButton
      {...common}
      text="Corriger"
      label={`Corriger : ${part.title}`}
      parts={[part]}
      onTold={setTold}
    />
  );
  const remove = (part: Part) => (
    <RectifyButton
      {...common}
      text="Retirer cette personne"
      label={`${part.title}, retirer cette personne`}
      parts={parts}
      without={part}
      startsOpen={removed === String(part.position)}
      // The request goes on; its proof says who was told.
      onTold={removed === null ? setTold : goBack}
    />
  );
  return (
    <Stack spacing={2}>
      <SectionCard
        title={`Fiche n° ${id}`}
        head={entry.name ?? 'Sans nom'}
        act={
          <Stack direction="row" sx={buttons}>
            <PrivacyChips entry={entry} />
            {file !== null && (
              <Button
                size="small"
                variant="outlined"
                startIcon={<DownloadOutlined />}
                href={`/desk/privacy/entries/${id}/file`}
                download
                sx={{ overflowWrap: 'anywhere' }}
              >
                {`CV : ${file.name}`}
              </Button>
            )}
            <HoldButton
              text="Geler"
              size="small"
              variant="outlined"
              entryIds={[id]}
              {...(request && { requestId: request.id })}
            />
          </Stack>
        }
      >
        <About entry={entry} />
        {told !== undefined && <ToldNotice told={told} />}
      </SectionCard>
      {shown.map((part) => (
        <SectionCard
          key={`${part.place} ${part.position}`}
          title={part.title}
          act={
            <Stack direction="row" sx={buttons}>
              {part.place === 'relations' && remove(part)}
              {rectify(part)}
            </Stack>
          }
        >
          <PartFacts part={part} />
        </SectionCard>
      ))}
      {actions.length > 0 && (
        <SectionCard title="Actions et notes">
          {actions.map((part) => (
            <Box key={part.position} sx={{ py: 0.5 }}>
              <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
                <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                  {part.title}
                </Typography>
                {isKnown(part) && rectify(part)}
              </Stack>
              <PartFacts part={part} />
            </Box>
          ))}
        </SectionCard>
      )}
      {orientation !== null && (
        <SectionCard title="Message du partenaire">
          <ExtraFacts extra={orientation.message} />
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

function About({ entry }: { readonly entry: EntryDetail }) {
  const residence = useResidenceName();
  const { id, kind, establishmentId, receivedAt, customId, caller, partner, partnerid, gclid } = entry;
  return (
    <Facts
      inLines
      facts={[
        ['Numéro', String(id)],
        ['Nature', kindNames[kind]],
        ['Résidence', residence(establishmentId)],
        ['Reçue le', format.moment(receivedAt)],
        ['Envoyée par', caller?.name],
        ['Référence du site', customId ?? undefined],
        ['Partenaire', partner?.name],
        ['Numéro du partenaire', partnerid ?? undefined],
        ['Identifiant de clic publicitaire', gclid ?? undefined],
      ]}
    />
  );
}

/** Who was told the data before it was corrected. */
function ToldNotice({ told }: { readonly told: readonly Told[] }) {
  if (told.length === 0)
    return (
      <Alert severity="info" sx={{ mt: 1 }}>
        L’ancienne valeur n’avait été envoyée à aucun site.
      </Alert>
    );
  return (
    <Alert severity="info" sx={{ mt: 1 }}>
      <AlertTitle>À prévenir : ils avaient reçu l’ancienne valeur</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {told.map(({ recipient, event, at }) => (
          <li key={`${recipient} ${event} ${at}`}>
            {format.dotted(recipient, event && (eventNames[event] ?? event), format.moment(at))}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
