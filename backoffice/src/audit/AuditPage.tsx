import { Box } from '@mui/material';
import {
  AutocompleteInput,
  DateInput,
  List,
  SelectInput,
  Title,
  useGetList,
  useTranslate,
} from 'react-admin';
import { KeysetPagination } from '../administration/KeysetPagination.tsx';
import type { User } from '../users/user.ts';
import { AuditLines } from './AuditLines.tsx';
import { type AuditLine, auditActions, auditSubjects } from './audit-line.ts';
import { dayOf, endOfDay, startOfDay } from './paris-days.ts';

/** The audit trail: who did what, and who read whose record. */
export function AuditPage() {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.audit.${key}`);
  const { data: users = [] } = useGetList<User>('users');
  return (
    <Box sx={{ mb: 4 }}>
      <Title title="accueil.menu.audit" />
      <List<AuditLine>
        resource="audit"
        title={false}
        perPage={50}
        sort={{ field: 'id', order: 'DESC' }}
        exporter={false}
        empty={false}
        actions={false}
        pagination={<KeysetPagination />}
        filters={[
          <AutocompleteInput
            key="userId"
            source="userId"
            label={say('who')}
            choices={users.map(({ id, name, email }) => ({ id, name: `${name} (${email})` }))}
            translateChoice={false}
            alwaysOn
          />,
          <SelectInput
            key="action"
            source="action"
            label={say('action')}
            choices={auditActions.map((id) => ({ id, name: `accueil.audit.actions.${id}` }))}
            alwaysOn
          />,
          <SelectInput
            key="subject"
            source="subject"
            label={say('subject')}
            choices={auditSubjects.map((id) => ({ id, name: `accueil.audit.subjects.${id}` }))}
            alwaysOn
          />,
          <DateInput
            key="from"
            source="from"
            label={say('from')}
            parse={startOfDay}
            format={dayOf}
            alwaysOn
          />,
          <DateInput key="to" source="to" label={say('to')} parse={endOfDay} format={dayOf} alwaysOn />,
        ]}
      >
        <AuditLines />
      </List>
    </Box>
  );
}
