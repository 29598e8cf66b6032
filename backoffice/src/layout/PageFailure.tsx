import { Alert, Button } from '@mui/material';
import { useEffect, useSyncExternalStore } from 'react';
import { Title } from 'react-admin';
import { isServiceReachable, onReachabilityChange, request } from '../api/client.ts';

/** When this tab was last reloaded for a missing file, by the page; in milliseconds since 1970. */
const reloadedAt = 'accueil.reloadedAt';
const reloadAgainAfterMs = 60_000;

interface Props {
  /** Null while it was not asked for, without a network. */
  readonly error: unknown;
  /** Loads the page again; resolves to whether it could be loaded. */
  readonly onAgain: () => Promise<boolean>;
}

/**
 * Stands for a page whose file could not be loaded. Where the service answers, the file is one of an earlier version, or the
 * browser remembers that a file of it failed: the tab is then reloaded, once.
 */
export function PageFailure({ error, onAgain }: Props) {
  const isReachable = useSyncExternalStore(onReachabilityChange, isServiceReachable);
  useEffect(() => {
    if (error !== null) request('GET /desk/session').then(reloadOnce, () => undefined);
  }, [error]);
  return (
    <>
      <Title title="Page non chargée" />
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
              Réessayer
            </Button>
          )
        }
      >
        Cette page n’a pas pu être chargée.
      </Alert>
    </>
  );
}

function reloadOnce(): void {
  const key = `${reloadedAt}${location.hash}`;
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < reloadAgainAfterMs) return;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
}
