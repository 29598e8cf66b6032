import {
  Alert,
  Button,
  Card,
  CardContent,
  FormControlLabel,
  MenuItem,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useRefresh } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { ImportResult } from '../api/responses.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { errorText } from '../ui/error-text.ts';
import { SectionHead } from '../ui/SectionHead.tsx';
import { ImportReport } from './ImportReport.tsx';

const t = textsOf('residences.import');

const importKinds = ['residences', 'staff', 'announcements'] as const;
type ImportKind = (typeof importKinds)[number];

/** Imports residences, staff and job offers, after a dry run. */
export function ImportTab() {
  const refresh = useRefresh();
  const [kind, setKind] = useState<ImportKind>(importKinds[0]);
  const [file, setFile] = useState<File>();
  const [replace, setReplace] = useState(false);
  const [report, setReport] = useState<ImportResult>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  /** Clears a report that no longer applies. */
  function clearReport() {
    setReport(undefined);
    setProblem(undefined);
  }

  async function send(dryRun: boolean) {
    if (file === undefined) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const content = await textOf(file);
      if (content === undefined) {
        setProblem(translate('accueil.administration.failures.notUtf8'));
        return;
      }
      setReport(await request('POST /desk/imports/:kind', { kind, content, replace, dryRun }));
      if (!dryRun) refresh();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  const canStore = report !== undefined && !report.stored && report.problems.length === 0;
  return (
    <Card>
      <CardContent>
        <SectionHead title={t('title')} />
        <Typography sx={{ mb: 2 }}>{t('explained')}</Typography>
        <Stack spacing={2} sx={{ alignItems: 'flex-start', maxWidth: 640 }}>
          <TextField
            select
            fullWidth
            label={t('kind')}
            value={kind}
            onChange={(event) => {
              clearReport();
              setKind(importKinds.find((one) => one === event.target.value) ?? kind);
            }}
          >
            {importKinds.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`kinds.${one}`)}
              </MenuItem>
            ))}
          </TextField>
          <ColumnNames kind={kind} />
          <TextField
            type="file"
            fullWidth
            label={t('file')}
            helperText={t('fileHelp')}
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
            label={t('replace')}
          />
          {problem !== undefined && <Alert severity="error">{problem}</Alert>}
          <Stack direction="row" spacing={1}>
            <Button
              variant={canStore ? 'outlined' : 'contained'}
              disabled={file === undefined}
              loading={isBusy}
              onClick={() => send(true)}
            >
              {t('check')}
            </Button>
            {canStore && (
              <Button variant="contained" loading={isBusy} onClick={() => send(false)}>
                {t('store')}
              </Button>
            )}
          </Stack>
          {report !== undefined && <ImportReport report={report} />}
        </Stack>
      </CardContent>
    </Card>
  );
}

/** The text of a file; undefined when it is not UTF-8. */
async function textOf(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** The columns that an import knows. */
function ColumnNames({ kind }: { readonly kind: ImportKind }) {
  const { data } = useRead('GET /desk/imports/:kind', { kind });
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {data !== undefined && t('columns', { columns: data.columns.join(', ') })}
    </Typography>
  );
}
