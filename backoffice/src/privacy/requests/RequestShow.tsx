import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, Button, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import {
  DateInput,
  FormDataConsumer,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin';
import { Link, useParams } from 'react-router';
import {
  askerNames,
  channelNames,
  decisionNames,
  identityKindNames,
  requestKindNames,
} from '../../../../server/src/french/labels.ts';
import { request } from '../../api/client.ts';
import type { AnswerChannel, Decision, IdentityKind, PrivacyRequest } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import type { InputOf } from '../../api/routes.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { type FormValues, SendForm } from '../../ui/SendForm.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { EntriesCard } from './EntriesCard.tsx';
import { DueChip } from './RequestList.tsx';

const letterTexts = {
  answer: 'Lettre : réponse',
  receipt: 'Lettre : accusé de réception',
  nothing: 'Lettre : rien trouvé',
  extension: 'Lettre : prolongation',
  refusal: 'Lettre : refus',
};

export function RequestShow() {
  const { id = '' } = useParams();
  return (
    <>
      <Button component={Link} to="/privacy/requests" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        Toutes les demandes
      </Button>
      <WhenLoaded {...useRead('GET /desk/privacy/requests/:id', { id: Number(id) })}>
        {(request) => (
          <Stack spacing={2}>
            <ReceivedCard request={request} />
            {request.asker !== 'controller' && <IdentityCard request={request} />}
            <EntriesCard request={request} />
            <DecisionCard request={request} />
            <AnswerCard request={request} />
            <StepList steps={request.steps} />
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}

function ReceivedCard({ request: received }: { readonly request: PrivacyRequest }) {
  const { id, kind, asker, person, represented, receivedOn, channel, extensionReason, closedAt } = received;
  const pages = [
    ...received.letters.map((letter) => ({ path: `letters/${letter}`, text: letterTexts[letter] })),
    ...(closedAt === null ? [] : [{ path: 'proof.html', text: 'Voir la preuve' }]),
  ];
  return (
    <SectionCard title={`Demande n° ${id} : ${requestKindNames[kind]}`} act={<DueChip request={received} />}>
      <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{person}</Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {format.dotted(askerNames[asker], represented !== null && `Pour : ${represented}`)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {`Reçue le ${format.day(receivedOn)} (${channelNames[channel]})`}
      </Typography>
      {extensionReason !== null && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {`Délai prolongé de deux mois : ${extensionReason}`}
        </Typography>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, '&:not(:empty)': { mt: 1.5 } }}>
        {pages.map(({ path, text }) => (
          <Button
            key={path}
            variant="outlined"
            href={`/desk/privacy/requests/${id}/${path}`}
            target="_blank"
            rel="noopener"
          >
            {text}
          </Button>
        ))}
        {closedAt === null && extensionReason === null && (
          <FormButton
            text="Prolonger le délai"
            submit="Prolonger de deux mois"
            send={({ reason }) =>
              request('PATCH /desk/privacy/requests/:id', { id, extensionReason: reason })
            }
            done="Enregistré."
          >
            <TextInput
              source="reason"
              label="Raison"
              helperText="Une seule fois. La personne doit être informée de la prolongation et de sa raison dans le premier mois."
              multiline
              validate={required()}
            />
          </FormButton>
        )}
      </Stack>
    </SectionCard>
  );
}

interface StepProps {
  readonly request: PrivacyRequest;
}

const { other: _, ...answerChannels } = channelNames;
const needsWords: ReadonlySet<string | null> = new Set(['other', 'failed']);

/** How the identity of the person who asks was checked, and by what paper they act for another. */
function IdentityCard({ request: stored }: StepProps) {
  const { identityKind, identityCheck, authority, represented, closedAt } = stored;
  return (
    <SectionCard title="Identité">
      {closedAt === null ? (
        <StepForm
          request={stored}
          values={{ identityKind, identityCheck, authority }}
          isSaved={identityKind !== null}
          submit="Enregistrer la vérification"
          toBody={(typed) => ({
            identityKind: typed.identityKind,
            ...(typed.identityCheck && { identityCheck: typed.identityCheck }),
            ...(typed.authority && { authority: typed.authority }),
          })}
        >
          <RadioButtonGroupInput
            source="identityKind"
            label="Comment l’identité a été vérifiée"
            choices={choicesIn<IdentityKind>(identityKindNames)}
            validate={required()}
          />
          <FormDataConsumer>
            {({ formData }) => (
              <TextInput
                source="identityCheck"
                label="En quelques mots"
                helperText="Ne gardez pas de pièce d’identité."
                {...(needsWords.has(formData.identityKind) && { validate: required() })}
              />
            )}
          </FormDataConsumer>
          {represented !== null && (
            <TextInput
              source="authority"
              label="Par quel acte, de quel jour"
              helperText="Sans lui, rien n’est remis ni effacé."
            />
          )}
        </StepForm>
      ) : (
        <Written>
          {format.dotted(
            identityKind === null ? 'Non vérifiée.' : identityKindNames[identityKind],
            identityCheck,
            authority !== null && `Acte : ${authority}`,
          )}
        </Written>
      )}
    </SectionCard>
  );
}

/** The decision with its ground, once something was done or can't be. */
function DecisionCard({ request: stored }: StepProps) {
  const { closedAt, decision, ground, possibleDecisions } = stored;
  return (
    <SectionCard title="Décision">
      {closedAt === null && possibleDecisions.length > 0 ? (
        <StepForm
          request={stored}
          values={{ decision: decision ?? certainDecision(stored), ground }}
          isSaved={decision !== null}
          submit="Enregistrer la décision"
          toBody={(typed) => ({ decision: typed.decision, ...(typed.ground && { ground: typed.ground }) })}
        >
          <RadioButtonGroupInput
            source="decision"
            label="Décision"
            choices={possibleDecisions.map((id) => ({ id, name: decisionNames[id] }))}
            validate={required()}
          />
          <FormDataConsumer>
            {({ formData }) => (
              <TextInput
                source="ground"
                label="Motif"
                helperText="La personne le lira tel quel, et il figure sur la preuve : ne nommez personne. Nécessaire quand tout n’est pas accordé."
                multiline
                {...(needsGround.has(formData.decision) && { validate: required() })}
              />
            )}
          </FormDataConsumer>
        </StepForm>
      ) : (
        <>
          <Typography>
            {decision === null ? 'Après la vérification de l’identité.' : decisionNames[decision]}
          </Typography>
          <Written>{ground}</Written>
        </>
      )}
    </SectionCard>
  );
}

const needsGround: ReadonlySet<Decision | null> = new Set<Decision>(['partial', 'refused']);

/** The decision that follows from what was done: all of it, or a search that found nothing. */
function certainDecision({ id, entries, possibleDecisions }: PrivacyRequest): Decision | null {
  if (possibleDecisions.includes('nothing')) return 'nothing';
  const isWhole = entries.every(
    ({ entry, state, withheld }) =>
      (state === 'done' || entry?.pendingErasure?.requestId === id) && !withheld?.reason,
  );
  return isWhole && possibleDecisions.includes('granted') ? 'granted' : null;
}

/** When and how the person was answered: the last step, which closes the request. */
function AnswerCard({ request: stored }: StepProps) {
  const { id, asker, channel, decision, answeredOn, answerChannel, closedAt, entries } = stored;
  const isPending = entries.some(({ entry }) => entry?.pendingErasure?.requestId === id);
  const isAnswered = asker !== 'controller';
  const answer =
    answeredOn !== null &&
    answerChannel !== null &&
    `Répondu le ${format.day(answeredOn)} (${channelNames[answerChannel]}).`;
  return (
    <SectionCard title="Réponse">
      {closedAt === null && decision !== null && (isAnswered || !isPending) ? (
        <StepForm
          request={stored}
          values={{
            answeredOn: answeredOn ?? today(),
            answerChannel: answerChannel ?? (channel === 'other' ? 'mail' : channel),
          }}
          submit={
            isPending ? 'Noter la réponse' : isAnswered ? 'Noter la réponse et clore' : 'Clore la demande'
          }
          toBody={(typed) => ({
            ...(isAnswered && { answeredOn: typed.answeredOn, answerChannel: typed.answerChannel }),
            ...(!isPending && { close: true as const }),
          })}
          {...(!isPending && { done: 'Demande close.' })}
        >
          {isAnswered && (
            <>
              <DateInput source="answeredOn" label="Répondu le" validate={required()} />
              <SelectInput
                source="answerChannel"
                label="Par"
                choices={choicesIn<AnswerChannel>(answerChannels)}
                validate={required()}
              />
            </>
          )}
          <Typography variant="body2" color="textSecondary">
            {isPending
              ? 'L’effacement est décidé, pas encore fait : la demande se clôt ensuite.'
              : 'Une demande close ne change plus. Sa preuve s’imprime ensuite.'}
          </Typography>
        </StepForm>
      ) : (
        <Typography>
          {answer || (closedAt === null ? 'Après la décision.' : 'Personne n’était à informer.')}
        </Typography>
      )}
    </SectionCard>
  );
}

interface StepFormProps extends StepProps {
  readonly values: FormValues;
  /** Whether the step was saved before. */
  readonly isSaved?: boolean;
  readonly submit: string;
  readonly toBody: (typed: FormValues) => Omit<InputOf<'PATCH /desk/privacy/requests/:id'>, 'id'>;
  /** Notified when it has succeeded. */
  readonly done?: string;
  readonly children: ReactNode;
}

function StepForm({ request: { id }, isSaved = false, submit, toBody, ...form }: StepFormProps) {
  return (
    <SendForm
      done="Enregistré."
      {...form}
      text={submit}
      variant={isSaved ? 'outlined' : 'contained'}
      send={(typed) => request('PATCH /desk/privacy/requests/:id', { id, ...toBody(typed) })}
    />
  );
}

/** What the officer wrote. */
function Written({ children }: { readonly children: ReactNode }) {
  return <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{children}</Typography>;
}

function StepList({ steps }: Pick<PrivacyRequest, 'steps'>) {
  return (
    <SectionCard title="Ce qui a été fait">
      <Box sx={{ mx: -2 }}>
        <Rows of={steps.map((step, id) => ({ id, step }))}>
          {({ step: { at, author, name } }) => (
            <Row name={null} said={name} notes={[format.dotted(format.moment(at), author)]} />
          )}
        </Rows>
      </Box>
    </SectionCard>
  );
}
