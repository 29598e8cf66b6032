import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { useErrorNotice } from './error-text.ts';

/** Runs a change, notifies of its outcome, and refreshes the page. */
export function useAct(): {
  readonly isBusy: boolean;
  /** `done` is notified when it has succeeded. */
  act(work: () => Promise<unknown>, done?: string): Promise<void>;
} {
  const notify = useNotify();
  const refresh = useRefresh();
  const failed = useErrorNotice();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    async act(work, done) {
      setBusy(true);
      try {
        await work();
        if (done !== undefined) notify(done, { type: 'success' });
        refresh();
      } catch (error) {
        failed(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
