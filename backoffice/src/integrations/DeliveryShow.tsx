import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button, Link as MuiLink, Stack, Typography } from '@mui/material';
import { Link, useParams } from 'react-router';
import { eventNames } from '../../../server/src/french/labels.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Delivery, DeliveryDetail } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { TextBlock } from '../ui/TextBlock.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { causeText } from './cause-text.ts';
import { DeliveryState } from './DeliveryList.tsx';

export function DeliveryShow() {
  const { id = '' } = useParams();
  return (
    <>
      <Button component={Link} to="/integrations/deliveries" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        Tous les envois
      </Button>
      <WhenLoaded {...useRead('GET /desk/deliveries/:id', { id: Number(id) })}>
        {(delivery) => (
          <Stack spacing={2}>
            <SectionCard
              title={`Envoi n° ${delivery.id}`}
              act={
                <ActButton
                  text="Renvoyer"
                  done="L’envoi repart."
                  variant="contained"
                  onAct={() => request('POST /desk/deliveries/:id/resend', { id: delivery.id })}
                />
              }
            >
              <DeliveryFacts delivery={delivery} />
            </SectionCard>
            <SectionCard title="Tous les essais">
              <AttemptList attempts={delivery.log} />
            </SectionCard>
            <SectionCard title="Contenu signé">
              <TextBlock text={pretty(delivery.body)} />
            </SectionCard>
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}

/** Indents JSON; returns any other text unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { event, state, caller, url, entryId, customId, sequence, attempts, webhookId } = delivery;
  const moment = (at: string | null) => (at === null ? undefined : format.moment(at));
  return (
    <Facts
      facts={[
        ['Événement', eventNames[event]],
        ['État', <DeliveryState key="state" state={state} />],
        ['Site ou prestataire', caller],
        ['Adresse', url],
        [
          'Fiche',
          entryId === null ? undefined : (
            <MuiLink key="entry" component={Link} to={`/leads/${entryId}`}>
              {entryId}
            </MuiLink>
          ),
        ],
        ['Référence du site (customId)', customId ?? undefined],
        ['Écrit le', moment(delivery.createdAt)],
        ['Prochain essai', moment(delivery.nextAt)],
        ['Terminé le', moment(delivery.finishedAt)],
        ['Essais', format.number(attempts)],
        ['Numéro d’ordre', format.number(sequence)],
        ['Identifiant (webhook-id)', webhookId],
      ]}
    />
  );
}

/** The attempts of a delivery with the responses, oldest first. */
function AttemptList({ attempts }: { readonly attempts: DeliveryDetail['log'] }) {
  if (attempts.length === 0)
    return <Typography color="textSecondary">Aucun essai pour l’instant.</Typography>;
  return (
    <Rows of={attempts.map((attempt) => ({ id: `${attempt.at} ${attempt.ms}`, attempt }))}>
      {({ attempt: { at, status, ms, cause, answer } }) => (
        <Row
          name={format.dotted(
            format.moment(at),
            status === null ? 'sans réponse' : `réponse ${status}`,
            `${format.number(ms)} ms`,
          )}
        >
          <Typography color={cause === null ? 'success' : 'error'}>
            {cause === null ? 'Livré' : causeText(cause)}
          </Typography>
          {answer !== '' && (
            <>
              <Typography variant="body2" color="textSecondary">
                Début de la réponse
              </Typography>
              <TextBlock text={answer} />
            </>
          )}
        </Row>
      )}
    </Rows>
  );
}
