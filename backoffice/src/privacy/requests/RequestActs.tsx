import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, type ButtonProps, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import type { PrivacyRequest } from '../../api/privacy-responses.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EraseDialog } from '../acts/EraseDialog.tsx';
import { HoldDialog } from '../acts/HoldDialog.tsx';
import { ObjectionDialog } from '../acts/ObjectionDialog.tsx';

/** What the request asks for, as a button. */
export function RequestActs({ request }: { readonly request: PrivacyRequest }) {
  const t = useTexts('privacy.request.acts');
  const notify = useNotify();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const { id, kind, entries } = request;
  // Refused ones stay as they are.
  const entryIds = entries
    .filter(({ exists, restriction, state }) => exists && restriction !== 'erased' && state !== 'refused')
    .map(({ entryId }) => entryId);
  const isNone = entryIds.length === 0;
  const close = () => setOpen(false);
  const done = (message: string) => {
    close();
    notify(message, { type: 'success' });
    refresh();
  };
  const main: ButtonProps = { variant: 'contained', onClick: () => setOpen(true) };
  switch (kind) {
    case 'access':
    case 'portability':
      return (
        <Button
          variant="contained"
          startIcon={<DownloadOutlined />}
          disabled={
            isNone || entries.some((one) => one.people === null && one.exists && one.state !== 'refused')
          }
          href={`/desk/privacy/requests/${id}/export.zip`}
          download
          // The request notes that it was downloaded.
          onClick={() => window.setTimeout(refresh, downloadNotedMs)}
        >
          {t('export')}
        </Button>
      );
    case 'erasure':
      return (
        <>
          <Button {...main} color="error" disabled={isNone}>
            {t('erase')}
          </Button>
          {isOpen && (
            <EraseDialog
              entryIds={entryIds}
              requestId={id}
              onClose={close}
              onDone={() => done('accueil.privacy.erase.done')}
            />
          )}
        </>
      );
    case 'limitation':
      return (
        <>
          <Button {...main} disabled={isNone}>
            {t('limit')}
          </Button>
          {isOpen && (
            <HoldDialog
              entryIds={entryIds}
              requestId={id}
              kind="limitation"
              onClose={close}
              onDone={() => done('accueil.privacy.hold.done')}
            />
          )}
        </>
      );
    case 'opposition':
      return (
        <>
          <Button {...main}>{t('object')}</Button>
          {isOpen && (
            <ObjectionDialog
              requestId={id}
              onClose={close}
              onDone={() => done('accueil.privacy.objection.done')}
            />
          )}
        </>
      );
    case 'rectification':
      return <Typography variant="body2">{t('rectify')}</Typography>;
    default:
      return kind satisfies never;
  }
}

const downloadNotedMs = 1_500;
