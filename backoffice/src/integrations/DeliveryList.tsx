import ArrowBack from '@mui/icons-material/ArrowBack';
import { Alert, Button, Chip, Link as MuiLink, Stack, Typography } from '@mui/material';
import { Fragment, useState } from 'react';
import { DateTimeInput, required, SelectInput, TextInput } from 'react-admin';
import { Link, useParams } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import { eventNames } from '../../../server/src/french/labels.ts';
import { refusalText } from '../../../server/src/french/refusals.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Delivery, DeliveryDetail } from '../api/responses.ts';
import { choicesIn } from '../i18n/choices.ts';
import { format, plural } from '../i18n/format.ts';
import { Facts, TextBlock } from '../ui/Facts.tsx';
import { ActButton, FormDialog } from '../ui/forms.tsx';
import { AdminList, Row, Rows } from '../ui/Rows.tsx';
import { SectionCard, SectionHead } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const stateTexts: Readonly<Record<Delivery['state'], string>> = {
  pending: 'En attente',
  held: 'Retenu',
  delivered: 'Livré',
  failed: 'En échec',
};

/** Deliveries of events, newest first. */
export function DeliveryList() {
  const endpoints = useRead('GET /desk/endpoints').data?.data ?? [];
  const [isResending, setResending] = useState(false);
  return (
    <>
      <SectionHead title="Envois aux sites">
        <Button onClick={() => setResending(true)}>Renvoyer tous les échecs depuis…</Button>
      </SectionHead>
      <AdminList<Delivery>
        resource="deliveries"
        one="envoi"
        none="Aucun envoi ne correspond. Les sites sont informés quand vous traitez leurs demandes."
        filters={[
          <SelectInput key="state" source="state" label="État" choices={choicesIn(stateTexts)} alwaysOn />,
          <SelectInput
            key="endpointId"
            source="endpointId"
            label="Webhook"
            choices={endpoints.map(({ id, caller, url }) => ({ id, name: `${caller} (${url})` }))}
            translateChoice={false}
            sx={{ minWidth: 240, maxWidth: 320 }}
            alwaysOn
          />,
          <TextInput
            key="customId"
            source="customId"
            label="Référence du site (customId)"
            slotProps={{ htmlInput: { maxLength: 255 } }}
            alwaysOn
          />,
        ]}
      >
        {(delivery) => <DeliveryRow delivery={delivery} />}
      </AdminList>
      {isResending && <ResendFailedDialog onClose={() => setResending(false)} />}
    </>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { id, event, state, caller, createdAt, entryId, customId, attempts, nextAt } = delivery;
  return (
    <Row
      name={eventNames[event]}
      to={`/integrations/deliveries/${id}`}
      marks={<DeliveryState state={state} />}
      notes={[
        format.dotted(
          caller,
          `écrit le ${format.moment(createdAt)}`,
          counted(attempts, 'essai'),
          nextAt !== null && `prochain essai le ${format.moment(nextAt)}`,
        ),
        entryId !== null && (
          <Fragment key="entry">
            <MuiLink component={Link} to={`/leads/${entryId}`}>
              {`Fiche n° ${entryId}`}
            </MuiLink>
            {customId !== null && ` · ${customId}`}
          </Fragment>
        ),
      ]}
    />
  );
}

const colors = { pending: 'info', held: 'warning', delivered: 'success', failed: 'error' } as const;

function DeliveryState({ state }: { readonly state: Delivery['state'] }) {
  return <Chip size="small" variant="outlined" color={colors[state]} label={stateTexts[state]} />;
}

interface Counted {
  readonly since: string;
  readonly count: number;
}

/** Resends every delivery that failed since a moment, after showing how many there are. */
function ResendFailedDialog({ onClose }: { readonly onClose: () => void }) {
  const [counted, setCounted] = useState<Counted>();

  async function send(since: string) {
    const body = { since, dryRun: counted?.since !== since };
    const answer = await request('POST /desk/deliveries/resend', body);
    setCounted({ since, ...answer });
    return !body.dryRun && answer;
  }

  const count = counted?.count ?? 0;
  const isSure = counted !== undefined && counted.count > 0;
  return (
    <FormDialog
      title="Renvoyer tous les échecs depuis…"
      submit={
        isSure
          ? plural(count, 'Renvoyer cet envoi', `Renvoyer ces ${format.number(count)} envois`)
          : 'Compter'
      }
      onClose={onClose}
      send={({ since }) => send(new Date(since).toISOString())}
      done={(sent) =>
        `${format.number(sent.count)} ${plural(sent.count, 'envoi repart', 'envois repartent')}.`
      }
    >
      <DateTimeInput
        source="since"
        label="Depuis le"
        validate={required()}
        onChange={() => setCounted(undefined)}
      />
      {counted !== undefined && (
        <Alert severity={isSure ? 'info' : 'success'} role="status">
          {counted.count === 0
            ? 'Aucun envoi en échec depuis ce moment.'
            : `${format.number(count)} ${plural(count, 'envoi')} en échec depuis ce moment.`}
        </Alert>
      )}
    </FormDialog>
  );
}

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

/** The service's English causes, and what they are in French. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^It was switched off by hand$/, 'Suspendu à la main.'],
  [/answered 410: it wants no more events$/, 'Le destinataire a répondu 410 : il ne veut plus d’événements.'],
  [
    /^The receiver answered (?<status>\d+): redirects are not followed$/,
    'Le destinataire a répondu $<status> : les redirections ne sont pas suivies.',
  ],
  [/^The receiver answered (?<status>\d+)$/, 'Le destinataire a répondu $<status>.'],
  [/^The connection was refused$/, 'La connexion a été refusée.'],
  [/^The connection was (?:reset|closed) before/, 'La connexion a été coupée avant la fin de la réponse.'],
  [
    /^The answer was shorter or longer than it said$/,
    'La connexion a été coupée avant la fin de la réponse.',
  ],
  [/^No connection could be made in time$/, 'Aucune connexion n’a pu être établie à temps.'],
  [/^The name of the receiver/, 'Le nom du destinataire est introuvable.'],
  [/^The receiver can’t be reached from here$/, 'Le destinataire n’est pas joignable d’ici.'],
  [
    /^The certificate of the receiver|^The receiver does not send the intermediate/,
    'Le certificat du destinataire n’est pas valable.',
  ],
  [/^No TLS connection/, 'Aucune connexion chiffrée n’a pu être établie.'],
  [/^The answer is not HTTP$/, 'La réponse n’est pas du HTTP.'],
  [/^The sender was stopped/, 'Le service s’est arrêté avant la fin de la réponse.'],
  [/^There was no answer$/, 'Il n’y a pas eu de réponse.'],
];
const failing = /^It has failed for (?<days>\d+) days; the last time: (?<last>.*)$/s;

/** Translates a cause of failure; an unknown one stays as it is. */
export function causeText(cause: string): string {
  const long = failing.exec(cause)?.groups;
  if (long !== undefined)
    return `En échec depuis ${long.days} jours ; la dernière fois : ${causeText(long.last ?? '')}`;
  for (const [pattern, french] of known) {
    const [found] = pattern.exec(cause) ?? [];
    if (found !== undefined) return found.replace(pattern, french);
  }
  return refusalText(cause) ?? cause;
}
