import { useSession } from '../session/use-session.ts';

/** A filter that is wanted every day. */
export interface View {
  readonly name: 'all' | 'new' | 'callback' | 'visit' | 'flagged' | 'orientation' | 'presumed' | 'mine';
  readonly filter: Readonly<Record<string, string>>;
}

const everyday: readonly View[] = [
  { name: 'all', filter: {} },
  { name: 'new', filter: { status: 'new' } },
  { name: 'callback', filter: { planned: 'callback' } },
  { name: 'visit', filter: { planned: 'visit' } },
  { name: 'flagged', filter: { flagged: 'true' } },
  { name: 'orientation', filter: { orientation: 'true' } },
  { name: 'presumed', filter: { aside: 'presumed' } },
];

/** The views of whoever is signed in: who sees every residence and works at some has those for themselves. */
export function useViews(): readonly View[] {
  const places = useSession()?.user.grants.map(({ establishmentId }) => establishmentId) ?? [];
  const hasOwn = places.includes(null) && places.some((place) => place !== null);
  return hasOwn ? [...everyday, { name: 'mine', filter: { mine: 'true' } }] : everyday;
}
