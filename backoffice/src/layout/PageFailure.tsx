import { Alert, Button } from '@mui/material';
import { useEffect, useSyncExternalStore } from 'react';
import { Title, useTranslate } from 'react-admin';
import { isServiceReachable, onReachabilityChange, read } from '../api/client.ts';
import { useTexts } from '../i18n/use-texts.ts';

/** When this tab was last reloaded for a missing file, in milliseconds since 1970. */
const reloadedAtKey = 'accueil.reloadedAt';
const reloadAgainAfterMs = 60_000;

interface Props {
  /** Loads the page again; resolves to whether it could be loaded. */
  readonly onAgain: () => Promise<boolean>;
}

/**
 * Stands for a page whose file could not be loaded. Where the service answers, the file is one of an earlier version: the
 * tab is then reloaded, once.
 */
export function PageFailure({ onAgain }: Props) {
  const t = useTexts('network');
  const translate = useTranslate();
  const isReachable = useSyncExternalStore(onReachabilityChange, isServiceReachable);
  useEffect(() => {
    read('/desk/session').then(reloadOnce, () => undefined);
  }, []);
  return (
    <>
      <Title title="accueil.network.pageTitle" />
      <Alert
        severity="warning"
        sx={{ mt: 2 }}
        action={
          // Without a network, the notice above has the button.
          isReachable && (
            <Button
              color="inherit"
              onClick={async () => {
                if (!(await onAgain())) location.reload();
              }}
            >
              {translate('accueil.retry')}
            </Button>
          )
        }
      >
        {t('page')}
      </Alert>
    </>
  );
}

function reloadOnce(): void {
  if (Date.now() - Number(sessionStorage.getItem(reloadedAtKey) ?? 0) < reloadAgainAfterMs) return;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  location.reload();
}
