import { Typography } from '@mui/material';
import {
  ArrayInput,
  AutocompleteArrayInput,
  FormDataConsumer,
  required,
  SelectInput,
  SimpleFormIterator,
} from 'react-admin';
import { roleNames } from '../../../server/src/french/labels.ts';
import { useResidences } from '../api/queries.ts';
import type { Grant, Role } from '../api/responses.ts';
import { choicesIn } from '../i18n/choices.ts';

const roleTexts = {
  privacy: 'Droits des personnes, durées de conservation et journal ; pas les demandes.',
  administrator: 'Tout, partout : familles, utilisateurs, intégrations, journal, vie privée.',
  direction: 'Demandes, réclamations, candidatures et fiche de ses résidences.',
  commercial:
    'Demandes, contacts et avis de ses résidences ; ni réclamations, ni candidatures, ni la fiche de la résidence.',
  reader: 'Lit les demandes, les réclamations et les statistiques de ses résidences, sans rien changer.',
  'call-centre':
    'Reconnaît une famille partout, par téléphone ou e-mail, crée une demande et la confie ; ne lit aucune fiche.',
  marketing: 'Conversions et statistiques ; aucune famille.',
};

/** Roles that are for all residences together. */
const rolesEverywhere: ReadonlySet<Role> = new Set(['administrator', 'call-centre', 'marketing', 'privacy']);
/** The choice of all residences: an input has no null. */
const everywhere = 'everywhere';

export function isRoleEverywhere(role: Role): boolean {
  return rolesEverywhere.has(role);
}

/** The grants of a user: a line per role, with its residences. */
export function GrantsInput() {
  const { all: residences } = useResidences();
  const places = [
    { id: everywhere, name: 'Toutes les résidences' },
    ...residences.map(({ id, name }) => ({ id, name })),
  ];
  return (
    <ArrayInput resource="users" source="grants" label="Rôles" validate={required()}>
      <SimpleFormIterator resource="users" disableReordering disableClear fullWidth>
        <SelectInput
          source="role"
          label="Rôle"
          choices={choicesIn(roleNames)}
          defaultValue="commercial"
          validate={required()}
          fullWidth
        />
        <FormDataConsumer>
          {({ scopedFormData }) => {
            const role: Role = scopedFormData?.role ?? 'commercial';
            return (
              <>
                <Typography variant="body2" color="textSecondary">
                  {roleTexts[role]}
                </Typography>
                {!isRoleEverywhere(role) && (
                  <AutocompleteArrayInput
                    source="places"
                    label="Résidences"
                    choices={places}
                    translateChoice={false}
                    validate={required()}
                    disableCloseOnSelect
                    fullWidth
                    sx={{ mt: 1.5, mb: 1 }}
                  />
                )}
              </>
            );
          }}
        </FormDataConsumer>
      </SimpleFormIterator>
    </ArrayInput>
  );
}

/** A line of the form. */
interface RoleLine {
  readonly role: Role;
  readonly places?: readonly (number | typeof everywhere)[] | null;
}

/** The initial values of the form: a line for each role. */
export function grantValues(grants: readonly Grant[]): RoleLine[] {
  return [...Map.groupBy(grants, ({ role }) => role)].map(([role, ofRole]) => ({
    role,
    places: isRoleEverywhere(role) ? [] : ofRole.map(({ establishmentId }) => establishmentId ?? everywhere),
  }));
}

/** The grants described by the form. All residences make single ones superfluous. */
export function grantsOf(lines: readonly RoleLine[]): Grant[] {
  return lines.flatMap(({ role, places }): Grant[] => {
    const chosen = places ?? [];
    if (isRoleEverywhere(role) || chosen.includes(everywhere)) return [{ role, establishmentId: null }];
    return chosen.flatMap((place) => (place === everywhere ? [] : [{ role, establishmentId: place }]));
  });
}

export function areSame(some: readonly Grant[], others: readonly Grant[]): boolean {
  const keys = (grants: readonly Grant[]) =>
    grants
      .map(({ role, establishmentId }) => `${role} ${establishmentId}`)
      .toSorted()
      .join();
  return keys(some) === keys(others);
}
