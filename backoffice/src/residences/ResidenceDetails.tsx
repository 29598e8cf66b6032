import { Stack } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import type { Residence } from '../api/responses.ts';
import { textsOf } from '../i18n/texts.ts';
import { useRight } from '../session/access.ts';
import { Facts } from '../ui/Facts.tsx';
import { EditButton } from '../ui/FormButton.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { AssignmentCard } from './AssignmentCard.tsx';
import { GroupInput } from './GroupInput.tsx';
import { type Block, blockNames, blocks, mayChange } from './residence.ts';
import { TargetsCard } from './TargetsCard.tsx';

const t = textsOf('residences');

export function ResidenceDetails({ residence }: { readonly residence: Residence }) {
  const isInsider = mayChange(residence);
  const editButton = (block: Block | 'name') =>
    isInsider && <EditBlockButton residence={residence} block={block} />;
  return (
    <Stack spacing={2}>
      <SectionCard title={t('blocks.name')} act={editButton('name')}>
        <Facts
          facts={[
            [t('fields.name'), residence.name],
            [t('fields.groupId'), residence.groupName],
            [t('fields.id'), residence.id],
          ]}
        />
      </SectionCard>
      {blockNames
        .filter((block) => block !== 'confidential' || isInsider)
        .map((block) => (
          <SectionCard key={block} title={t(`blocks.${block}`)} act={editButton(block)}>
            <Facts facts={blocks[block].map((field) => [t(`fields.${field}`), residence[field] ?? '—'])} />
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
  const fields = block === 'name' ? (isAdministrator ? ['name', 'groupId'] : ['name']) : [...blocks[block]];
  const values = Object.fromEntries(Object.entries(residence).filter(([field]) => fields.includes(field)));
  const title = t(`blocks.${block}`);
  return (
    <EditButton
      label={t('editBlock', { block: title })}
      title={title}
      values={values}
      send={async (given) => {
        // Only changed fields: the others may have been changed by someone else meanwhile.
        const changed = fields.filter((field) => (given[field] ?? '') !== (values[field] ?? ''));
        const body = Object.fromEntries(changed.map((field) => [field, given[field] ?? null]));
        return changed.length > 0 && request('PATCH /desk/establishments/:id', { id: residence.id, ...body });
      }}
      done="accueil.residences.saved"
    >
      {fields.map((field) =>
        field === 'groupId' ? (
          <GroupInput key={field} />
        ) : (
          <TextInput
            key={field}
            source={field}
            label={t(`fields.${field}`)}
            multiline={field === 'about' || field === 'address'}
            {...(field === 'name' && { validate: required() })}
          />
        ),
      )}
    </EditButton>
  );
}
