import { useTranslate } from 'react-admin';
import { Value } from '../leads/Value.tsx';
import type { ListedEntry } from '../lists/listed-entry.ts';

/** The job offer applied for; one that is not known stands out. */
export function OfferName({ application: { announcement } }: { readonly application: ListedEntry }) {
  const translate = useTranslate();
  const say = (key: string, more?: Record<string, string | number>) =>
    translate(`accueil.queues.applications.${key}`, more);
  if (announcement === null) return say('spontaneous');
  const { id, title, open } = announcement;
  if (title === null) return <Value of={say('unknown', { id })} isWarning />;
  return open ? title : say('closed', { title });
}
