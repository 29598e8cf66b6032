import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import {
  DateInput,
  FormDataConsumer,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin';
import { channelNames, decisionNames, identityKindNames } from '../../../../server/src/french/labels.ts';
import { request } from '../../api/client.ts';
import type { AnswerChannel, Decision, IdentityKind, PrivacyRequest } from '../../api/privacy-responses.ts';
import type { InputOf } from '../../api/routes.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { type FormValues, SendForm } from '../../ui/SendForm.tsx';

interface Props {
  readonly request: PrivacyRequest;
}

const { other: _, ...answerChannels } = channelNames;
const needsWords: ReadonlySet<string | null> = new Set(['other', 'failed']);

/** How the identity of the person who asks was checked, and by what paper they act for another. */
export function IdentityCard({ request: stored }: Props) {
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
export function DecisionCard({ request: stored }: Props) {
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
export function AnswerCard({ request: stored }: Props) {
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

interface FormProps extends Props {
  readonly values: FormValues;
  /** Whether the step was saved before. */
  readonly isSaved?: boolean;
  readonly submit: string;
  readonly toBody: (typed: FormValues) => Omit<InputOf<'PATCH /desk/privacy/requests/:id'>, 'id'>;
  /** Notified when it has succeeded. */
  readonly done?: string;
  readonly children: ReactNode;
}

function StepForm({ request: { id }, isSaved = false, submit, toBody, ...form }: FormProps) {
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
