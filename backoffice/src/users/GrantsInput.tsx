import {
  ArrayInput,
  FormDataConsumer,
  required,
  SelectInput,
  SimpleFormIterator,
  useTranslate,
} from 'react-admin';
import { useResidences } from '../api/queries.ts';
import type { Grant, Role } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';

/** By descending rights. */
const roles: readonly Role[] = ['administrator', 'direction', 'commercial', 'reader', 'privacy'];
/** Roles that have no residence. */
const everywhere: ReadonlySet<Role> = new Set(['administrator', 'privacy']);

/** The grants of a user: a role at a residence each. */
export function GrantsInput() {
  const translate = useTranslate();
  const t = useTexts('users');
  const { all: residences } = useResidences();
  const places = residences.map(({ id, name }) => ({ id, name }));
  return (
    <ArrayInput resource="users" source="grants" label={t('grants')} validate={required()}>
      <SimpleFormIterator resource="users" inline disableReordering disableClear>
        <SelectInput
          source="role"
          label={t('role')}
          choices={roles.map((id) => ({ id, name: `accueil.users.roles.${id}` }))}
          defaultValue="commercial"
          validate={required()}
          sx={{ minWidth: 180 }}
        />
        <FormDataConsumer>
          {({ scopedFormData }) =>
            !everywhere.has(scopedFormData?.role) && (
              <SelectInput
                source="establishmentId"
                label="accueil.leads.column.establishmentId"
                choices={[
                  ...(scopedFormData?.role === 'commercial'
                    ? []
                    : [{ id: 'everywhere', name: translate('accueil.residences.all') }]),
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

/** A grant in the form: a select has no null. */
interface GrantValue {
  readonly role: Grant['role'];
  readonly establishmentId: number | 'everywhere' | '' | null | undefined;
}

/** The initial values of the form. A commercial user needs residences. */
export function grantValues(grants: readonly Grant[]): GrantValue[] {
  return grants.map(({ role, establishmentId }) => ({
    role,
    establishmentId: establishmentId ?? (role === 'commercial' ? '' : 'everywhere'),
  }));
}

/** The grants described by the form. */
export function grantsOf(values: readonly GrantValue[]): Grant[] {
  return values.map(({ role, establishmentId }) => ({
    role,
    establishmentId: everywhere.has(role) || typeof establishmentId !== 'number' ? null : establishmentId,
  }));
}

export function areSame(some: readonly Grant[], others: readonly Grant[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ role, establishmentId }, i) => {
      const other = others[i];
      return other?.role === role && other.establishmentId === establishmentId;
    })
  );
}
