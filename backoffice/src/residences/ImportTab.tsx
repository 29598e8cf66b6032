import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  FormControlLabel,
  MenuItem,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { downloadCSV } from 'react-admin';
import { counted } from '../../../server/src/french/dates.ts';
import { importColumnNames } from '../../../server/src/french/import-columns.ts';
import { byteOrderMark, csvLine } from '../../../server/src/http/csv.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { ImportResult } from '../api/responses.ts';
import type { AnswerOf } from '../api/routes.ts';
import { format, plural } from '../i18n/format.ts';
import { errorText } from '../ui/error-text.ts';
import { useSend } from '../ui/forms.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';

const kindTexts = { staff: 'Personnel', announcements: 'Offres d’emploi', residences: 'Résidences' };

const importKinds = ['residences', 'staff', 'announcements'] as const;
type ImportKind = (typeof importKinds)[number];
type Report = AnswerOf<'POST /desk/imports/:kind'>;

/** Imports residences, staff and job offers, after a dry run. */
export function ImportTab() {
  const [kind, setKind] = useState<ImportKind>(importKinds[0]);
  const [file, setFile] = useState<File>();
  const [replace, setReplace] = useState(false);
  // What was checked stays while it is stored.
  const [report, setReport] = useState<Report>();
  const { send, isBusy, problem, forget } = useSend({
    isForm: true,
    problemOf: (error) =>
      error instanceof TypeError
        ? 'Le fichier n’est pas en UTF-8. Dans le tableur, enregistrez-le au format « CSV UTF-8 ».'
        : errorText(error),
  });
  const sendFile = (dryRun: boolean) =>
    send(async () => {
      const bytes = await file?.arrayBuffer();
      // A TypeError when it is not UTF-8.
      const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      const answer = await request('POST /desk/imports/:kind', { kind, content, replace, dryRun });
      setReport(answer);
      return answer.stored;
    });
  const clearReport = () => {
    forget();
    setReport(undefined);
  };
  const { data: known } = useRead('GET /desk/imports/:kind', { kind });
  const columns = (known?.columns ?? []).map(columnName);
  const canStore = report !== undefined && !report.stored && report.problems.length === 0;
  return (
    <SectionCard title="Importer un fichier">
      <Typography sx={{ mb: 2 }}>
        CSV (séparateur « ; » ou « , ») en UTF-8, avec une ligne de noms de colonnes, ou tableau JSON. Une
        colonne absente ne change rien ; une cellule vide vide le champ. À la moindre erreur, rien n’est
        enregistré.
      </Typography>
      <Stack spacing={2} sx={{ alignItems: 'flex-start', maxWidth: 640 }}>
        <TextField
          select
          fullWidth
          label="Que contient le fichier ?"
          value={kind}
          onChange={(event) => {
            clearReport();
            setKind(importKinds.find((one) => one === event.target.value) ?? kind);
          }}
        >
          {importKinds.map((one) => (
            <MenuItem key={one} value={one}>
              {kindTexts[one]}
            </MenuItem>
          ))}
        </TextField>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {known === undefined ? '…' : `Colonnes : ${columns.join(', ')}.`}
        </Typography>
        <Button
          startIcon={<DownloadOutlined />}
          disabled={known === undefined}
          onClick={() => downloadCSV(byteOrderMark + csvLine(columns), kindTexts[kind])}
        >
          Télécharger un modèle (CSV)
        </Button>
        <TextField
          type="file"
          fullWidth
          label="Fichier"
          helperText="2 Mo au plus."
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { accept: '.csv,.json,.txt' } }}
          onChange={(event) => {
            clearReport();
            if (event.target instanceof HTMLInputElement) setFile(event.target.files?.[0]);
          }}
        />
        <FormControlLabel
          control={
            <Switch
              checked={replace}
              onChange={(_event, checked) => {
                clearReport();
                setReplace(checked);
              }}
            />
          }
          label="Ce fichier est la liste complète : retirer ce qu’il ne nomme pas"
        />
        {problem}
        <Stack direction="row" spacing={1}>
          <Button
            variant={canStore ? 'outlined' : 'contained'}
            disabled={file === undefined}
            loading={isBusy}
            onClick={() => sendFile(true)}
          >
            Vérifier
          </Button>
          {canStore && (
            <Button variant="contained" loading={isBusy} onClick={() => sendFile(false)}>
              Enregistrer
            </Button>
          )}
        </Stack>
        {report !== undefined && <ImportReport report={report} />}
      </Stack>
    </SectionCard>
  );
}

const maxNamed = 200;
const partNames = { added: 'ajout', changed: 'modification', removed: 'retrait' };

/** What an import changed or would change, or its wrong lines. */
function ImportReport({ report }: { readonly report: ImportResult }) {
  const { stored, unit, unchanged, problems, problemCount } = report;

  if (problems.length > 0)
    return (
      <Alert severity="error" role="alert" sx={{ width: '100%' }}>
        <AlertTitle>{`${counted(problemCount, 'erreur :', 'erreurs :')} rien n’est enregistré`}</AlertTitle>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {problems.map(({ number, field, message }) => (
            <li key={`${number} ${field} ${message}`}>
              {[number === 0 ? '' : `${unit === 'line' ? 'Ligne' : 'Élément'} ${number}`, columnName(field)]
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
            {`${format.number(report[part].length)} ${plural(report[part].length, partNames[part])}`}
          </Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {report[part]
              .slice(0, maxNamed)
              .map((line) => (part === 'changed' ? inFrench(line) : line))
              .join(' · ')}
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

const columnName = (name: string) => importColumnNames[name] ?? name;

/** « Les Tilleuls : nom, téléphone » for `Les Tilleuls: name, phone`. */
function inFrench(line: string): string {
  return line.replace(
    /: ([\w, ]+)$/,
    (_, names: string) => ` : ${names.split(', ').map(columnName).join(', ')}`,
  );
}

/** The service's English messages, and what they are in French. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^no such column: expected some of/, 'cette colonne n’existe pas'],
  [/^expected at most (?<most>\d+) characters$/, '$<most> caractères au plus'],
  [/^expected a value$/, 'il manque une valeur'],
  [
    /^expected an integer from 1 to (?<most>\d+), not (?<typed>.*)$/s,
    'un nombre entier est attendu, et non « $<typed> »',
  ],
  [
    /^expected true or false, oui or non, 1 or 0, not (?<typed>.*)$/s,
    'oui ou non est attendu, et non « $<typed> »',
  ],
  [
    /^expected (?<expected>\d+) cells, as in the header, and found (?<found>\d+)$/,
    '$<expected> cellules sont attendues comme dans la première ligne, il y en a $<found>',
  ],
  [/^expected a SIRET/, 'ce SIRET n’est pas juste : 14 chiffres, le dernier est une clé'],
  [/^expected an IBAN/, 'cet IBAN n’est pas juste'],
  [/^expected a BIC/, 'un BIC compte 8 ou 11 caractères'],
  [/^expected a postal code/, 'un code postal compte 5 chiffres (un tableur peut perdre le 0 du début)'],
  [/^Excel has lost digits of this number: (?<typed>.*)$/s, 'Excel a perdu des chiffres : « $<typed> »'],
  [/ stands in the file twice$/, 'figure deux fois dans le fichier'],
  [
    /^(?<named>.*) is missing, and can't be removed: it has entries/s,
    '$<named> manque dans le fichier, mais ne peut pas être retirée : elle a des demandes',
  ],
  [/^no residence has the id (?<id>\d+)$/, 'aucune résidence ne porte le numéro $<id>'],
  [/^nobody on the staff has the id (?<id>\d+)$/, 'personne ne porte le numéro $<id>'],
  [
    /^\d+ people have this name and job there: give the id$/,
    'plusieurs personnes ont ce nom et cette fonction : donnez leur numéro (id)',
  ],
  [/^a doctor is medical staff too$/, 'un médecin fait partie du personnel médical'],
  [
    /^an earlier row says (?<earlier>.*) of the group/s,
    'une ligne précédente dit « $<earlier> » de ce groupe',
  ],
  [
    /^there is no group (?<slug>.*): to add it, give its groupeName$/s,
    'le groupe « $<slug> » n’existe pas : pour l’ajouter, donnez son nom (groupeName)',
  ],
  [
    /small letters, digits, - and _, not/,
    'un nom court est fait de minuscules sans accent, de chiffres, de - et de _',
  ],
  [/^expected a JSON object$|^expected a string, a number/, 'un objet JSON de valeurs simples est attendu'],
];

/** Translates the problem of a line; an unknown one stays as it is. */
function problemText(message: string): string {
  for (const [pattern, french] of known) {
    const [found] = pattern.exec(message) ?? [];
    if (found !== undefined) return found.replace(pattern, french);
  }
  return message;
}
