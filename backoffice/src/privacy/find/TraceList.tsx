import { Card, Checkbox, Chip } from '@mui/material';
import type { Trace } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { Row, Rows } from '../../ui/Rows.tsx';
import { EntryLine, EntryMarks } from '../acts/EntryLines.tsx';
import { personName, placeName, useResidenceName } from '../acts/names.ts';
import { type Finding, isChoosable, keyOf } from './use-finding.ts';

const reasonTexts = {
  name: 'même nom',
  text: 'même texte',
  email: 'même e-mail',
  phone: 'même téléphone',
  customId: 'même référence du site',
  lastName: 'même nom de famille',
  birthDate: 'même date de naissance',
  partnerNumber: 'même numéro du partenaire',
};
const strengthTexts = { strong: 'Concordance forte', weak: 'Concordance faible' };
const placeTexts = {
  refused: 'Envoi refusé',
  staff: 'Personnel d’une résidence',
  request: 'Demande d’exercice de droits',
  user: 'Utilisateur',
  entry: 'Fiche',
};
const elsewhereTexts = {
  refused: 'S’efface de lui-même en 30 jours. Pour le communiquer, la direction en crée la demande.',
  staff: 'Se traite à la page de la résidence.',
  request: 'S’efface d’elle-même cinq ans après sa clôture.',
  user: 'Ses actes se téléchargent sous « Consultations ».',
};

interface Props {
  readonly finding: Finding;
  readonly traces: readonly Trace[];
}

/** Everything that was found, strong matches first. */
export function TraceList({ finding, traces }: Props) {
  if (traces.length === 0) return null;
  return (
    <Card>
      <Rows of={traces.map((trace) => ({ id: keyOf(trace), trace }))}>
        {({ trace }) => <TraceRow trace={trace} finding={finding} />}
      </Rows>
    </Card>
  );
}

function TraceRow({ trace, finding }: { readonly trace: Trace } & Pick<Props, 'finding'>) {
  const residence = useResidenceName();
  const { place, id, entry, establishmentId, name, hold, strength, reasons, persons, files, where } = trace;
  const title = `${name ?? 'Sans nom'}, n° ${id}`;
  const sameOf = (some: Trace['reasons']) => some.map((reason) => reasonTexts[reason]).join(', ');
  const ofPersons = new Set(persons.flatMap((one) => one.reasons));
  const places = [...new Set(where.map(placeName))].join(', ');
  const isAnothers = persons.length > 0 && !persons.some(({ person }) => person === 'entry');
  const isRelatives = persons.some(({ person }) => person !== 'referrer');
  const isStrong = strength === 'strong';
  return (
    <>
      <Checkbox
        checked={finding.isChosen(trace)}
        disabled={!isChoosable(trace)}
        onChange={(_event, isChosen) => finding.choose(trace, isChosen)}
        slotProps={{ input: { 'aria-label': `Choisir ${title}` } }}
        sx={{ alignSelf: 'flex-start', ml: -1 }}
      />
      <Row
        name={title}
        to={place === 'entry' ? `/privacy/entries/${id}` : undefined}
        marks={
          <>
            <Chip
              size="small"
              variant={isStrong ? 'filled' : 'outlined'}
              color={isStrong && !isAnothers ? 'primary' : 'default'}
              label={strengthTexts[strength]}
            />
            {isAnothers && (
              <Chip size="small" color="warning" label={isRelatives ? 'Un proche' : 'L’adresseur'} />
            )}
            {entry !== null && <EntryMarks entry={entry} hold={hold} />}
          </>
        }
        notes={[
          entry === null ? (
            format.dotted(placeTexts[place], establishmentId !== undefined && residence(establishmentId))
          ) : (
            <EntryLine key="entry" entry={entry} />
          ),
          ...persons.map((one) => `${personName(one)} : ${sameOf(one.reasons)}`),
          format.dotted(
            sameOf(reasons.filter((reason) => !ofPersons.has(reason))),
            places !== '' && `dans : ${places}`,
          ),
          files.length > 0 && `CV : ${files.join(', ')}`,
          place !== 'entry' && elsewhereTexts[place],
        ]}
      />
    </>
  );
}
