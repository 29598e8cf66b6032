import Add from '@mui/icons-material/Add';
import { Button, Link as MuiLink, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import {
  BooleanInput,
  FormDataConsumer,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin';
import { useFieldArray, useWatch } from 'react-hook-form';
import { Link, useParams } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import { fieldName } from '../../../server/src/french/field-names.ts';
import { contractName, kindNames } from '../../../server/src/french/labels.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Caller, CallerFields } from '../api/responses.ts';
import { choicesIn } from '../i18n/choices.ts';
import { format } from '../i18n/format.ts';
import { AddButton, FormButton, SendForm } from '../ui/forms.tsx';
import { Row, RowList, Rows } from '../ui/Rows.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { CredentialCard, LabelInput } from './CredentialCard.tsx';

const scopeTexts = { full: 'Complet', browser: 'Navigateur' };

export function CallerList() {
  return (
    <RowList
      isCards
      title="Sites et prestataires"
      act={<NewCallerButton />}
      {...useRead('GET /desk/callers')}
    >
      {(caller) => <CallerCard caller={caller} />}
    </RowList>
  );
}

/** Adds a caller. Its first password and its endpoint's secret are shown once. */
function NewCallerButton() {
  return (
    <AddButton
      text="Ajouter un site ou un prestataire"
      send={({ name, webhook }) => request('POST /desk/callers', { name, webhook: webhook ?? null })}
      once={({ password, webhookSecret }) => ({
        title: 'Site ou prestataire ajouté',
        shown: [
          { label: 'Mot de passe', value: password },
          ...(webhookSecret === null ? [] : [{ label: 'Secret de signature', value: webhookSecret }]),
        ],
      })}
    >
      <TextInput
        source="name"
        label="Nom"
        helperText="Le site ou l’agence qui envoie les demandes."
        validate={required()}
      />
      <TextInput
        source="webhook"
        type="url"
        label="Adresse de réception (facultative)"
        helperText="Où nous lui dirons ce que deviennent ses demandes."
      />
    </AddButton>
  );
}

/** Adds a password to a caller, shown once. */
function NewPasswordButton({ caller: { id, name } }: { readonly caller: Caller }) {
  return (
    <FormButton
      text="Ajouter un mot de passe"
      title={`Nouveau mot de passe : ${name}`}
      submit="Créer le mot de passe"
      size="small"
      startIcon={<Add />}
      values={{ scope: 'browser', receipts: false }}
      send={({ scope, origins, label, receipts }) =>
        request('POST /desk/callers/:id/passwords', {
          id,
          scope,
          label: label || null,
          receipts: receipts === true,
          ...(scope === 'browser' && { origins: originsIn(origins ?? '') }),
        })
      }
      once={({ password }) => ({
        title: 'Mot de passe créé',
        shown: [{ label: 'Mot de passe', value: password }],
      })}
    >
      <LabelInput />
      <RadioButtonGroupInput
        source="scope"
        label="Portée"
        row={false}
        choices={[
          {
            id: 'browser',
            name: 'Navigateur : crée seulement des demandes, peut figurer dans une page publique',
          },
          { id: 'full', name: 'Complet : lecture et écriture, à garder sur un serveur' },
        ]}
      />
      <FormDataConsumer>
        {({ formData }) =>
          formData.scope === 'browser' && (
            <TextInput
              source="origins"
              validate={required()}
              label="Sites autorisés"
              helperText="Un par ligne, comme https://www.example.org."
              multiline
              minRows={2}
            />
          )
        }
      </FormDataConsumer>
      <BooleanInput
        source="receipts"
        label="Accuser réception par e-mail"
        helperText="Un modèle « Accusé de réception » doit être activé sous Résidences, Modèles. Un e-mail par jour au plus à une même adresse."
      />
    </FormButton>
  );
}

/** Splits typed origins at spaces, lines, commas and semicolons. */
function originsIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((origin) => origin !== '');
}

function CallerCard({ caller }: { readonly caller: Caller }) {
  const detailOf = ({ scope, origins }: Caller['passwords'][number]) => {
    if (scope === 'full') return undefined;
    return origins.length === 0 ? 'depuis tous les sites' : `depuis ${origins.join(', ')}`;
  };
  return (
    <CredentialCard
      kind="passwords"
      owner={caller.name}
      act={
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          <FormButton
            text="Renommer"
            title="Renommer le site ou le prestataire"
            size="small"
            values={{ name: caller.name }}
            send={({ name }) => request('PATCH /desk/callers/:id', { id: caller.id, name })}
          >
            <TextInput source="name" label="Nom" validate={required()} />
          </FormButton>
          <Button size="small" component={Link} to={`/integrations/callers/${caller.id}`}>
            Champs du site
          </Button>
          <NewPasswordButton caller={caller} />
        </Stack>
      }
      credentials={caller.passwords.map((password) => ({
        ...password,
        name: scopeTexts[password.scope],
        detail: detailOf(password),
      }))}
    >
      <MuiLink component={Link} to="/integrations/endpoints" variant="body2">
        {counted(caller.endpoints.length, 'webhook')}
      </MuiLink>
      <MuiLink component={Link} to="/refused" variant="body2" sx={{ ml: 2 }}>
        {`${counted(caller.refused, 'envoi refusé', 'envois refusés')} en 30 jours`}
      </MuiLink>
    </CredentialCard>
  );
}

type FieldRow = CallerFields['rows'][number];

/** A row as the form holds it: in `text` its values, a line each, or its constant; with `value` a name without a place. */
type Line = Pick<FieldRow, 'kind' | 'to'> &
  Record<'from' | 'text', string | null> & { readonly value?: string };
const kinds = choicesIn(kindNames);
const blank: Line = { kind: 'commercial', from: '', to: '', text: '' };

/** Where the fields of a caller's site go. */
export function CallerFieldsPage() {
  const id = Number(useParams().id);
  return (
    <WhenLoaded {...useRead('GET /desk/callers/:id/fields', { id })}>
      {(fields) => <FieldsForm key={JSON.stringify([id, fields.rows])} id={id} fields={fields} />}
    </WhenLoaded>
  );
}

function FieldsForm({ id, fields }: { readonly id: number; readonly fields: CallerFields }) {
  // Taken once: what arrives meanwhile moves nothing.
  const [values] = useState({ ...fields, rows: linesOf(fields) });
  return (
    <SendForm
      text="Enregistrer"
      values={values}
      send={({ rows, thanksUrl }) =>
        request('PUT /desk/callers/:id/fields', {
          id,
          rows: rows.filter(({ to }: Line) => to).map((line: Line) => rowOf(line, fields.targets)),
          thanksUrl: thanksUrl || null,
        })
      }
      done="Champs enregistrés : ils valent dès le prochain message."
    >
      <FieldTables {...fields} />
      <TextInput
        source="thanksUrl"
        type="url"
        label="Page de remerciement"
        helperText="Où mène un formulaire sans script : en https, sur un site autorisé d’un mot de passe."
        fullWidth
      />
    </SendForm>
  );
}

function FieldTables({ name, targets }: Pick<CallerFields, 'name' | 'targets'>) {
  const { fields, append, remove } = useFieldArray<{ rows: Line[] }>({ name: 'rows' });
  const lines = fields.map(({ id, value }, i) => ({ id, value, i }));
  return (
    <Stack spacing={2}>
      <SectionCard title="Arrivés sans place (30 derniers jours)">
        {lines.every(({ value }) => value === undefined) && <Typography>Aucun.</Typography>}
        <Rows of={lines.filter(({ value }) => value !== undefined)}>
          {({ i }) => <LineInputs source={`rows.${i}`} targets={targets} />}
        </Rows>
      </SectionCard>
      <SectionCard
        title={`Champs du site : ${name}`}
        act={<Button onClick={() => append(blank)}>Ajouter</Button>}
      >
        <Typography variant="body2">
          Ce qui n’a pas de place est conservé avec la fiche, sous son nom du site. Sans champ du site, la
          valeur fixe accompagne chaque message. Les valeurs se traduisent une par ligne : Mme = Madame.
        </Typography>
        <Rows of={lines.filter(({ value }) => value === undefined)}>
          {({ i }) => <LineInputs source={`rows.${i}`} targets={targets} onRemove={() => remove(i)} />}
        </Rows>
      </SectionCard>
    </Stack>
  );
}

type LineProps = Pick<CallerFields, 'targets'> & { readonly source: string; readonly onRemove?: () => void };

function LineInputs({ source, targets, onRemove }: LineProps) {
  const { kind, from, to, value }: Line = useWatch({ name: source });
  const ofKind = targets[kind] ?? {};
  const choices = Object.keys(ofKind).map((field) => ({ id: field, name: nameOf(field) }));
  const ours = (ofKind[to] ?? []).map(contractName).join(', ');
  const validate = onRemove && required();
  const sx = { flex: '1 1 200px' };
  return (
    <>
      {value !== undefined && <Row name={from} notes={[format.dotted(kindNames[kind], value)]} />}
      {onRemove && <SelectInput source={`${source}.kind`} label="Message" choices={kinds} sx={sx} />}
      {onRemove && <TextInput source={`${source}.from`} label="Champ du site" sx={sx} />}
      <SelectInput source={`${source}.to`} label="Va dans…" choices={choices} validate={validate} sx={sx} />
      {(onRemove || to) && (
        <TextInput
          source={`${source}.text`}
          label={from ? 'Valeurs à traduire' : 'Valeur fixe'}
          helperText={ours !== '' && `Les nôtres : ${ours}`}
          validate={from ? [] : required()}
          multiline
          sx={sx}
        />
      )}
      {onRemove && <Button onClick={onRemove}>Supprimer</Button>}
    </>
  );
}

function nameOf(field: string): string {
  const [top = '', ofRelative] = field.split('[0].');
  return ofRelative === undefined ? fieldName(top) : `Proche : ${fieldName(ofRelative)}`;
}

function linesOf({ rows, unplaced, targets }: CallerFields): Line[] {
  const lines = rows.map(({ kind, to, from = '', values = {}, constant }) => {
    const shown = (value: string) => (targets[kind]?.[to]?.includes(value) ? contractName(value) : value);
    const texts = Object.entries(values).map(([theirs, ours]) => `${theirs} = ${shown(ours)}`);
    return { kind, to, from, text: constant === undefined ? texts.join('\n') : shown(constant) };
  });
  return [...unplaced.map((one) => ({ ...blank, ...one, from: one.name })), ...lines];
}

function rowOf({ kind, to, from, text }: Line, targets: CallerFields['targets']): FieldRow {
  const meant = (typed: string) => targets[kind]?.[to]?.find((one) => contractName(one) === typed) ?? typed;
  if (!from) return { kind, to, constant: meant((text ?? '').trim()) };
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => line.split(/=(.*)/).map((part) => part.trim()));
  const values = Object.fromEntries(pairs.map(([theirs, ours = '']) => [theirs, meant(ours)]));
  return { kind, to, from, values };
}
