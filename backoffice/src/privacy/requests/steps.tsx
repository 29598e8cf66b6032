import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import { Button, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import {
  DateInput,
  FormDataConsumer,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin';
import { channelNames, decisionNames, identityKindNames } from '../../../../server/src/french/labels.ts';
import { request as send } from '../../api/client.ts';
import type { AnswerChannel, IdentityKind, PrivacyRequest } from '../../api/privacy-responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { type FormValues, SendForm } from '../../ui/forms.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';

export interface Step {
  readonly title: string;
  readonly isDone: boolean;
  /** What was written, or what comes first. */
  readonly content: ReactNode;
  /** Instead of it from the turn of the step until it is done; then to change it, as long as the request is open. */
  readonly form?:
    | {
        readonly values: FormValues;
        readonly inputs: (typed: FormValues) => ReactNode;
        readonly submit: string;
        /** Sent besides what was typed. */
        readonly also?: { readonly close: true };
      }
    | false;
}

interface StepProps extends Step {
  readonly request: PrivacyRequest;
}

/** A step of a request: its form when it is its turn, then what was written. */
export function StepCard({ request, title, isDone, content, form }: StepProps) {
  const { id, closedAt } = request;
  const [isEdited, setEdited] = useState(false);
  const isOpen = form && closedAt === null;
  return (
    <SectionCard
      title={title}
      act={
        isDone && (
          <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
            {isOpen && !isEdited && (
              <Button size="small" aria-label={`Modifier : ${title}`} onClick={() => setEdited(true)}>
                Modifier
              </Button>
            )}
            <CheckCircleOutlined color="success" titleAccess="Étape faite" />
          </Stack>
        )
      }
    >
      {isOpen && (isEdited || !isDone) ? (
        <SendForm
          text={form.submit}
          values={form.values}
          done={form.also ? 'Demande close.' : 'Enregistré.'}
          send={async (typed) => {
            const given = Object.fromEntries(
              Object.entries(typed)
                // A field that was emptied is sent as null.
                .filter(([name, value]) => value || form.values[name])
                .map(([name, value]) => [name, value || null]),
            );
            await send('PATCH /desk/privacy/requests/:id', { id, ...given, ...form.also });
            setEdited(false);
          }}
        >
          <FormDataConsumer>
            {({ formData }) => <Stack sx={{ maxWidth: 640 }}>{form.inputs(formData)}</Stack>}
          </FormDataConsumer>
        </SendForm>
      ) : (
        <Typography component="div" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {content}
        </Typography>
      )}
    </SectionCard>
  );
}

/** How the identity of the person who asks was checked, and by what paper they act for another. */
export function identity({ identityKind, identityCheck, authority, represented }: PrivacyRequest): Step {
  return {
    title: 'Identité',
    isDone: identityKind !== null,
    content: format.dotted(
      identityKind === null ? 'Non vérifiée.' : identityKindNames[identityKind],
      identityCheck,
      authority !== null && `Acte : ${authority}`,
    ),
    form: {
      values: { identityKind, identityCheck, authority },
      submit: 'Enregistrer la vérification',
      inputs: (typed) => (
        <>
          <RadioButtonGroupInput
            source="identityKind"
            label="Comment l’identité a été vérifiée"
            choices={choicesIn<IdentityKind>(identityKindNames)}
            validate={required()}
          />
          <TextInput
            source="identityCheck"
            label="En quelques mots"
            helperText="Ne gardez pas de pièce d’identité."
            validate={['other', 'failed'].includes(typed.identityKind) ? required() : undefined}
          />
          {represented !== null && (
            <TextInput
              source="authority"
              label="Par quel acte, de quel jour"
              helperText="Sans lui, rien n’est remis ni effacé."
            />
          )}
        </>
      ),
    },
  };
}

/** The decision with its ground, once something was done or can't be. */
export function decision(request: PrivacyRequest): Step {
  const { id, entries: linked, decision: decided, ground, possibleDecisions } = request;
  // A copy without texts about another person is whole: they were not asked for.
  const isWhole = linked.every(
    ({ entry, state, withheld }) =>
      (state === 'done' || entry?.pendingErasure?.requestId === id) && !withheld?.reason,
  );
  // What follows from what was done: all of it, or a search that found nothing.
  const certain = possibleDecisions.find(
    (one) => (one === 'nothing' && linked.length === 0) || (one === 'granted' && isWhole),
  );
  return {
    title: 'Décision',
    isDone: decided !== null,
    content:
      decided === null
        ? 'Après la vérification de l’identité.'
        : `${decisionNames[decided]}\n${ground ?? ''}`,
    form: possibleDecisions.length > 0 && {
      values: { decision: decided ?? certain, ground },
      submit: 'Enregistrer la décision',
      inputs: (typed) => (
        <>
          <RadioButtonGroupInput
            source="decision"
            label="Décision"
            choices={possibleDecisions.map((one) => ({ id: one, name: decisionNames[one] }))}
            validate={required()}
          />
          <TextInput
            source="ground"
            label="Motif"
            helperText="La personne le lira tel quel, et il figure sur la preuve : ne nommez personne. Nécessaire quand tout n’est pas accordé."
            multiline
            validate={['partial', 'refused'].includes(typed.decision) ? required() : undefined}
          />
        </>
      ),
    },
  };
}

const { other: _, ...answerChannels } = channelNames;

/** When and how the person was answered: the last step, which closes the request. */
export function answer(request: PrivacyRequest): Step {
  const { id, asker, channel, decision: decided, answeredOn, answerChannel, closedAt } = request;
  const isPending = request.entries.some(({ entry }) => entry?.pendingErasure?.requestId === id);
  const isAnswered = asker !== 'controller';
  const said =
    answeredOn !== null &&
    answerChannel !== null &&
    `Répondu le ${format.day(answeredOn)} (${channelNames[answerChannel]}).`;
  return {
    title: 'Réponse',
    isDone: closedAt !== null,
    content: said || (closedAt === null ? 'Après la décision.' : 'Personne n’était à informer.'),
    form: decided !== null &&
      (isAnswered || !isPending) && {
        values: isAnswered
          ? {
              answeredOn: answeredOn ?? today(),
              answerChannel: answerChannel ?? (channel === 'other' ? 'mail' : channel),
            }
          : {},
        submit: isPending
          ? 'Noter la réponse'
          : isAnswered
            ? 'Noter la réponse et clore'
            : 'Clore la demande',
        ...(!isPending && { also: { close: true } }),
        inputs: () => (
          <>
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
          </>
        ),
      },
  };
}
