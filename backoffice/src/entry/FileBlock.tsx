import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Block } from './Block.tsx';
import { useWords } from './use-words.ts';
import type { WholeEntry } from './whole-entry.ts';

/** The CV: downloaded, never shown inside the page. */
export function FileBlock({ entry: { id, file } }: { readonly entry: WholeEntry }) {
  const translate = useTranslate();
  const { format } = useWords();
  return (
    <Block title={translate('accueil.entry.file.title')}>
      {file === null ? (
        <Typography color="text.secondary">{translate('accueil.entry.file.none')}</Typography>
      ) : (
        <>
          <Typography sx={{ mb: 1, overflowWrap: 'anywhere' }}>
            {translate('accueil.entry.file.about', {
              name: file.name,
              size: translate('accueil.entry.file.size', {
                size: format.number(Math.ceil(file.size / 1024)),
              }),
            })}
          </Typography>
          <Button
            variant="outlined"
            startIcon={<DownloadOutlined />}
            href={`/desk/entries/${id}/file`}
            download
          >
            {translate('accueil.entry.file.download')}
          </Button>
        </>
      )}
    </Block>
  );
}
