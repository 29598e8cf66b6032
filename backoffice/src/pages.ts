import type { ComponentType } from 'react';

/** A page in a file of its own, which is loaded when it is first opened. */
export interface PageFile<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  /** The page; undefined while its file is not there. */
  readonly loaded: () => ComponentType<Props> | undefined;
}

function pageFile<Props>(read: () => Promise<ComponentType<Props>>): PageFile<Props> {
  let loaded: ComponentType<Props> | undefined;
  return {
    async load() {
      loaded ??= await read();
      return loaded;
    },
    loaded: () => loaded,
  };
}

export const pages = {
  today: pageFile(() => import('./today/TodayPage.tsx').then(({ TodayPage }) => TodayPage)),
  leads: pageFile(() => import('./entries/list/LeadList.tsx').then(({ LeadList }) => LeadList)),
  leadCreate: pageFile(() => import('./entries/create/LeadCreate.tsx').then(({ LeadCreate }) => LeadCreate)),
  board: pageFile(() => import('./entries/board/BoardPage.tsx').then(({ BoardPage }) => BoardPage)),
  entry: pageFile(() => import('./entries/detail/EntryShow.tsx').then(({ EntryPage }) => EntryPage)),
  surveys: pageFile(() => import('./surveys/SurveyList.tsx').then(({ SurveysPage }) => SurveysPage)),
  orientations: pageFile(() =>
    import('./orientations/OrientationList.tsx').then(({ OrientationsPage }) => OrientationsPage),
  ),
  applications: pageFile(() =>
    import('./applications/ApplicationList.tsx').then(({ ApplicationsPage }) => ApplicationsPage),
  ),
  residences: pageFile(() =>
    import('./residences/ResidencesPage.tsx').then(({ ResidencesPage }) => ResidencesPage),
  ),
  statistics: pageFile(() =>
    import('./statistics/StatisticsPage.tsx').then(({ StatisticsPage }) => StatisticsPage),
  ),
  integrations: pageFile(() =>
    import('./integrations/IntegrationsPage.tsx').then(({ IntegrationsPage }) => IntegrationsPage),
  ),
  conversions: pageFile(() =>
    import('./conversions/ConversionsPage.tsx').then(({ ConversionsPage }) => ConversionsPage),
  ),
  users: pageFile(() => import('./users/UserList.tsx').then(({ UsersPage }) => UsersPage)),
  audit: pageFile(() => import('./audit/AuditList.tsx').then(({ AuditPage }) => AuditPage)),
  password: pageFile(() => import('./session/PasswordPage.tsx').then(({ PasswordPage }) => PasswordPage)),
  mail: pageFile(() => import('./session/MailPage.tsx').then(({ MailPage }) => MailPage)),
} as const;

const addresses: readonly (readonly [RegExp, keyof typeof pages])[] = [
  [/^\/?$/, 'today'],
  [/^\/leads$/, 'leads'],
  [/^\/leads\/create$/, 'leadCreate'],
  [/^\/(?:leads|surveys|applications)\/\d+$/, 'entry'],
  [/^\/surveys(?:\/[a-z]+)?$/, 'surveys'],
  [/^\/establishments(?:\/|$)/, 'residences'],
  [/^\/integrations(?:\/|$)/, 'integrations'],
  ...(
    [
      'board',
      'orientations',
      'applications',
      'statistics',
      'conversions',
      'users',
      'audit',
      'password',
      'mail',
    ] as const
  ).map((name) => [new RegExp(`^/${name}$`), name] as const),
];

/** Begins to load the page of an address, `#/…`; settles when it is there, or when there is none. */
export async function loadPageAt(hash: string): Promise<void> {
  const [path = ''] = hash.slice(1).split('?');
  const name = addresses.find(([pattern]) => pattern.test(path))?.[1];
  if (name !== undefined) await pages[name].load();
}
