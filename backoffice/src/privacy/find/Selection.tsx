import { Button, Card, CardContent, Stack, Typography } from '@mui/material';
import { useNavigate, useSearchParams } from 'react-router';
import { counted } from '../../../../server/src/french/dates.ts';
import type { Trace } from '../../api/privacy-responses.ts';
import { useAct } from '../../ui/use-act.ts';
import { HoldButton } from '../acts/HoldButton.tsx';
import { addFound, RequestButton } from '../acts/RequestButton.tsx';
import { criteriaOf, type Finding } from './use-finding.ts';

interface Props {
  readonly finding: Finding;
  readonly traces: readonly Trace[];
}

/** What can be done with the chosen entries. */
export function Selection({ finding, traces }: Props) {
  const navigate = useNavigate();
  const { act, isBusy } = useAct();
  const [search] = useSearchParams();
  const chosen = traces.filter(finding.isChosen);
  const isNone = chosen.length === 0;
  const entries = chosen.map(({ id: entryId, person }) => ({
    entryId,
    ...(person !== null && { people: [person] }),
  }));
  const found = { entries, criteria: criteriaOf(finding) };
  // The page was opened from a request: what is found belongs to it.
  const requestId = Number(search.get('request') ?? 0);

  return (
    <Card component="section" aria-label="Sélection" sx={{ mb: 2 }}>
      <CardContent sx={{ '&:last-child': { pb: 2 } }}>
        {traces.length > 0 && (
          <Typography aria-live="polite" sx={{ mb: 1 }}>
            {isNone
              ? 'Aucune fiche choisie. Cochez celles de la personne.'
              : counted(chosen.length, 'fiche choisie', 'fiches choisies')}
          </Typography>
        )}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {requestId > 0 ? (
            <Button
              variant="contained"
              loading={isBusy}
              onClick={() =>
                act(async () => {
                  await addFound(requestId, found);
                  await navigate(`/privacy/requests/${requestId}`);
                }, 'Fiches ajoutées à la demande.')
              }
            >
              {isNone
                ? `Noter la recherche dans la demande n° ${requestId}`
                : `Ajouter à la demande n° ${requestId}`}
            </Button>
          ) : (
            <RequestButton text="Ouvrir une demande" variant="contained" found={found} />
          )}
          <HoldButton
            text="Geler"
            disabled={entries.length === 0}
            entryIds={entries.map(({ entryId }) => entryId)}
            {...(requestId > 0 && { requestId })}
            onDone={() => void finding.again()}
          />
        </Stack>
        {requestId === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            Tout effacement et tout export se font depuis une demande, une fois l’identité vérifiée : ce qui
            est fait y est noté, jusqu’à la preuve.
          </Typography>
        )}
      </CardContent>
    </Card>
  );
}
