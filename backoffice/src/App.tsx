import polyglotI18nProvider from 'ra-i18n-polyglot';
import frenchMessages from 'ra-language-french';
import { Admin, type AuthProvider, CustomRoutes, Resource } from 'react-admin';
import { Navigate, Route } from 'react-router';
import { DeskError } from './api/client.ts';
import { deskDataProvider, deskQueryClient } from './api/data-provider.ts';
import type { Right } from './api/responses.ts';
import { type Credentials, clearSession, session, signIn, signOut } from './api/session.ts';
import { DeskLayout } from './layout/DeskLayout.tsx';
import { NoPage } from './layout/NoPage.tsx';
import { page } from './layout/page.tsx';
import { darkTheme, lightTheme } from './layout/themes.ts';
import { useRight } from './session/access.ts';
import { ForgottenPasswordPage, InvitationPage, SignInPage } from './session/SignInPage.tsx';
import { TodayPage } from './today/TodayPage.tsx';
import { listAddress } from './today/today.ts';
import { Notices } from './ui/Notices.tsx';

const LeadList = page(() => import('./entries/list/LeadList.tsx').then((module) => module.LeadList));
const LeadCreate = page(() => import('./entries/create/LeadCreate.tsx').then((module) => module.LeadCreate));
const EntryShow = page(() => import('./entries/detail/EntryShow.tsx').then((module) => module.EntryShow));
const AgendaPage = page(() => import('./agenda/AgendaPage.tsx').then((module) => module.AgendaPage));
const BoardPage = page(() => import('./entries/board/BoardPage.tsx').then((module) => module.BoardPage));
const SurveyList = page(() => import('./surveys/SurveyList.tsx').then((module) => module.SurveyList));
const ApplicationList = page(() =>
  import('./applications/ApplicationList.tsx').then((module) => module.ApplicationList),
);
const ResidencesPage = page(() =>
  import('./residences/ResidencesPage.tsx').then((module) => module.ResidencesPage),
);
const StatisticsPage = page(() =>
  import('./statistics/StatisticsPage.tsx').then((module) => module.StatisticsPage),
);
const IntegrationsPage = page(() =>
  import('./integrations/IntegrationsPage.tsx').then((module) => module.IntegrationsPage),
);
const UsersPage = page(() => import('./users/UsersPage.tsx').then((module) => module.UsersPage));
const PrivacyPage = page(() => import('./privacy/PrivacyPage.tsx').then((module) => module.PrivacyPage));
const ComingPage = page(() => import('./today/ComingPage.tsx').then((module) => module.ComingPage));
const RefusedPage = page(() => import('./today/RefusedPage.tsx').then((module) => module.RefusedPage));
const PasswordPage = page(() => import('./session/PasswordPage.tsx').then((module) => module.PasswordPage));
const MailPage = page(() => import('./session/MailPage.tsx').then((module) => module.MailPage));

/** A view of the leads, where links in older mails lead. */
const orientationsPath = listAddress('orientations', 'commercial', {});

const dataProvider = deskDataProvider();
const queryClient = deskQueryClient();

/** The back office: every page and its address. */
export function App() {
  return (
    <Admin
      title="Accueil"
      dataProvider={dataProvider as never}
      authProvider={authProvider}
      queryClient={queryClient}
      i18nProvider={i18nProvider}
      layout={DeskLayout}
      notification={Notices}
      loginPage={SignInPage}
      lightTheme={lightTheme}
      darkTheme={darkTheme}
      dashboard={TodayPage}
      catchAll={UnknownPage}
      requireAuth
      disableTelemetry
    >
      <Resource name="leads" list={LeadList} create={LeadCreate} edit={<EntryShow kind="commercial" />} />
      <CustomRoutes>
        <Route path="/surveys" element={<SurveyList name="contact" />} />
        <Route path="/surveys/complaints" element={<SurveyList name="complaint" />} />
        <Route path="/surveys/satisfaction" element={<SurveyList name="survey" />} />
        <Route path="/orientations" element={<Navigate to={orientationsPath} replace />} />
        <Route path="/applications" element={<ApplicationList />} />
        <Route path="/surveys/:id" element={<EntryShow kind="survey" />} />
        <Route path="/applications/:id" element={<EntryShow kind="postuler" />} />
        <Route path="/agenda" element={<AgendaPage />} />
        <Route path="/board" element={<BoardPage />} />
        <Route path="/password" element={<PasswordPage />} />
        <Route path="/mail" element={<MailPage />} />
        <Route path="/statistics/*" element={<StatisticsPage />} />
        <Route path="/integrations/*" element={<IntegrationsPage />} />
        <Route path="/conversions" element={<Navigate to="/statistics/conversions" replace />} />
        <Route path="/users/*" element={<UsersPage />} />
        <Route path="/audit" element={<AuditAddress />} />
        <Route path="/retention" element={<ComingPage />} />
        <Route path="/refused" element={<RefusedPage />} />
        <Route path="/privacy/*" element={<PrivacyPage />} />
        <Route path="/establishments/*" element={<ResidencesPage />} />
      </CustomRoutes>
      <CustomRoutes noLayout>
        <Route path="/invitation/:token" element={<InvitationPage />} />
        <Route path="/forgotten-password" element={<ForgottenPasswordPage />} />
      </CustomRoutes>
    </Admin>
  );
}

// With the apostrophes of our own words.
const ra: typeof frenchMessages.ra = JSON.parse(JSON.stringify(frenchMessages.ra).replaceAll("'", '’'));

/** The texts of react-admin itself; ours stand where they are read. */
const french = {
  ra: {
    ...ra,
    input: {
      ...ra.input,
      password: { toggle_hidden: 'Afficher la saisie', toggle_visible: 'Masquer la saisie' },
    },
  },
};

const i18nProvider = polyglotI18nProvider(() => french, 'fr');

function UnknownPage() {
  return <NoPage />;
}

/** Where the audit trail was before it became a tab. */
function AuditAddress() {
  return <Navigate to={useRight('users') ? '/users/audit' : '/privacy/audit'} replace />;
}

/** react-admin's authentication. Its permissions are the rights of the service. */
const authProvider: AuthProvider = {
  async login(credentials: Credentials) {
    await signIn(credentials);
  },
  async logout() {
    try {
      await signOut();
    } catch (error) {
      // Without a session the user is already signed out.
      if (!(error instanceof DeskError)) throw error;
      clearSession();
    }
  },
  async checkAuth() {
    await session();
  },
  async checkError(error: unknown) {
    if (!(error instanceof DeskError) || error.status !== 401) return;
    clearSession();
    throw error;
  },
  async getIdentity() {
    const { user } = await session();
    return { id: user.id, fullName: user.name };
  },
  async getPermissions(): Promise<readonly Right[]> {
    try {
      return (await session()).user.rights;
    } catch (error) {
      // Called on every page: a 401 would redirect from the invitation page to the sign-in page.
      if (error instanceof DeskError && error.status === 401) return [];
      throw error;
    }
  },
};
