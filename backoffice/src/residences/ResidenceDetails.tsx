import { Stack } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { residenceFieldNames } from '../../../server/src/french/import-columns.ts';
import { request } from '../api/client.ts';
import type { Residence } from '../api/responses.ts';
import { useRight } from '../session/access.ts';
import { Facts } from '../ui/Facts.tsx';
import { EditButton } from '../ui/FormButton.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { AssignmentCard } from './AssignmentCard.tsx';
import { GroupInput } from './GroupInput.tsx';
import { type Block, blockNames, blocks, mayChange } from './residence.ts';
import { TargetsCard } from './TargetsCard.tsx';

const blockTexts = {
  contact: 'Coordonnées',
  documents: 'Documents pour les familles',
  presentation: 'Présentation',
  legal: 'Informations légales',
  employer: 'Employeur',
  confidential: 'Banque et Urssaf (confidentiel)',
  name: 'Identité',
};
const fieldTexts = {
  ...residenceFieldNames,
  tariffsUrl: 'Tarifs (lien)',
  bookletUrl: 'Livret d’accueil (lien)',
};

export function ResidenceDetails({ residence }: { readonly residence: Residence }) {
  const isInsider = mayChange(residence);
  const editButton = (block: Block | 'name') =>
    isInsider && <EditBlockButton residence={residence} block={block} />;
  return (
    <Stack spacing={2}>
      <SectionCard title="Identité" act={editButton('name')}>
        <Facts
          facts={[
            ['Nom', residence.name],
            ['Groupe', residence.groupName],
            ['Numéro', residence.id],
          ]}
        />
      </SectionCard>
      {blockNames
        .filter((block) => block !== 'confidential' || isInsider)
        .map((block) => (
          <SectionCard key={block} title={blockTexts[block]} act={editButton(block)}>
            <Facts facts={blocks[block].map((field) => [fieldTexts[field], residence[field] ?? '—'])} />
          </SectionCard>
        ))}
      {isInsider && <AssignmentCard residenceId={residence.id} />}
      <TargetsCard residence={residence} />
    </Stack>
  );
}

interface EditBlockButtonProps {
  readonly residence: Residence;
  readonly block: Block | 'name';
}

function EditBlockButton({ residence, block }: EditBlockButtonProps) {
  const isAdministrator = useRight('users');
  const fields: readonly (keyof typeof fieldTexts)[] =
    block === 'name' ? (isAdministrator ? ['name', 'groupId'] : ['name']) : blocks[block];
  const values = Object.fromEntries(
    Object.entries(residence).filter(([field]) => fields.some((one) => one === field)),
  );
  const title = blockTexts[block];
  return (
    <EditButton
      label={`Modifier : ${title}`}
      title={title}
      values={values}
      send={async (given) => {
        // Only changed fields: the others may have been changed by someone else meanwhile.
        const changed = fields.filter((field) => (given[field] ?? '') !== (values[field] ?? ''));
        const body = Object.fromEntries(changed.map((field) => [field, given[field] ?? null]));
        return changed.length > 0 && request('PATCH /desk/establishments/:id', { id: residence.id, ...body });
      }}
      done="Résidence enregistrée."
    >
      {fields.map((field) =>
        field === 'groupId' ? (
          <GroupInput key={field} />
        ) : (
          <TextInput
            key={field}
            source={field}
            label={fieldTexts[field]}
            multiline={field === 'about' || field === 'address'}
            {...(field === 'name' && { validate: required() })}
          />
        ),
      )}
    </EditButton>
  );
}
