import { AutocompleteInput, DateInput, NumberInput, SelectInput } from 'react-admin';
import { auditActionNames, auditSubjectNames } from '../../../server/src/french/acts.ts';
import { useRead } from '../api/queries.ts';
import type { AuditLine, User } from '../api/responses.ts';
import { choicesIn } from '../i18n/choices.ts';
import { dayOf, endOfDay, startOfDay } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { useRight } from '../session/access.ts';
import { AdminList, Row } from '../ui/Rows.tsx';
import { auditSentence, commandLine } from './audit-sentence.ts';

type Named = Pick<User, 'id' | 'name'>;

/** The audit trail: who changed what, and who read which entry. */
export function AuditList() {
  const isAdministrator = useRight('users');
  const all = useRead('GET /desk/users', undefined, { enabled: isAdministrator }).data?.data;
  // The officer reads names alone.
  const named = useRead('GET /desk/privacy/users', undefined, { enabled: !isAdministrator }).data?.data;
  const users: Named[] = all ?? named ?? [];
  return (
    <AdminList<AuditLine>
      resource="audit"
      none="Rien n’a été noté avec ces filtres."
      one="ligne"
      perPage={50}
      filters={[
        <AutocompleteInput
          key="userId"
          source="userId"
          label="Qui"
          choices={all?.map(({ id, name, email }) => ({ id, name: `${name} (${email})` })) ?? users}
          translateChoice={false}
          alwaysOn
        />,
        <SelectInput
          key="action"
          source="action"
          label="Quoi"
          choices={choicesIn(auditActionNames)}
          alwaysOn
        />,
        <SelectInput
          key="subject"
          source="subject"
          label="Sur quoi"
          choices={choicesIn(auditSubjectNames)}
          alwaysOn
        />,
        <NumberInput key="entryId" source="entryId" label="Fiche n°" min={1} alwaysOn sx={{ width: 130 }} />,
        <DateInput key="from" source="from" label="Du" parse={startOfDay} format={dayOf} alwaysOn />,
        <DateInput key="to" source="to" label="Au" parse={endOfDay} format={dayOf} alwaysOn />,
      ]}
    >
      {(line) => <AuditRow line={line} users={users} />}
    </AdminList>
  );
}

/** The pages of subjects that the user may open, by the subject of a line. */
function usePages(): Readonly<Record<string, (id: number) => string>> {
  const readsEntries = useRight('entries.read');
  return {
    entry: (id) => `${readsEntries ? '/leads' : '/privacy/entries'}/${id}`,
    establishment: (id) => `/establishments/${id}`,
    delivery: (id) => `/integrations/deliveries/${id}`,
  };
}

/** What, then when, who, from which address. */
function AuditRow({ line, users }: { readonly line: AuditLine; readonly users: readonly Named[] }) {
  const { at, address, subject, subjectId, userId, author } = line;
  const pages = usePages();
  const name = users.find(({ id }) => id === userId)?.name;
  return (
    <Row
      name={auditSentence(line)}
      to={subject === null || subjectId === null ? undefined : pages[subject]?.(subjectId)}
      notes={[
        format.dotted(
          format.moment(at),
          name ?? (author === commandLine ? 'Ligne de commande' : author),
          address,
        ),
      ]}
    />
  );
}
