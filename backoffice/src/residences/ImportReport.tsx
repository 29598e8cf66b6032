import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import { counted } from '../../../server/src/french/dates.ts';
import { importColumnNames } from '../../../server/src/french/import-columns.ts';
import type { ImportResult } from '../api/responses.ts';
import { format, plural } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';

const t = textsOf('residences.import');

const maxNamed = 200;

/** What an import changed or would change, or its wrong lines. */
export function ImportReport({ report }: { readonly report: ImportResult }) {
  const { stored, unit, unchanged, problems, problemCount } = report;

  if (problems.length > 0)
    return (
      <Alert severity="error" role="alert" sx={{ width: '100%' }}>
        <AlertTitle>{`${counted(problemCount, 'erreur :', 'erreurs :')} rien n’est enregistré`}</AlertTitle>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {problems.map(({ number, field, message }) => (
            <li key={`${number} ${field} ${message}`}>
              {[
                number === 0 ? '' : { line: `Ligne ${number}`, element: `Élément ${number}` }[unit],
                importColumnNames[field] ?? field,
              ]
                .filter((part) => part !== '')
                .join(', ')}
              {' — '}
              {problemText(message)}
            </li>
          ))}
        </Box>
      </Alert>
    );
  const parts = (['added', 'changed', 'removed'] as const).filter((part) => report[part].length > 0);
  return (
    <Alert severity={stored ? 'success' : 'info'} role="status" sx={{ width: '100%' }}>
      <AlertTitle>{stored ? 'C’est enregistré' : 'Voici ce qui changerait'}</AlertTitle>
      {parts.map((part) => (
        <Box key={part} sx={{ mb: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {
              {
                changed: `${format.number(report[part].length)} ${plural(report[part].length, 'modification')}`,
                added: `${format.number(report[part].length)} ${plural(report[part].length, 'ajout')}`,
                removed: `${format.number(report[part].length)} ${plural(report[part].length, 'retrait')}`,
              }[part]
            }
          </Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {report[part].slice(0, maxNamed).join(' · ')}
            {report[part].length > maxNamed && ' …'}
          </Typography>
        </Box>
      ))}
      <Typography variant="body2">
        {`${format.number(unchanged)} ${plural(unchanged, 'ligne')} sans changement`}
      </Typography>
    </Alert>
  );
}

/** The service's English messages, and the keys of their translations. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^no such column: expected some of/, 'noColumn'],
  [/^expected at most (?<most>\d+) characters$/, 'tooLong'],
  [/^expected a value$/, 'noValue'],
  [/^expected an integer from 1 to (?<most>\d+), not (?<typed>.*)$/s, 'noId'],
  [/^expected true or false, oui or non, 1 or 0, not (?<typed>.*)$/s, 'noFlag'],
  [/^expected (?<expected>\d+) cells, as in the header, and found (?<found>\d+)$/, 'cells'],
  [/^expected a SIRET/, 'siret'],
  [/^expected an IBAN/, 'iban'],
  [/^expected a BIC/, 'bic'],
  [/^expected a postal code/, 'cp'],
  [/^Excel has lost digits of this number: (?<typed>.*)$/s, 'lostDigits'],
  [/ stands in the file twice$/, 'twice'],
  [/^(?<named>.*) is missing, and can't be removed: it has entries/s, 'hasEntries'],
  [/^no residence has the id (?<id>\d+)$/, 'noResidence'],
  [/^nobody on the staff has the id (?<id>\d+)$/, 'unknownStaff'],
  [/^\d+ people have this name and job there: give the id$/, 'several'],
  [/^a doctor is medical staff too$/, 'medical'],
  [/^an earlier row says (?<earlier>.*) of the group/s, 'earlier'],
  [/^there is no group (?<slug>.*): to add it, give its groupeName$/s, 'noGroup'],
  [/small letters, digits, - and _, not/, 'slug'],
  [/^expected a JSON object$|^expected a string, a number/, 'json'],
];

/** Translates the problem of a line; an unknown one stays as it is. */
function problemText(message: string): string {
  for (const [pattern, key] of known) {
    const found = pattern.exec(message);
    if (found !== null) return t(`problems.${key}`, { ...found.groups });
  }
  return message;
}
