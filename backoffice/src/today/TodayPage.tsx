import { Title } from 'react-admin';

/** The first page in the morning. */
export function TodayPage() {
  return <Title title="accueil.menu.today" />;
}
