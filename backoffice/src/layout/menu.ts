import type { Counts, Right } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { translate } from '../i18n/texts.ts';

/** In the menu of users who may write a lead down and read none: it is where they start. */
const newLeadPath = '/leads/create';

/** The pages of the menu, by the key of their text in `accueil.menu`. */
const pages = {
  today: { to: '/', right: 'today' },
  agenda: { to: '/agenda', right: 'entries.read' },
  newLead: { to: newLeadPath, right: 'entries.create' },
  leads: { to: '/leads', right: 'entries.read' },
  board: { to: '/board', right: 'entries.read' },
  surveys: { to: '/surveys', right: 'entries.read' },
  applications: { to: '/applications', right: 'applications.read' },
  residences: { to: '/establishments', right: 'residences.read' },
  statistics: { to: '/statistics', right: 'statistics.read' },
  integrations: { to: '/integrations', right: 'integrations' },
  users: { to: '/users', right: 'users' },
  privacy: { to: '/privacy', right: 'privacy' },
} as const satisfies Readonly<Record<string, { readonly to: string; readonly right: Right }>>;

export type MenuText = keyof typeof pages;

/** A page of the menu, with those below its address. */
export interface MenuPage {
  readonly to: string;
  readonly text: MenuText;
  readonly right: Right;
}

const texts = Object.keys(pages) as MenuText[];
const menu: readonly MenuPage[] = texts.map((text) => ({ text, ...pages[text] }));

/** The pages that a user may open, at most eleven. Users who may read leads have a button above their list for a new one. */
export function menuOf(rights: readonly Right[]): readonly MenuPage[] {
  return menu.filter(
    ({ to, right }) => rights.includes(right) && (to !== newLeadPath || !rights.includes('entries.read')),
  );
}

/** The page of the menu of an address; undefined for pages of the user's own menu. */
export function menuPageOf(pathname: string): MenuPage | undefined {
  if (pathname === '/') return menu[0];
  return menu.find(({ to }) => to !== '/' && (pathname === to || pathname.startsWith(`${to}/`)));
}

/** How many entries wait on a page. */
export function waitingAt(to: string, counts: Counts | undefined): number {
  if (counts === undefined) return 0;
  const { leads, surveys, applications } = counts;
  switch (to) {
    case '/leads':
      return leads.toCall;
    case '/surveys':
      return surveys.toCall + (surveys.complaint ?? 0) + surveys.survey;
    case '/applications':
      return applications ?? 0;
    default:
      return 0;
  }
}

/** The title of a tab: « (2) Colette Meunier – Demandes – Accueil », after the number of families who wait. */
export function titleOf(pathname: string, heading: string, counts: Counts | undefined): string {
  // Families to call: leads and contact forms.
  const waiting = counts === undefined ? 0 : counts.leads.toCall + counts.surveys.toCall;
  const page = menuPageOf(pathname);
  const names = [
    heading,
    page === undefined ? '' : translate(`accueil.menu.${page.text}`),
    translate('accueil.name'),
  ].filter((name, i, all) => name !== '' && all.indexOf(name) === i);
  return `${waiting === 0 ? '' : `(${format.number(waiting)}) `}${names.join(' – ')}`;
}
