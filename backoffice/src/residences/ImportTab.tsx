import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import {
  Alert,
  Button,
  FormControlLabel,
  MenuItem,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadCSV, useRefresh } from 'react-admin';
import { importColumnNames } from '../../../server/src/french/import-columns.ts';
import { byteOrderMark, csvLine } from '../../../server/src/http/csv.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { AnswerOf } from '../api/routes.ts';
import { errorText } from '../ui/error-text.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { ImportReport } from './ImportReport.tsx';

const kindTexts = { staff: 'Personnel', announcements: 'Offres d’emploi', residences: 'Résidences' };

const importKinds = ['residences', 'staff', 'announcements'] as const;
type ImportKind = (typeof importKinds)[number];
type Report = AnswerOf<'POST /desk/imports/:kind'>;

/** Imports residences, staff and job offers, after a dry run. */
export function ImportTab() {
  const refresh = useRefresh();
  const [kind, setKind] = useState<ImportKind>(importKinds[0]);
  const [file, setFile] = useState<File>();
  const [replace, setReplace] = useState(false);
  // What was checked stays while it is stored.
  const [report, setReport] = useState<Report>();
  const {
    error,
    isPending,
    mutate: send,
    reset,
  } = useMutation({
    // Without a network it fails at once, and is not sent later by itself.
    networkMode: 'always',
    mutationFn: async (dryRun: boolean) => {
      const bytes = await file?.arrayBuffer();
      // A TypeError when it is not UTF-8.
      const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return request('POST /desk/imports/:kind', { kind, content, replace, dryRun });
    },
    onSuccess(answer) {
      setReport(answer);
      if (answer.stored) refresh();
    },
  });
  const clearReport = () => {
    reset();
    setReport(undefined);
  };
  const { data: known } = useRead('GET /desk/imports/:kind', { kind });
  const columns = (known?.columns ?? []).map((column) => importColumnNames[column] ?? column);
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
        {error !== null && (
          <Alert severity="error">
            {error instanceof TypeError
              ? 'Le fichier n’est pas en UTF-8. Dans le tableur, enregistrez-le au format « CSV UTF-8 ».'
              : errorText(error)}
          </Alert>
        )}
        <Stack direction="row" spacing={1}>
          <Button
            variant={canStore ? 'outlined' : 'contained'}
            disabled={file === undefined}
            loading={isPending}
            onClick={() => send(true)}
          >
            Vérifier
          </Button>
          {canStore && (
            <Button variant="contained" loading={isPending} onClick={() => send(false)}>
              Enregistrer
            </Button>
          )}
        </Stack>
        {report !== undefined && <ImportReport report={report} />}
      </Stack>
    </SectionCard>
  );
}
