import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ListedEntry } from '../api/responses.ts';
import { ActButton } from '../entries/detail/ActButton.tsx';
import { ProcessedButton } from '../entries/list/ProcessedButton.tsx';
import { useTexts } from '../i18n/use-texts.ts';
import { useMayChange } from '../session/access.ts';
import { Value } from '../ui/Value.tsx';

/** The usual acts on an application. A CV is downloaded, never shown inside a page. */
export function ApplicationActs({ application }: { readonly application: ListedEntry }) {
  const translate = useTranslate();
  const mayChange = useMayChange();
  const { id, status, hasFile } = application;
  const name = application.name ?? translate('accueil.leads.unnamed');
  const t = (key: string) => translate(`accueil.queues.applications.${key}`, { name });
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {hasFile && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<DownloadOutlined />}
          href={`/desk/entries/${id}/file`}
          download
          aria-label={t('downloadOf')}
        >
          {t('download')}
        </Button>
      )}
      {mayChange(application) && (
        <ActButton entryId={id} act="comment" text={t('comment')} label={t('commentOf')} variant="text" />
      )}
      {mayChange(application) && status === 'new' && <ProcessedButton entry={application} as="application" />}
    </Stack>
  );
}

/** The job offer applied for; an unknown one is highlighted. */
export function OfferName({ application: { announcement } }: { readonly application: ListedEntry }) {
  const t = useTexts('queues.applications');
  if (announcement === null) return t('spontaneous');
  const { id, title, open } = announcement;
  if (title === null) return <Value of={t('unknown', { id })} isWarning />;
  return open ? title : t('closed', { title });
}
