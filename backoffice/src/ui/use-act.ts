import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { useErrorText } from './error-text.ts';

/** Does something through the desk, says how it went, and has the page read again what it shows. */
export function useAct(): {
  readonly isBusy: boolean;
  /** `done`: the message that says it has worked; none when it is seen anyway. */
  act(work: () => Promise<unknown>, done?: string): Promise<void>;
} {
  const notify = useNotify();
  const refresh = useRefresh();
  const errorText = useErrorText();
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
        notify(errorText(error), { type: 'error' });
      } finally {
        setBusy(false);
      }
    },
  };
}
