import { Alert, Button, Typography } from '@mui/material';
import { Fragment, useState } from 'react';
import { RadioButtonGroupInput } from 'react-admin';
import { DeskError, request } from '../../api/client.ts';
import type { PrivacyRequest, Told } from '../../api/privacy-responses.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { ExtraFacts, FieldFacts, FieldInput } from '../../entries/detail/FieldFacts.tsx';
import { choicesIn } from '../../i18n/choices.ts';
import { FormButton, type FormOpener } from '../../ui/forms.tsx';
import { correctablesOf, correctionOf, othersOf, type Part, typedFrom } from './parts.ts';

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
  /** What can be corrected here. */
  readonly parts: readonly Part[];
  /** The related person who is removed: all of their values are emptied. */
  readonly without?: Part;
  readonly startsOpen?: boolean;
  /** Called with who was told the old values. */
  readonly onTold: (told: readonly Told[]) => void;
}

/**
 * Corrects any field of parts of an entry, those that the interface does not name too; for a request without trace, if asked.
 * A person is removed by a list of what goes, and the form behind it.
 */
export function RectifyButton({ entry, request: asked, parts, without, onTold, ...button }: Props) {
  const { id, version } = entry;
  const isAsked = asked?.kind === 'rectification' || asked?.kind === 'erasure';
  const [isLong, setLong] = useState(without === undefined);
  const isWithout = isAsked && (asked.kind === 'erasure' || !isLong);
  return (
    <FormButton
      {...button}
      variant="outlined"
      title={isLong ? `Corriger la fiche n° ${id}` : `Retirer cette personne de la fiche n° ${id}`}
      {...(!isLong && { submit: 'Retirer', isDestructive: true })}
      values={{
        values: parts.map((part) => {
          const isRemoved = part.place === without?.place && part.position === without.position;
          return correctablesOf(part).map((one) => (isRemoved ? null : typedFrom(one)));
        }),
        trace: (isWithout ? 'without' : 'keep') satisfies Trace,
      }}
      isSticky
      send={async ({ values, trace }) => {
        const correction = correctionOf(parts, values);
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
      {isLong ? (
        <Typography variant="body2">Videz un champ pour le supprimer.</Typography>
      ) : (
        <>
          <Typography>Ce qui disparaît :</Typography>
          {without !== undefined && <PartFacts part={without} />}
        </>
      )}
      {isLong && isAsked && (
        <RadioButtonGroupInput
          source="trace"
          label="Ancienne valeur"
          row={false}
          choices={choicesIn(traces)}
          helperText={false}
        />
      )}
      {!isLong && isAsked && (
        <Typography variant="body2">
          Disparaissent aussi tous les textes d’avant de la fiche : valeurs de l’historique, messages écrits,
          ce que les sites ont reçu et répondu. Les données présentes des autres personnes restent.
        </Typography>
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
      {isLong ? (
        parts.map((part, p) => (
          <Fragment key={`${part.place} ${part.position}`}>
            {parts.length > 1 && (
              <Typography component="h3" variant="h6">
                {part.title}
              </Typography>
            )}
            {correctablesOf(part).map(({ field, of }, i) => (
              <FieldInput key={`${of} ${field.name}`} field={field} source={`values.${p}.${i}`} />
            ))}
          </Fragment>
        ))
      ) : (
        <Button sx={{ alignSelf: 'start' }} onClick={() => setLong(true)}>
          Corriger aussi d’autres champs
        </Button>
      )}
    </FormButton>
  );
}

/** What is known of a part of an entry. */
export function PartFacts({ part }: { readonly part: Part }) {
  return (
    <div>
      <FieldFacts fields={part.named} values={part.values} objection={part.objection} />
      <ExtraFacts extra={{ ...othersOf(part), ...part.extra }} />
    </div>
  );
}
