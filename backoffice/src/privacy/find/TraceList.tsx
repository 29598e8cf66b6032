import { Card, Checkbox, Chip } from '@mui/material';
import type { Trace } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { Row, Rows } from '../../ui/Rows.tsx';
import { EntryLine, EntryMarks } from '../acts/EntryLines.tsx';
import { personName, placeName, useResidenceName } from '../acts/names.ts';
import { type Finding, isChoosable, keyOf } from './use-finding.ts';

const t = textsOf('privacy.find');

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
  const title = t('named', { name: name ?? translate('accueil.leads.unnamed'), id });
  const sameOf = (some: Trace['reasons']) => some.map((reason) => t(`same.${reason}`)).join(', ');
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
        slotProps={{ input: { 'aria-label': t('choose', { title }) } }}
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
              label={t(strength)}
            />
            {isAnothers && (
              <Chip size="small" color="warning" label={t(isRelatives ? 'relative' : 'referrer')} />
            )}
            {entry !== null && <EntryMarks entry={entry} hold={hold} />}
          </>
        }
        notes={[
          entry === null ? (
            format.dotted(t(`places.${place}`), establishmentId !== undefined && residence(establishmentId))
          ) : (
            <EntryLine key="entry" entry={entry} />
          ),
          ...persons.map((one) => t('because', { name: personName(one), reasons: sameOf(one.reasons) })),
          format.dotted(
            sameOf(reasons.filter((reason) => !ofPersons.has(reason))),
            places !== '' && t('where', { places }),
          ),
          files.length > 0 && t('files', { files: files.join(', ') }),
          place !== 'entry' && t(`elsewhere.${place}`),
        ]}
      />
    </>
  );
}
