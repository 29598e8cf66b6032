import { useGetList, useTranslate } from 'react-admin';
import type { Grant } from './user.ts';

/** Says a grant: « Direction, Les Tilleuls ». */
export function useGrantText(): (grant: Grant) => string {
  const translate = useTranslate();
  const { data: residences = [] } = useGetList<{ readonly id: number; readonly name: string }>(
    'establishments',
  );
  return ({ role, establishmentId }) => {
    const named = translate(`accueil.users.roles.${role}`);
    if (role === 'administrator') return named;
    if (establishmentId === null) return `${named}, ${translate('accueil.users.everywhere')}`;
    const residence = residences.find(({ id }) => id === establishmentId);
    return `${named}, ${residence?.name ?? establishmentId}`;
  };
}
