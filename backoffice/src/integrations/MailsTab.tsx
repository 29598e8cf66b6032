import { List, SelectInput, useTranslate } from 'react-admin';
import { KeysetPagination } from '../administration/KeysetPagination.tsx';
import { SectionHead } from '../administration/SectionHead.tsx';
import { type Mail, mailStates } from './integrations.ts';
import { MailRows } from './MailRows.tsx';

/** What became of the mails that tell staff of what arrives, newest first. */
export function MailsTab() {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.integrations.mails.${key}`);
  return (
    <>
      <SectionHead title={say('title')} />
      <List<Mail>
        resource="mails"
        title={false}
        perPage={25}
        sort={{ field: 'id', order: 'DESC' }}
        exporter={false}
        empty={false}
        actions={false}
        pagination={<KeysetPagination />}
        filters={[
          <SelectInput
            key="state"
            source="state"
            label={say('state')}
            choices={mailStates.map((id) => ({ id, name: `accueil.integrations.mails.states.${id}` }))}
            alwaysOn
          />,
        ]}
      >
        <MailRows />
      </List>
    </>
  );
}
