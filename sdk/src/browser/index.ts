import { forget, land } from './clicks.ts';
import { consent, followConsent } from './consent.ts';
import { refresh, watchForms } from './forms.ts';

export { consent };

/** Options, named as the attributes of the script element. */
export interface CaptureOptions {
  /**
   * `granted` when the visitor has already agreed to advertising. Otherwise, call {@link consent} or use Google's consent
   * mode later.
   */
  readonly consent?: string | undefined;
  /** When present, the parameters of the campaign (`utm_source` …) and the first page are stored as well. */
  readonly utm?: string | undefined;
}

/** Starts to capture clicks, and to fill and send the forms marked `data-accueil`. Call it once per page. */
export function capture({ consent: answer, utm }: CaptureOptions): void {
  land(utm != null);
  followConsent((isWithdrawn) => {
    if (isWithdrawn) forget();
    // After everything that the page says in this turn.
    queueMicrotask(refresh);
  });
  if (answer === 'granted') consent(true);
  watchForms();
}
