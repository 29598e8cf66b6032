import { AccueilClient, AccueilError, InvalidError } from 'accueil-sdk';
import type { Settings } from './settings.ts';
import type { Form, Kept, Store } from './store.ts';

/** The outcome of a visitor's form. */
export type Outcome = { readonly done: true } | { readonly done: false; readonly field: string | undefined };

export interface Leads {
  /** Submits a form. Fails only if accueil rejects it; if accueil is unavailable, the form is queued here. */
  take(form: Form): Promise<Outcome>;
  /** Sends queued forms. */
  sendWaiting(): Promise<void>;
}

export function leadsTo({ accueilUrl, password }: Settings, store: Store): Leads {
  // The visitor is waiting: after the timeout the form is sent later.
  const accueil = new AccueilClient({ baseUrl: accueilUrl, password, timeoutMs: 3000, retries: 1 });

  const send = async (kept: Kept) => {
    const { customId, establishmentId, body } = kept;
    // The same content with the same customId is stored once, even if a response got lost.
    await accueil.createCommercial(establishmentId, { ...body, customId });
    store.markSent(kept);
  };

  return {
    async take(form) {
      const kept = store.keep(form);
      try {
        await send(kept);
      } catch (error) {
        if (error instanceof InvalidError) {
          store.forget(kept);
          return { done: false, field: error.field };
        }
        if (!(error instanceof AccueilError)) throw error;
        console.error(`${form.customId} waits: ${error.name}: ${error.message}`);
      }
      return { done: true };
    },

    async sendWaiting() {
      for (const form of store.waiting()) {
        try {
          await send(form);
          console.log(`${form.customId} is sent`);
        } catch (error) {
          console.error(`${form.customId} waits: ${error}`);
        }
      }
    },
  };
}
