import {
  NumberInput,
  required,
  SelectInput,
  TextInput,
  useGetList,
  useRedirect,
  useTranslate,
} from 'react-admin';
import { FormDialog } from '../administration/FormDialog.tsx';
import { change } from '../desk/client.ts';
import type { Group, Residence } from './residence.ts';

/** A new residence: its page opens, for the rest. */
export function NewResidenceDialog({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate();
  const redirect = useRedirect();
  const say = (key: string) => translate(`accueil.residences.${key}`);
  const { data: groups = [] } = useGetList<Group>('groups');
  return (
    <FormDialog
      title={say('add')}
      submit={translate('ra.action.add')}
      onClose={onClose}
      onSubmit={async ({ name, groupId, id }) => {
        const added = await change<Residence>('POST', '/desk/establishments', {
          name,
          groupId,
          ...(typeof id === 'number' && { id }),
        });
        redirect(`/establishments/${added.id}`);
      }}
    >
      <TextInput source="name" label={say('fields.name')} validate={required()} />
      <SelectInput
        source="groupId"
        label={say('fields.groupId')}
        choices={groups.map(({ id, name }) => ({ id, name }))}
        translateChoice={false}
        validate={required()}
      />
      <NumberInput source="id" label={say('fields.id')} helperText={say('idHelp')} min={1} />
    </FormDialog>
  );
}
