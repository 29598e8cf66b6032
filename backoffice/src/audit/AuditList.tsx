import { Box, Link as MuiLink, Typography } from '@mui/material';
import { AutocompleteInput, DateInput, NumberInput, SelectInput, useGetList } from 'react-admin';
import { Link } from 'react-router';
import { auditActionNames, auditSubjectNames } from '../../../server/src/french/acts.ts';
import type { AuditLine, User } from '../api/responses.ts';
import { choicesIn } from '../i18n/choices.ts';
import { format } from '../i18n/format.ts';
import { dayOf, endOfDay, startOfDay } from '../i18n/paris-days.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { useRight } from '../session/access.ts';
import { AdminList } from '../ui/AdminList.tsx';
import { auditSentence, commandLine } from './audit-sentence.ts';

const t = textsOf('audit');

/** The audit trail: who changed what, and who read which entry. */
export function AuditList() {
  const { data: users = [] } = useGetList<User>('users', {}, { enabled: useRight('users') });
  return (
    <AdminList<AuditLine>
      resource="audit"
      perPage={50}
      filters={[
        <AutocompleteInput
          key="userId"
          source="userId"
          label={t('who')}
          choices={users.map(({ id, name, email }) => ({ id, name: `${name} (${email})` }))}
          translateChoice={false}
          alwaysOn
        />,
        <SelectInput
          key="action"
          source="action"
          label={t('action')}
          choices={choicesIn(auditActionNames)}
          alwaysOn
        />,
        <SelectInput
          key="subject"
          source="subject"
          label={t('subject')}
          choices={choicesIn(auditSubjectNames)}
          alwaysOn
        />,
        <NumberInput
          key="entryId"
          source="entryId"
          label={t('entryId')}
          min={1}
          alwaysOn
          sx={{ width: 130 }}
        />,
        <DateInput key="from" source="from" label={t('from')} parse={startOfDay} format={dayOf} alwaysOn />,
        <DateInput key="to" source="to" label={t('to')} parse={endOfDay} format={dayOf} alwaysOn />,
      ]}
    >
      {(lines) => <AuditLines lines={lines} users={users} />}
    </AdminList>
  );
}

/** The pages of subjects, by the subject of a line. */
const pages: Readonly<Record<string, (id: number) => string>> = {
  entry: (id) => `/leads/${id}`,
  establishment: (id) => `/establishments/${id}`,
  delivery: (id) => `/integrations/deliveries/${id}`,
};

interface AuditLinesProps {
  readonly lines: readonly AuditLine[];
  readonly users: readonly User[];
}

/** Each line: when, who, what, from which address. */
function AuditLines({ lines, users }: AuditLinesProps) {
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const authorOf = ({ userId, author }: AuditLine) =>
    (userId !== null && names.get(userId)) || (author === commandLine ? t('commandLine') : author);
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {lines.map((line) => {
        const { id, at, address, subject, subjectId } = line;
        const page = subject === null || subjectId === null ? undefined : pages[subject]?.(subjectId);
        return (
          <Box
            component="li"
            key={id}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', md: '150px 220px 1fr' },
              columnGap: 2,
              px: 2,
              py: 1.25,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Typography variant="body2" color="textSecondary">
              {format.moment(at)}
            </Typography>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {authorOf(line)}
            </Typography>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {auditSentence(line)}
              {page !== undefined && (
                <>
                  {' '}
                  <MuiLink
                    component={Link}
                    to={page}
                    aria-label={`${translate('ra.action.show')} ${auditSentence(line)}`}
                  >
                    {translate('ra.action.show')}
                  </MuiLink>
                </>
              )}
              {address !== null && (
                <Typography component="span" variant="body2" color="textSecondary">
                  {' '}
                  · {address}
                </Typography>
              )}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}
