import { Button, Card, CardContent, Stack } from '@mui/material';
import { useState } from 'react';
import {
  required,
  SelectInput,
  TextInput,
  useGetList,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { request } from '../api/client.ts';
import type { Group, Residence } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { useRight } from '../session/access.ts';
import { Facts } from '../ui/Facts.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { AssignmentCard } from './AssignmentCard.tsx';
import { type Block, blockNames, blocks, mayChange } from './residence.ts';
import { TargetsCard } from './TargetsCard.tsx';

/** The details of a residence by block. */
export function ResidenceDetails({ residence }: { readonly residence: Residence }) {
  const translate = useTranslate();
  const t = useTexts('residences');
  const [edited, setEdited] = useState<Block | 'name'>();
  const isInsider = mayChange(residence);
  const editButton = (block: Block | 'name') =>
    isInsider && (
      <Button
        size="small"
        aria-label={t('editBlock', { block: t(`blocks.${block}`) })}
        onClick={() => setEdited(block)}
      >
        {translate('ra.action.update')}
      </Button>
    );
  return (
    <Stack spacing={2}>
      <Card component="section">
        <CardContent>
          <SectionHead title={t('blocks.name')}>{editButton('name')}</SectionHead>
          <Facts
            facts={[
              [t('fields.name'), residence.name],
              [t('fields.groupId'), residence.groupName],
              [t('fields.id'), residence.id],
            ]}
          />
        </CardContent>
      </Card>
      {blockNames
        .filter((block) => block !== 'confidential' || isInsider)
        .map((block) => (
          <Card key={block} component="section">
            <CardContent>
              <SectionHead title={t(`blocks.${block}`)}>{editButton(block)}</SectionHead>
              <Facts facts={blocks[block].map((field) => [t(`fields.${field}`), residence[field] ?? '—'])} />
            </CardContent>
          </Card>
        ))}
      {isInsider && <AssignmentCard residenceId={residence.id} />}
      <TargetsCard residence={residence} />
      {edited !== undefined && (
        <DetailsDialog residence={residence} block={edited} onClose={() => setEdited(undefined)} />
      )}
    </Stack>
  );
}

interface DetailsDialogProps {
  readonly residence: Residence;
  readonly block: Block | 'name';
  readonly onClose: () => void;
}

/** Edits one block. */
function DetailsDialog({ residence, block, onClose }: DetailsDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const isAdministrator = useRight('users');
  const { data: groups = [] } = useGetList<Group>('groups');
  const t = useTexts('residences');
  const fields = block === 'name' ? (isAdministrator ? ['name', 'groupId'] : ['name']) : [...blocks[block]];
  const values = Object.fromEntries(Object.entries(residence).filter(([field]) => fields.includes(field)));
  return (
    <FormDialog
      title={t(`blocks.${block}`)}
      submit={translate('ra.action.save')}
      values={values}
      onClose={onClose}
      onSubmit={async (given) => {
        // Only changed fields: the others may have been changed by someone else meanwhile.
        const changed = fields.filter((field) => (given[field] ?? '') !== (values[field] ?? ''));
        if (changed.length > 0) {
          const body = Object.fromEntries(changed.map((field) => [field, given[field] ?? null]));
          await request('PATCH /desk/establishments/:id', { id: residence.id, ...body });
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
            label={t('fields.groupId')}
            choices={groups.map(({ id, name }) => ({ id, name }))}
            translateChoice={false}
            validate={required()}
          />
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
    </FormDialog>
  );
}
