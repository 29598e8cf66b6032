import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ActButton } from '../entry/ActButton.tsx';
import type { ListedEntry } from '../lists/listed-entry.ts';
import { ProcessedButton } from '../lists/ProcessedButton.tsx';
import { useMayChange } from '../lists/use-may-change.ts';

/** What is usually done with an application. The CV is downloaded, never shown inside a page. */
export function ApplicationActs({ application }: { readonly application: ListedEntry }) {
  const translate = useTranslate();
  const mayChange = useMayChange();
  const { id, status, hasFile } = application;
  const name = application.name ?? translate('accueil.leads.unnamed');
  const say = (key: string) => translate(`accueil.queues.applications.${key}`, { name });
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {hasFile && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<DownloadOutlined />}
          href={`/desk/entries/${id}/file`}
          download
          aria-label={say('downloadOf')}
        >
          {say('download')}
        </Button>
      )}
      {mayChange(application) && (
        <ActButton entryId={id} act="comment" text={say('comment')} label={say('commentOf')} variant="text" />
      )}
      {mayChange(application) && status === 'new' && <ProcessedButton entry={application} />}
    </Stack>
  );
}
