import { useTranslate } from 'react-admin';
import { useResidences } from '../desk/use-residences.ts';
import type { Grant } from './user.ts';

/** Says a grant: « Direction, Les Tilleuls ». */
export function useGrantText(): (grant: Grant) => string {
  const translate = useTranslate();
  const { nameOf } = useResidences();
  return ({ role, establishmentId }) => {
    const named = translate(`accueil.users.roles.${role}`);
    if (role === 'administrator') return named;
    if (establishmentId === null) return `${named}, ${translate('accueil.users.everywhere')}`;
    return `${named}, ${nameOf(establishmentId)}`;
  };
}
