import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, Typography } from '@mui/material';
import { cvLossText } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { Value } from '../../ui/Value.tsx';
import { Block } from './Block.tsx';

/** The CV, only as a download. */
export function FileBlock({ entry: { id, file, fields } }: { readonly entry: EntryDetail }) {
  const sentAs = sentName(fields.cv);
  const lost = cvLossText(fields.cv);
  return (
    <Block title="CV">
      {file === null ? (
        <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {lost === null ? 'Aucun CV joint.' : <Value of={lost} isWarning />}
        </Typography>
      ) : (
        <>
          <Typography sx={{ mb: 1, overflowWrap: 'anywhere' }}>
            {`${file.name} (${format.number(Math.ceil(file.size / 1024))} Ko)`}
          </Typography>
          {sentAs !== undefined && sentAs !== file.name && (
            <Typography variant="body2" color="text.secondary" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
              {`Nom envoyé : ${sentAs}`}
            </Typography>
          )}
          <Button
            variant="outlined"
            startIcon={<DownloadOutlined />}
            href={`/desk/entries/${id}/file`}
            download
          >
            Télécharger le CV
          </Button>
        </>
      )}
    </Block>
  );
}

/** The file's original name. Control and direction characters, which could disguise it, are escaped; at most 300 characters. */
function sentName(cv: unknown): string | undefined {
  if (typeof cv !== 'object' || cv === null || !('name' in cv) || typeof cv.name !== 'string')
    return undefined;
  const visible = cv.name.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
  return visible.length > 300 ? `${visible.slice(0, 300)}…` : visible;
}
