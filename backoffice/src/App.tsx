import { Admin, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router';
import { deskDataProvider, deskQueryClient } from './api/data-provider.ts';
import { i18nProvider } from './i18n/i18n-provider.ts';
import { DeskLayout } from './layout/DeskLayout.tsx';
import { pageOf } from './layout/page-of.ts';
import { darkTheme, lightTheme } from './layout/themes.ts';
import { pages } from './pages.ts';
import { authProvider } from './session/auth-provider.ts';
import { InvitationPage } from './session/InvitationPage.tsx';
import { SignInPage } from './session/SignInPage.tsx';

const PasswordPage = pageOf(pages.password);
const MailPage = pageOf(pages.mail);
const BoardPage = pageOf(pages.board);
const EntryPage = pageOf(pages.entry);
const LeadCreate = pageOf(pages.leadCreate);
const LeadList = pageOf(pages.leads);
const IntegrationsPage = pageOf(pages.integrations);
const ConversionsPage = pageOf(pages.conversions);
const UsersPage = pageOf(pages.users);
const AuditPage = pageOf(pages.audit);
const ResidencesPage = pageOf(pages.residences);
const StatisticsPage = pageOf(pages.statistics);
const TodayPage = pageOf(pages.today);
const SurveysPage = pageOf(pages.surveys);
const OrientationsPage = pageOf(pages.orientations);
const ApplicationsPage = pageOf(pages.applications);

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
