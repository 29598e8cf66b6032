import { Alert, Button } from '@mui/material';
import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isServiceReachable, onReachabilityChange, request } from '../api/client.ts';

const retryEveryMs = 10_000;

/** Says that the service can't be reached, for as long as it can't. */
export function NetworkNotice() {
  const queryClient = useQueryClient();
  const isOnline = useSyncExternalStore(onReachabilityChange, isServiceReachable);
  const hasNetwork = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  const isCutOff = !isOnline || !hasNetwork;
  useEffect(() => {
    if (!isCutOff) return undefined;
    const again = () => void tryAgain(queryClient);
    const timer = window.setInterval(again, retryEveryMs);
    window.addEventListener('online', again);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [isCutOff, queryClient]);
  if (!isCutOff) return null;
  return (
    <Alert
      severity="warning"
      className="screen-only"
      // In sight wherever the page is scrolled to.
      sx={{ mt: 1, position: 'sticky', top: 56, zIndex: 'appBar' }}
      action={
        <Button color="inherit" onClick={() => void tryAgain(queryClient)}>
          Réessayer
        </Button>
      }
    >
      Pas de réseau, ou le service ne répond pas. Ce qui est affiché peut dater ; ce que vous saisissez est
      conservé.
    </Alert>
  );
}

function subscribe(listener: () => void): () => void {
  return onlineManager.subscribe(listener);
}

/** Asks the service for an answer, and then for everything on the page that failed. */
async function tryAgain(queryClient: QueryClient): Promise<void> {
  try {
    await request('GET /desk/session');
  } catch {
    return;
  }
  // Queries that wait for the browser's own opinion of the network go on.
  onlineManager.setOnline(true);
  await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}
