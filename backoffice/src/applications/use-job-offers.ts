import { useTranslate } from 'react-admin';
import { useDeskRead } from '../administration/use-desk-read.ts';
import { useResidences } from '../desk/use-residences.ts';

interface JobOffer {
  readonly id: number;
  readonly title: string;
  readonly open: boolean;
  readonly establishmentId: number;
}

/** The job offers within reach, as choices of a filter. */
export function useJobOffers(): readonly { readonly id: number; readonly name: string }[] {
  const translate = useTranslate();
  const { all, nameOf } = useResidences();
  const { data } = useDeskRead<{ readonly data: readonly JobOffer[] }>('/desk/announcements');
  return (data?.data ?? []).map(({ id, title, open, establishmentId }) => {
    const named = all.length > 1 ? `${title} – ${nameOf(establishmentId)}` : title;
    return { id, name: open ? named : translate('accueil.queues.applications.closed', { title: named }) };
  });
}
