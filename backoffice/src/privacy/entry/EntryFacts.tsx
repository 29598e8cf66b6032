import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import { contractName, eventNames, kindNames } from '../../../../server/src/french/labels.ts';
import type { Told } from '../../api/privacy-responses.ts';
import type { Action, EntryDetail, Relation } from '../../api/responses.ts';
import { namesOf, relationFields } from '../../entries/detail/entry-fields.ts';
import { ExtraFacts, FieldFacts } from '../../entries/detail/FieldFacts.tsx';
import { format } from '../../i18n/format.ts';
import { Facts } from '../../ui/Facts.tsx';
import { useResidenceName } from '../acts/names.ts';

export function About({ entry }: { readonly entry: EntryDetail }) {
  const residence = useResidenceName();
  const { id, kind, establishmentId, receivedAt, customId, caller, partner, partnerid, comment, gclid } =
    entry;
  const known = (value: string | null | undefined) => value ?? undefined;
  return (
    <Facts
      facts={[
        ['Numéro', String(id)],
        ['Nature', kindNames[kind]],
        ['Résidence', residence(establishmentId)],
        ['Reçue le', format.moment(receivedAt)],
        ['Envoyée par', known(caller?.name)],
        ['Référence du site', known(customId)],
        ['Partenaire', known(partner?.name)],
        ['Numéro du partenaire', known(partnerid)],
        ['Commentaire transmis au site', known(comment)],
        ['Identifiant de clic publicitaire', known(gclid)],
      ]}
    />
  );
}

const placed = new Set(namesOf(relationFields));

export function RelationFacts({ relation }: { readonly relation: Relation }) {
  const { fields, extra, objection } = relation;
  const others = Object.entries(fields).filter(([name]) => !placed.has(name));
  return (
    <>
      <FieldFacts fields={relationFields} values={fields} objection={objection} />
      <ExtraFacts extra={{ ...Object.fromEntries(others), ...extra }} />
    </>
  );
}

/** What was done and noted about the person. */
export function Actions({ actions }: { readonly actions: readonly Action[] }) {
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {actions.map(({ position, date, time, stage, author, comment, extra }) => (
        <Box component="li" key={position} sx={{ py: 0.5 }}>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {format.dotted(date && format.day(date), time, stage && contractName(stage), author)}
          </Typography>
          <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{comment}</Typography>
          <ExtraFacts extra={extra} />
        </Box>
      ))}
    </Box>
  );
}

/** Who was told the data before it was corrected. */
export function ToldNotice({ told }: { readonly told: readonly Told[] }) {
  if (told.length === 0)
    return (
      <Alert severity="info" sx={{ mt: 1 }}>
        L’ancienne valeur n’avait été envoyée à aucun site.
      </Alert>
    );
  return (
    <Alert severity="info" sx={{ mt: 1 }}>
      <AlertTitle>À prévenir : ils avaient reçu l’ancienne valeur</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {told.map(({ recipient, event, at }) => (
          <li key={`${recipient} ${event} ${at}`}>
            {format.dotted(recipient, event && (eventNames[event] ?? event), format.moment(at))}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
