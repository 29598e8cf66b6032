import {
  required,
  SelectInput,
  TextInput,
  useGetList,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { FormDialog } from '../administration/FormDialog.tsx';
import { change } from '../desk/client.ts';
import { useRight } from '../session/use-right.ts';
import { type Block, blocks, type Group, type Residence } from './residence.ts';

interface Props {
  readonly residence: Residence;
  readonly block: Block | 'name';
  readonly onClose: () => void;
}

/** One block of a residence's details, to be changed. */
export function DetailsDialog({ residence, block, onClose }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const isAdministrator = useRight('users');
  const { data: groups = [] } = useGetList<Group>('groups');
  const say = (key: string) => translate(`accueil.residences.${key}`);
  const fields = block === 'name' ? (isAdministrator ? ['name', 'groupId'] : ['name']) : [...blocks[block]];
  const values = Object.fromEntries(Object.entries(residence).filter(([field]) => fields.includes(field)));
  return (
    <FormDialog
      title={say(`blocks.${block}`)}
      submit={translate('ra.action.save')}
      values={values}
      onClose={onClose}
      onSubmit={async (given) => {
        // Only what was changed here: somebody else may have changed another field meanwhile.
        const changed = fields.filter((field) => (given[field] ?? '') !== (values[field] ?? ''));
        if (changed.length > 0) {
          const body = Object.fromEntries(changed.map((field) => [field, given[field] ?? null]));
          await change('PATCH', `/desk/establishments/${residence.id}`, body);
          notify('accueil.residences.saved', { type: 'success' });
          refresh();
        }
        onClose();
      }}
    >
      {fields.map((field) =>
        field === 'groupId' ? (
          <SelectInput
            key={field}
            source={field}
            label={say('fields.groupId')}
            choices={groups.map(({ id, name }) => ({ id, name }))}
            translateChoice={false}
            validate={required()}
          />
        ) : (
          <TextInput
            key={field}
            source={field}
            label={say(`fields.${field}`)}
            multiline={field === 'about' || field === 'address'}
            {...(field === 'name' && { validate: required() })}
          />
        ),
      )}
    </FormDialog>
  );
}
