import { forget, land } from './clicks.ts';
import { consent, followConsent } from './consent.ts';
import { refresh, watchForms } from './forms.ts';

export { consent };

/** As the attributes of the script element say it. */
export interface CaptureOptions {
  /**
   * `granted` when the visitor has agreed to advertising already; else {@link consent} or Google's consent mode says so
   * later.
   */
  readonly consent?: string | undefined;
  /** When it is there, the parameters of the campaign (`utm_source` …) and the first page are kept as well. */
  readonly utm?: string | undefined;
}

/** Begins to capture clicks and to look after the forms marked `data-accueil`. Once a page. */
export function capture({ consent: answer, utm }: CaptureOptions): void {
  land(utm != null);
  followConsent((isWithdrawn) => {
    if (isWithdrawn) forget();
    // Once all that a page says at once is said.
    queueMicrotask(refresh);
  });
  if (answer === 'granted') consent(true);
  watchForms();
}
