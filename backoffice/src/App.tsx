import { lazy } from 'react';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router';
import { deskDataProvider } from './desk/data-provider.ts';
import { deskQueryClient } from './desk/query-client.ts';
import { i18nProvider } from './i18n/i18n-provider.ts';
import { DeskLayout } from './layout/DeskLayout.tsx';
import { authProvider } from './session/auth-provider.ts';
import { InvitationPage } from './session/InvitationPage.tsx';
import { SignInPage } from './session/SignInPage.tsx';
import { darkTheme, lightTheme } from './theme/themes.ts';

// Each page is loaded when it is first opened.
const PasswordPage = lazy(() =>
  import('./session/PasswordPage.tsx').then(({ PasswordPage }) => ({ default: PasswordPage })),
);
const MailPage = lazy(() => import('./session/MailPage.tsx').then(({ MailPage }) => ({ default: MailPage })));
const BoardPage = lazy(() =>
  import('./leads/board/BoardPage.tsx').then(({ BoardPage }) => ({ default: BoardPage })),
);
const EntryPage = lazy(() =>
  import('./entry/EntryPage.tsx').then(({ EntryPage }) => ({ default: EntryPage })),
);
const LeadCreate = lazy(() =>
  import('./leads/create/LeadCreate.tsx').then(({ LeadCreate }) => ({ default: LeadCreate })),
);
const LeadList = lazy(() => import('./leads/LeadList.tsx').then(({ LeadList }) => ({ default: LeadList })));
const IntegrationsPage = lazy(() =>
  import('./integrations/IntegrationsPage.tsx').then(({ IntegrationsPage }) => ({
    default: IntegrationsPage,
  })),
);
const ConversionsPage = lazy(() =>
  import('./conversions/ConversionsPage.tsx').then(({ ConversionsPage }) => ({ default: ConversionsPage })),
);
const UsersPage = lazy(() =>
  import('./users/UsersPage.tsx').then(({ UsersPage }) => ({ default: UsersPage })),
);
const AuditPage = lazy(() =>
  import('./audit/AuditPage.tsx').then(({ AuditPage }) => ({ default: AuditPage })),
);
const ResidencesPage = lazy(() =>
  import('./residences/ResidencesPage.tsx').then(({ ResidencesPage }) => ({ default: ResidencesPage })),
);
const StatisticsPage = lazy(() =>
  import('./statistics/StatisticsPage.tsx').then(({ StatisticsPage }) => ({ default: StatisticsPage })),
);
const TodayPage = lazy(() =>
  import('./today/TodayPage.tsx').then(({ TodayPage }) => ({ default: TodayPage })),
);

const SurveysPage = lazy(() =>
  import('./surveys/SurveysPage.tsx').then(({ SurveysPage }) => ({ default: SurveysPage })),
);
const OrientationsPage = lazy(() =>
  import('./orientations/OrientationsPage.tsx').then(({ OrientationsPage }) => ({
    default: OrientationsPage,
  })),
);
const ApplicationsPage = lazy(() =>
  import('./applications/ApplicationsPage.tsx').then(({ ApplicationsPage }) => ({
    default: ApplicationsPage,
  })),
);

const dataProvider = deskDataProvider();
const queryClient = deskQueryClient();

/** The one place where pages get their addresses. */
export function App() {
  return (
    <Admin
      title="Accueil"
      dataProvider={dataProvider as never}
      authProvider={authProvider}
      queryClient={queryClient}
      i18nProvider={i18nProvider}
      layout={DeskLayout}
      loginPage={SignInPage}
      lightTheme={lightTheme}
      darkTheme={darkTheme}
      dashboard={TodayPage}
      requireAuth
      disableTelemetry
    >
      <Resource name="leads" list={LeadList} create={LeadCreate} edit={<EntryPage kind="commercial" />} />
      <CustomRoutes>
        <Route path="/surveys" element={<SurveysPage name="contact" />} />
        <Route path="/surveys/complaints" element={<SurveysPage name="complaint" />} />
        <Route path="/surveys/satisfaction" element={<SurveysPage name="survey" />} />
        <Route path="/orientations" element={<OrientationsPage />} />
        <Route path="/applications" element={<ApplicationsPage />} />
        <Route path="/surveys/:id" element={<EntryPage kind="survey" />} />
        <Route path="/applications/:id" element={<EntryPage kind="postuler" />} />
        <Route path="/board" element={<BoardPage />} />
        <Route path="/password" element={<PasswordPage />} />
        <Route path="/mail" element={<MailPage />} />
        <Route path="/statistics" element={<StatisticsPage />} />
        <Route path="/integrations/*" element={<IntegrationsPage />} />
        <Route path="/conversions" element={<ConversionsPage />} />
        <Route path="/users" element={<UsersPage />} />
        <Route path="/audit" element={<AuditPage />} />
        <Route path="/establishments/*" element={<ResidencesPage />} />
      </CustomRoutes>
      <CustomRoutes noLayout>
        <Route path="/invitation/:token" element={<InvitationPage />} />
      </CustomRoutes>
    </Admin>
  );
}
