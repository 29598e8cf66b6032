import { Alert, Button, Typography } from '@mui/material';
import { Fragment, useState } from 'react';
import { RadioButtonGroupInput } from 'react-admin';
import { DeskError, request } from '../../api/client.ts';
import type { PrivacyRequest, Told } from '../../api/privacy-responses.ts';
import type { EntryDetail } from '../../api/responses.ts';
import {
  type FieldOf,
  namesOf,
  personFields,
  referrerFields,
  relationFields,
  requestFields,
} from '../../entries/detail/entry-fields.ts';
import { FieldInput } from '../../entries/detail/FieldFacts.tsx';
import { nameOf } from '../../entries/detail/value-text.ts';
import type { Fields } from '../../entries/entry.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { FormButton, type FormOpener } from '../../ui/forms.tsx';
import { RelationFacts } from './EntryFacts.tsx';

const traces = {
  keep: 'Garder l’ancienne valeur dans l’historique',
  without:
    'Sans trace : effacer aussi tous les textes d’avant de la fiche (historique, messages écrits, ce que les sites ont reçu)',
};
type Trace = keyof typeof traces;

const refusals: Readonly<Record<string, string>> = {
  version: 'Quelqu’un a modifié la fiche entre-temps. Fermez, relisez-la et recommencez.',
  people:
    'La demande de droits ne concerne pas cette personne : choisissez d’abord, sur sa page, qui est concerné.',
  fields:
    'La personne de la fiche n’aurait plus ni nom, ni téléphone, ni e-mail : cela se fait par un effacement de la fiche.',
  path: 'Des messages du partenaire attendent : reprenez-les ou écartez-les d’abord.',
};

interface Props extends FormOpener {
  readonly entry: EntryDetail;
  readonly request?: PrivacyRequest | undefined;
  /** The position of a related person all of whose values are emptied. */
  readonly without?: number;
  readonly startsOpen?: boolean;
  /** Called with who was told the old values. */
  readonly onTold: (told: readonly Told[]) => void;
}

/**
 * Corrects any field of an entry, those that the interface does not name too; for a request without trace, if asked. A person
 * is removed by a list of what goes, and the form behind it.
 */
export function RectifyButton({ entry, request: asked, without, onTold, ...button }: Props) {
  const { id, version } = entry;
  const correctables = correctablesOf(entry);
  const isAsked = asked?.kind === 'rectification' || asked?.kind === 'erasure';
  const [isLong, setLong] = useState(without === undefined);
  const isWithout = isAsked && (asked.kind === 'erasure' || !isLong);
  return (
    <FormButton
      {...button}
      variant="outlined"
      title={`Corriger la fiche n° ${id}`}
      {...(!isLong && { submit: 'Retirer', isDestructive: true })}
      values={{
        values: correctables.map((one) => (isOfPerson(one, without) ? null : typedFrom(one))),
        trace: (isWithout ? 'without' : 'keep') satisfies Trace,
      }}
      isSticky
      send={async ({ values, trace }) => {
        const correction = correctionOf(correctables, values);
        if (correction === undefined) return false;
        try {
          const withoutTrace = trace === 'without' && { withoutTrace: true as const };
          const body = { ...correction, ...withoutTrace, version, ...(asked && { requestId: asked.id }) };
          const { told } = await request('PATCH /desk/privacy/entries/:id', { id, ...body });
          onTold(told);
          return true;
        } catch (error) {
          if (!(error instanceof DeskError)) throw error;
          if (error.code === 'HELD') return 'La fiche est gelée : elle n’est pas corrigée sans trace.';
          const [, field = ''] = /^(\w+): /.exec(error.message) ?? [];
          const refusal = error.code === 'CONFLICT' && refusals[field];
          if (!refusal) throw error;
          return refusal;
        }
      }}
      done="Fiche corrigée."
    >
      {isLong && <Typography variant="body2">Videz un champ pour le supprimer.</Typography>}
      {isLong && isAsked && (
        <RadioButtonGroupInput
          source="trace"
          label="Ancienne valeur"
          row={false}
          choices={choicesIn(traces)}
          helperText={false}
        />
      )}
      {!isLong && (
        <>
          <Typography>Ce qui disparaît :</Typography>
          {entry.relations.map(
            (one) => one.position === without && <RelationFacts key={without} relation={one} />,
          )}
          {isAsked && (
            <Typography variant="body2">
              Disparaissent aussi tous les textes d’avant de la fiche : valeurs de l’historique, messages
              écrits, ce que les sites ont reçu et répondu. Les données présentes des autres personnes
              restent.
            </Typography>
          )}
        </>
      )}
      {!isAsked && (
        <Typography variant="body2">
          L’ancienne valeur reste dans l’historique. Pour corriger sans trace, ouvrez la fiche depuis une
          demande de rectification ou d’effacement.
        </Typography>
      )}
      {asked?.kind === 'erasure' && (
        <Alert severity="info">
          Les textes présents de la fiche (commentaire, notes, champs libres) peuvent nommer la personne :
          relisez-les.
        </Alert>
      )}
      {!isLong && (
        <Button sx={{ alignSelf: 'start' }} onClick={() => setLong(true)}>
          Corriger aussi d’autres champs
        </Button>
      )}
      {isLong &&
        correctables.map(({ field, group }, i) => {
          const title = titleOf(group, entry);
          const before = correctables[i - 1];
          const isFirst = before === undefined || titleOf(before.group, entry) !== title;
          return (
            // The list does not change while the form is open.
            <Fragment key={`${title} ${field.name}`}>
              {isFirst && (
                <Typography component="h3" variant="h6">
                  {title}
                </Typography>
              )}
              <FieldInput field={field} source={`values.${i}`} />
            </Fragment>
          );
        })}
    </FormButton>
  );
}

/** A value of an entry that can be corrected, with its place in the entry. */
interface Correctable {
  readonly field: FieldOf;
  readonly group: Group;
  readonly value: unknown;
}

type Group =
  | { readonly of: 'comment' | 'fields' | 'extra' }
  | { readonly of: PositionedGroup; readonly position: number };
type PositionedGroup = 'relation' | 'relation-extra' | 'action' | 'action-extra';

/** Changed elsewhere: they decide statistics, or are the file itself. */
const elsewhere = new Set(['resultat', 'motif', 'dateFirstContact', 'cv']);

/** Everything of an entry that can be corrected, in the order of its page. */
function correctablesOf({
  kind,
  fields,
  extra,
  comment,
  originalComment,
  asleepReason,
  relations,
  actions,
}: EntryDetail): readonly Correctable[] {
  const named = [
    ...personFields[kind],
    ...requestFields[kind],
    ...(kind === 'commercial' ? referrerFields : []),
  ];
  return [
    ...inGroup({ of: 'fields' }, named, fields),
    ...inGroup({ of: 'fields' }, othersOf(fields, named), fields),
    ...inGroup({ of: 'extra' }, othersOf(extra, []), extra),
    ...inGroup({ of: 'comment' }, textsNamed(['comment']), { comment }),
    ...textsThere({ of: 'comment' }, { originalComment, asleepReason }),
    ...relations.flatMap(({ position, fields: related, extra: unnamed }) => [
      ...inGroup({ of: 'relation', position }, relationFields, related),
      ...inGroup({ of: 'relation', position }, othersOf(related, relationFields), related),
      ...inGroup({ of: 'relation-extra', position }, othersOf(unnamed, []), unnamed),
    ]),
    ...actions.flatMap(({ position, comment: note, extra: unnamed }) => [
      ...textsThere({ of: 'action', position }, { comment: note }),
      ...inGroup({ of: 'action-extra', position }, othersOf(unnamed, []), unnamed),
    ]),
  ];
}

/** Whether a value is one of the related person at this position. */
function isOfPerson({ group }: Correctable, position: number | undefined): boolean {
  return (group.of === 'relation' || group.of === 'relation-extra') && group.position === position;
}

const textsNamed = (names: readonly string[]) => names.map((name): FieldOf => ({ name, shape: 'lines' }));

/** The texts that are not null. */
function textsThere(group: Group, texts: Fields): Correctable[] {
  return inGroup(group, textsNamed(Object.keys(texts).filter((name) => texts[name] !== null)), texts);
}

function inGroup(group: Group, fields: readonly FieldOf[], values: Fields): Correctable[] {
  return fields.map((field) => ({ field, group, value: values[field.name] ?? null }));
}

function othersOf(values: Fields, shown: readonly FieldOf[]): FieldOf[] {
  const known = new Set(namesOf(shown));
  return Object.keys(values)
    .filter((name) => !known.has(name) && !elsewhere.has(name))
    .map((name) => ({ name, shape: 'text' }));
}

/** What the form shows for a value: JSON for what is no plain value. */
function typedFrom({ field: { shape }, value }: Correctable): string | number | null {
  if (value === null) return null;
  if (shape === 'number' && typeof value === 'number') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The body of the correction; undefined when nothing was changed. `typed`: by the index of the correctable. */
function correctionOf(
  correctables: readonly Correctable[],
  typed: readonly unknown[],
): Readonly<Record<string, unknown>> | undefined {
  const changed = correctables.flatMap((one, i) => {
    const was = typedFrom(one);
    const is = typed[i] === '' || typed[i] === undefined ? null : typed[i];
    return is === was ? [] : [{ ...one, is: correctedValue(one, is) }];
  });
  if (changed.length === 0) return undefined;
  const of = (...names: readonly Group['of'][]) => changed.filter(({ group }) => names.includes(group.of));
  const byName = (some: typeof changed) => Object.fromEntries(some.map(({ field, is }) => [field.name, is]));
  const byPosition = (name: PositionedGroup, extra: PositionedGroup) =>
    [...Map.groupBy(of(name, extra), positionOf)].map(([position, some]) => ({
      position,
      named: byName(some.filter(({ group }) => group.of === name)),
      extra: byName(some.filter(({ group }) => group.of === extra)),
    }));
  const relations = byPosition('relation', 'relation-extra');
  const actions = byPosition('action', 'action-extra');
  return {
    ...byName(of('comment')),
    ...(of('fields').length > 0 && { fields: byName(of('fields')) }),
    ...(of('extra').length > 0 && { extra: byName(of('extra')) }),
    ...(relations.length > 0 && {
      relations: relations.map(({ position, named, extra }) => ({ position, fields: named, extra })),
    }),
    ...(actions.length > 0 && {
      actions: actions.map(({ position, named, extra }) => ({ position, ...named, extra })),
    }),
  };
}

function positionOf({ group }: Pick<Correctable, 'group'>): number {
  return 'position' in group ? group.position : 0;
}

/** A corrected value keeps the JSON type that it had, where it can be read so. */
function correctedValue({ value, field: { shape } }: Correctable, is: unknown): unknown {
  if (typeof is !== 'string' || shape === 'day') return is;
  if (typeof value === 'number') return Number.isFinite(Number(is)) ? Number(is) : is;
  if (typeof value === 'boolean') return is === 'true' ? true : is === 'false' ? false : is;
  if (typeof value !== 'object' || value === null) return is;
  try {
    const parsed: unknown = JSON.parse(is);
    return parsed;
  } catch {
    return is;
  }
}

/** The title above the values of a part of the entry. */
function titleOf(group: Group, { relations }: EntryDetail): string {
  switch (group.of) {
    case 'relation':
    case 'relation-extra': {
      const related = relations.find(({ position }) => position === group.position);
      const name = nameOf(related?.fields ?? {});
      return `Proche : ${name || `Personne ${group.position + 1}`}`;
    }
    case 'action':
    case 'action-extra':
      return `Action n° ${group.position + 1}`;
    default:
      return 'Personne et champs de la fiche';
  }
}
