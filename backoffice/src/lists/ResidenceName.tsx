import { useResidences } from '../desk/use-residences.ts';
import { Value } from '../leads/Value.tsx';

/** The residence of an entry, or that it waits for one. */
export function ResidenceName({ id }: { readonly id: number | null }) {
  const { nameOf } = useResidences();
  return id === null ? <Value of="accueil.leads.unassigned" isWarning /> : nameOf(id);
}
