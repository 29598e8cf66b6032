import {
  ArrayInput,
  FormDataConsumer,
  required,
  SelectInput,
  SimpleFormIterator,
  useTranslate,
} from 'react-admin';
import type { Grant, Role } from '../api/answers.ts';
import { useResidences } from '../api/queries.ts';

/** By descending rights. */
const roles: readonly Role[] = ['administrator', 'direction', 'commercial', 'reader'];

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

/** A grant as the form holds it: a select has no null. */
interface GrantValue {
  readonly role: Grant['role'];
  readonly establishmentId: number | 'everywhere' | '' | null | undefined;
}

/** Grants for the form to begin with. A commercial user has to be given residences. */
export function grantValues(grants: readonly Grant[]): GrantValue[] {
  return grants.map(({ role, establishmentId }) => ({
    role,
    establishmentId: establishmentId ?? (role === 'commercial' ? '' : 'everywhere'),
  }));
}

/** The grants that a form says. */
export function grantsOf(values: readonly GrantValue[]): Grant[] {
  return values.map(({ role, establishmentId }) => ({
    role,
    establishmentId: role === 'administrator' || typeof establishmentId !== 'number' ? null : establishmentId,
  }));
}

/** Whether two lists say the same, in the same order. */
export function areSame(some: readonly Grant[], others: readonly Grant[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ role, establishmentId }, i) => {
      const other = others[i];
      return other?.role === role && other.establishmentId === establishmentId;
    })
  );
}
