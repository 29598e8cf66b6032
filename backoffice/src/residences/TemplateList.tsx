import { Box, Chip, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { required, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { writtenFor } from '../../../server/src/french/sms.ts';
import { longestSms } from '../../../server/src/french/template-samples.ts';
import {
  channelsOf,
  filled,
  type TemplateUse,
  variablesOf,
} from '../../../server/src/french/template-variables.ts';
import { request } from '../api/client.ts';
import { useRead, useResidences } from '../api/queries.ts';
import type { Template } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { hasRightAt, useSession } from '../session/access.ts';
import { ReadDialog } from '../ui/dialogs.tsx';
import { ActButton, AddButton, EditButton, FormButton, type FormValues } from '../ui/forms.tsx';
import { type Channel, LetterInputs } from '../ui/LetterInputs.tsx';
import { Row, RowList } from '../ui/Rows.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const useTexts = {
  free: 'Écrire',
  visit: 'Visite confirmée',
  'visit-moved': 'Visite déplacée',
  'visit-cancelled': 'Visite annulée',
  reminder: 'Rappel de visite',
  receipt: 'Accusé de réception',
};
const aboutTexts = {
  family: 'Les demandes des familles',
  complaint: 'Les réclamations',
  application: 'Les candidatures',
  all: 'Toutes les fiches',
};
const channelTexts = { email: 'E-mail', sms: 'SMS' };

const wrong =
  'Vérifiez le texte : il n’est pas vide, a 5 000 caractères au plus (450 pour un SMS), et son objet tient sur une ligne. Entre accolades, seuls les mots de la liste sont acceptés, ceux de cet usage.';

const subjects = ['family', 'complaint', 'application'] as const;
const uses = Object.keys(variablesOf) as TemplateUse[];

/**
 * Texts of messages. One that is on is offered under « Écrire », or goes by itself or with an act. Who may change only some
 * residences adds templates for these, and copies the common ones.
 */
export function TemplateList() {
  const { all } = useResidences();
  const session = useSession();
  const mayChange = (id: number | null) =>
    session !== undefined && hasRightAt(session, 'residences.change', id);
  const own = all.filter(({ id }) => mayChange(id));
  const form = {
    wrong,
    isSticky: true,
    send: add,
    done: 'Ajouté, désactivé : activez-le quand il est prêt.',
  };
  const inputs = (
    <>
      <SelectInput
        source="establishmentId"
        label="Résidence"
        emptyText="Toutes les résidences"
        choices={own}
        {...(!mayChange(null) && { validate: required() })}
      />
      <SelectInput
        source="use"
        label="Usage"
        choices={uses.map((id) => ({ id, name: useTexts[id] }))}
        validate={required()}
      />
      <ChannelInput />
      <TemplateInputs />
    </>
  );
  const establishmentId = mayChange(null) ? null : own[0]?.id;
  return (
    <RowList
      title="Modèles de messages"
      intro="Un modèle activé est proposé sous « Écrire », sur la fiche d’une famille, d’une réclamation ou d’une candidature : chacun relit et complète le texte avant de l’envoyer. Les modèles des visites se remplissent tout seuls quand une case le demande ; le rappel part de lui-même, la veille à 10 h, aux familles dont la visite a été confirmée. Un accusé de réception activé part de lui-même, pour les formulaires dont le mot de passe le prévoit."
      act={
        <AddButton
          text="Ajouter un modèle"
          values={{
            establishmentId,
            use: 'free',
            channel: 'email',
            about: null,
            text: '{salutation},\n\n\n\n{signature}',
          }}
          {...form}
        >
          {inputs}
        </AddButton>
      }
      none="Aucun modèle."
      {...useRead('GET /desk/templates')}
    >
      {(template) => (
        <TemplateRow template={template}>
          {template.establishmentId === null && own.length > 0 && (
            <FormButton
              size="small"
              text="Copier pour une résidence"
              values={{ ...template, establishmentId: own[0]?.id }}
              {...form}
            >
              {inputs}
            </FormButton>
          )}
          {mayChange(template.establishmentId) && <Changes template={template} />}
        </TemplateRow>
      )}
    </RowList>
  );
}

function add(typed: FormValues) {
  return request('POST /desk/templates', {
    ...{ establishmentId: typed.establishmentId || null, use: typed.use, channel: channelOf(typed) },
    // It may go by itself.
    active: false,
    ...templateIn(typed),
  });
}

/** A receipt goes by e-mail alone. */
function channelOf({ use = 'free', channel = 'email' }: Partial<Pick<Template, 'use' | 'channel'>>): Channel {
  return channelsOf(use).includes(channel) ? channel : 'email';
}

function templateIn(typed: FormValues) {
  const { about, name, subject, text } = typed;
  return { about: about || null, name, text, ...(channelOf(typed) === 'email' && { subject }) };
}

interface TemplateRowProps {
  readonly template: Template;
  /** What may be done with it. */
  readonly children: ReactNode;
}

/** A row that opens the template: how it reads, and the acts. */
function TemplateRow({ template, children }: TemplateRowProps) {
  const { nameOf } = useResidences();
  const [isOpen, setOpen] = useState(false);
  const { name, active, use, channel, about, establishmentId } = template;
  return (
    <>
      <Row
        name={name}
        onOpen={() => setOpen(true)}
        marks={!active && <Chip size="small" variant="outlined" label="Désactivé" />}
        notes={[
          format.dotted(
            useTexts[use],
            channel === 'sms' && 'SMS',
            aboutTexts[about ?? 'all'],
            establishmentId !== null && nameOf(establishmentId),
          ),
        ]}
      />
      {isOpen && (
        <ReadDialog title={name} onClose={() => setOpen(false)} act={children}>
          <TemplatePreview template={template} />
        </ReadDialog>
      )}
    </>
  );
}

/** A template as « Écrire » fills it in for the newest entry that it is for, of its residence if it has one. */
function TemplatePreview({ template }: { readonly template: Template }) {
  const { id, channel, subject, text } = template;
  const { data, error } = useQuery({ queryKey: ['template preview', id], queryFn: () => example(template) });
  return (
    <WhenLoaded data={data} error={error}>
      {({ entry, values }) => (
        <>
          <Typography variant="body2" color="textSecondary">
            {entry === undefined
              ? 'Aucune fiche ne s’y prête encore : rien n’est rempli.'
              : `D’après la fiche la plus récente : ${entry.name ?? 'sans nom'} (n° ${entry.id}).`}
          </Typography>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {filled(subject, values)}
          </Typography>
          <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {writtenFor(channel, filled(text, values))}
          </Box>
        </>
      )}
    </WhenLoaded>
  );
}

const filters = {
  family: { kind: 'commercial' },
  complaint: { kind: 'survey', type: 'survey.type.complaint' },
  application: { kind: 'postuler' },
} as const;

/** The newest suitable entry, and what the variables stand for in it. */
async function example({ about, channel, establishmentId }: Template) {
  const { data } = await request('GET /desk/entries', {
    ...filters[about ?? 'family'],
    ...(establishmentId !== null && { establishmentId }),
    limit: 1,
  });
  const [entry] = data;
  if (entry === undefined) return { entry, values: {} };
  const { people, mobiles, values } = await request('GET /desk/entries/:id/writing', { id: entry.id });
  const [first] = channel === 'sms' ? mobiles : people;
  // Without an address nobody is greeted by name.
  const salutation = first?.salutation ?? 'Madame, Monsieur';
  return { entry, values: { ...values, salutation } };
}

function Changes({ template }: { readonly template: Template }) {
  const { id, name, active } = template;
  return (
    <>
      <EditButton
        title="Modifier le modèle"
        values={template}
        wrong={wrong}
        isSticky
        send={(typed) => request('PATCH /desk/templates/:id', { id, ...templateIn(typed) })}
      >
        <TemplateInputs />
      </EditButton>
      <ActButton
        {...(active
          ? {
              text: 'Désactiver',
              done: `« ${name} » est désactivé : il n’est plus proposé et ne part plus. « Activer » le remet.`,
            }
          : { text: 'Activer', done: `« ${name} » est activé.` })}
        onAct={() => request('PATCH /desk/templates/:id', { id, active: !active })}
      />
    </>
  );
}

/** Nothing for what goes in one way alone. */
function ChannelInput() {
  const { use = 'free' } = useWatch<Template>();
  const ways = channelsOf(use);
  if (ways.length === 1) return null;
  return (
    <SelectInput
      source="channel"
      label="Par"
      choices={ways.map((id) => ({ id, name: channelTexts[id] }))}
      validate={required()}
    />
  );
}

function TemplateInputs() {
  const typed = useWatch<Template>();
  const channel = channelOf(typed);
  const names = variablesOf[typed.use ?? 'free'].map((name) => `{${name}}`);
  const variables = `Se remplissent à l’envoi : ${names.join(', ')}.`;
  return (
    <>
      <TextInput source="name" label="Nom" validate={required()} />
      <SelectInput
        source="about"
        label="Pour"
        emptyText="Toutes les fiches"
        choices={subjects.map((id) => ({ id, name: aboutTexts[id] }))}
      />
      <LetterInputs
        channel={channel}
        validate={[required()]}
        counted={longestSms}
        note={
          channel === 'sms'
            ? `Compté avec de longs noms : la plupart des messages sont plus courts. ${variables}`
            : variables
        }
      />
    </>
  );
}
