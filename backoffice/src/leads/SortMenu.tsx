import { SortButton } from 'react-admin';

const fields = ['received', 'contactDate'];

/** What the headers of a table do, where there is none. */
export function SortMenu() {
  return <SortButton fields={fields} label="accueil.leads.sort" />;
}
