import type { Counts, Right } from '../api/responses.ts';
import { format } from '../i18n/format.ts';

/** In the menu of users who may write a lead down and read none: it is where they start. */
const newLeadPath = '/leads/create';

interface Page {
  readonly text: string;
  readonly to: string;
  readonly right: Right;
}

const pages = {
  today: { text: 'Ma journée', to: '/', right: 'today' },
  agenda: { text: 'Agenda', to: '/agenda', right: 'entries.read' },
  newLead: { text: 'Nouvelle demande', to: newLeadPath, right: 'entries.create' },
  leads: { text: 'Demandes', to: '/leads', right: 'entries.read' },
  board: { text: 'Tableau par étape', to: '/board', right: 'entries.read' },
  surveys: { text: 'Contacts et avis', to: '/surveys', right: 'entries.read' },
  applications: { text: 'Candidatures', to: '/applications', right: 'applications.read' },
  residences: { text: 'Résidences', to: '/establishments', right: 'residences.read' },
  statistics: { text: 'Statistiques', to: '/statistics', right: 'statistics.read' },
  integrations: { text: 'Intégrations', to: '/integrations', right: 'integrations' },
  users: { text: 'Utilisateurs', to: '/users', right: 'users' },
  privacy: { text: 'Vie privée', to: '/privacy', right: 'privacy' },
} as const satisfies Readonly<Record<string, Page>>;

export type PageName = keyof typeof pages;

/** A page of the menu, with those below its address. */
export interface MenuPage extends Page {
  readonly name: PageName;
}

const names = Object.keys(pages) as PageName[];
const menu: readonly MenuPage[] = names.map((name) => ({ name, ...pages[name] }));

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
  const names = [heading, page?.text ?? '', 'Accueil'].filter(
    (name, i, all) => name !== '' && all.indexOf(name) === i,
  );
  return `${waiting === 0 ? '' : `(${format.number(waiting)}) `}${names.join(' – ')}`;
}
