import { BooleanInput, required, TextInput, useRefresh, useTranslate } from 'react-admin';
import { FormDialog } from '../administration/FormDialog.tsx';
import { change } from '../desk/client.ts';
import type { Member } from './residence.ts';

interface Props {
  readonly residenceId: number;
  /** Undefined for somebody new. */
  readonly member: Member | undefined;
  readonly onClose: () => void;
}

/** Somebody of the staff, new or to be changed. */
export function MemberDialog({ residenceId, member, onClose }: Props) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const say = (key: string) => translate(`accueil.residences.staff.${key}`);
  return (
    <FormDialog
      title={say(member === undefined ? 'add' : 'edit')}
      submit={translate(member === undefined ? 'ra.action.add' : 'ra.action.save')}
      values={member ?? { medical: false, doctor: false, active: true }}
      onClose={onClose}
      onSubmit={async ({ name, job, medical, doctor, active }) => {
        // A doctor is medical staff.
        const body = { name, job, medical: medical || doctor, doctor, active };
        if (member === undefined) await change('POST', `/desk/establishments/${residenceId}/staff`, body);
        else await change('PATCH', `/desk/staff/${member.id}`, body);
        refresh();
        onClose();
      }}
    >
      <TextInput source="name" label={say('name')} validate={required()} />
      <TextInput source="job" label={say('job')} validate={required()} />
      <BooleanInput source="medical" label={say('medical')} />
      <BooleanInput source="doctor" label={say('doctor')} />
      <BooleanInput source="active" label={say('active')} />
    </FormDialog>
  );
}
