import {
  ArrayInput,
  FormDataConsumer,
  required,
  SelectInput,
  SimpleFormIterator,
  useTranslate,
} from 'react-admin';
import { useResidences } from '../desk/use-residences.ts';
import { roles } from './user.ts';

/** What a user may do where: pairs of a role and a residence. */
export function GrantsInput() {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.users.${key}`);
  const { all: residences } = useResidences();
  const places = residences.map(({ id, name }) => ({ id, name }));
  return (
    <ArrayInput resource="users" source="grants" label={say('grants')} validate={required()}>
      <SimpleFormIterator resource="users" inline disableReordering disableClear>
        <SelectInput
          source="role"
          label={say('role')}
          choices={roles.map((id) => ({ id, name: `accueil.users.roles.${id}` }))}
          defaultValue="commercial"
          validate={required()}
          sx={{ minWidth: 180 }}
        />
        <FormDataConsumer>
          {({ scopedFormData }) =>
            // An administrator is one everywhere.
            scopedFormData?.role !== 'administrator' && (
              <SelectInput
                source="establishmentId"
                label={say('residence')}
                choices={[
                  ...(scopedFormData?.role === 'commercial'
                    ? []
                    : [{ id: 'everywhere', name: say('everywhere') }]),
                  ...places,
                ]}
                translateChoice={false}
                validate={required()}
                sx={{ minWidth: 220 }}
              />
            )
          }
        </FormDataConsumer>
      </SimpleFormIterator>
    </ArrayInput>
  );
}
