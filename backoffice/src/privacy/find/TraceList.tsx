import { Box, Card, Checkbox, Chip, Link as MuiLink, Stack, Typography } from '@mui/material';
import { Link } from 'react-router';
import type { Trace } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { EntryLine, EntryMarks } from '../acts/EntryLines.tsx';
import { personName, placeName, useResidenceName } from '../acts/names.ts';
import { type Finding, isChoosable, keyOf } from './use-finding.ts';

const t = textsOf('privacy.find');

/** Everything that was found, strong matches first. */
export function TraceList({
  finding,
  traces,
}: {
  readonly finding: Finding;
  readonly traces: readonly Trace[];
}) {
  if (traces.length === 0) return null;
  return (
    <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {traces.map((trace) => (
        <TraceRow key={keyOf(trace)} trace={trace} finding={finding} />
      ))}
    </Card>
  );
}

const listed = { display: 'flex', gap: 1, px: 1, py: 1.25 };
const apart = { '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' } };

function TraceRow({ trace, finding }: { readonly trace: Trace; readonly finding: Finding }) {
  const residence = useResidenceName();
  const { place, id, entry, establishmentId, name, hold, strength, reasons, persons, files, where } = trace;
  const title = t('named', { name: name ?? translate('accueil.leads.unnamed'), id });
  const sameOf = (some: Trace['reasons']) => some.map((reason) => t(`same.${reason}`)).join(', ');
  const ofPersons = new Set(persons.flatMap((one) => one.reasons));
  const places = [...new Set(where.map(placeName))].join(', ');
  const isAnothers = persons.length > 0 && !persons.some(({ person }) => person === 'entry');
  const isRelatives = persons.some(({ person }) => person !== 'referrer');
  const notes = [
    ...persons.map((one) => t('because', { name: personName(one), reasons: sameOf(one.reasons) })),
    format.dotted(
      sameOf(reasons.filter((reason) => !ofPersons.has(reason))),
      places !== '' && t('where', { places }),
    ),
    files.length > 0 && t('files', { files: files.join(', ') }),
    place !== 'entry' && t(`elsewhere.${place}`),
  ];
  return (
    <Box component="li" sx={{ ...listed, ...apart }}>
      <Checkbox
        checked={finding.isChosen(trace)}
        disabled={!isChoosable(trace)}
        onChange={(_event, isChosen) => finding.choose(trace, isChosen)}
        slotProps={{ input: { 'aria-label': t('choose', { title }) } }}
        sx={{ alignSelf: 'flex-start' }}
      />
      <Stack spacing={0.5} sx={{ minWidth: 0, flexGrow: 1, py: 0.75 }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {place !== 'entry' ? (
              title
            ) : (
              <MuiLink component={Link} to={`/privacy/entries/${id}`}>
                {title}
              </MuiLink>
            )}
          </Typography>
          <Chip
            size="small"
            variant={strength === 'strong' ? 'filled' : 'outlined'}
            color={strength === 'strong' && !isAnothers ? 'primary' : 'default'}
            label={t(strength)}
          />
          {isAnothers && (
            <Chip size="small" color="warning" label={t(isRelatives ? 'relative' : 'referrer')} />
          )}
          {entry !== null && <EntryMarks entry={entry} hold={hold} />}
        </Stack>
        {entry === null ? (
          <Typography variant="body2" color="textSecondary">
            {format.dotted(t(`places.${place}`), establishmentId !== undefined && residence(establishmentId))}
          </Typography>
        ) : (
          <EntryLine entry={entry} />
        )}
        {notes.map(
          (note) =>
            note && (
              <Typography key={note} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {note}
              </Typography>
            ),
        )}
      </Stack>
    </Box>
  );
}
