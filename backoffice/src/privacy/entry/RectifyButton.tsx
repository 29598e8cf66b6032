import { Alert, Button, Typography } from '@mui/material';
import { Fragment, useState } from 'react';
import { RadioButtonGroupInput } from 'react-admin';
import { DeskError, request } from '../../api/client.ts';
import type { PrivacyRequest, Told } from '../../api/privacy-responses.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { FieldInput } from '../../entries/detail/FieldInputs.tsx';
import { nameOf } from '../../entries/detail/value-text.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { FormButton, type FormOpener } from '../../ui/FormButton.tsx';
import { correctablesOf, correctionOf, type Group, isOfPerson, typedFrom } from './corrections.ts';
import { RelationFacts } from './EntryFacts.tsx';

const traces = {
  keep: 'Garder l’ancienne valeur dans l’historique',
  without:
    'Sans trace : effacer aussi tous les textes d’avant de la fiche (historique, messages écrits, ce que les sites ont reçu)',
};
type Trace = keyof typeof traces;

const refusals: Readonly<Record<string, string>> = {
  version: 'Quelqu’un a modifié la fiche entre-temps. Fermez, relisez-la et recommencez.',
  people: 'La demande ne concerne pas cette personne : choisissez d’abord, sur la demande, qui est concerné.',
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
