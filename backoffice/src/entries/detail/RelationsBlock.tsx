import EditOutlined from '@mui/icons-material/EditOutlined';
import PersonAddOutlined from '@mui/icons-material/PersonAddOutlined';
import { Box, Button, IconButton, Stack, Tooltip, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActDialog } from './ActDialog.tsx';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { relationFields } from './entry-fields.ts';
import { ExtraFacts, FieldFacts } from './FieldFacts.tsx';
import { FieldInput, valuesOf, whatChanged } from './FieldsDialog.tsx';
import { nameOf } from './formatters.ts';
import type { Relation, WholeEntry } from './whole-entry.ts';

const named = new Set(['civilite', 'firstName', 'lastName', 'lastNameMarital']);
const placed = new Set(relationFields.map(({ name }) => name));

/** The family: whoever can be called. */
export function RelationsBlock({ entry }: { readonly entry: WholeEntry }) {
  const translate = useTranslate();
  const { mayChange } = useActs();
  const [edited, setEdited] = useState<Relation | 'new'>();
  const called = ({ position, fields }: Relation) =>
    nameOf(fields) || translate('accueil.entry.person', { number: position + 1 });
  return (
    <Block title={translate('accueil.entry.block.relations')}>
      <Stack spacing={2}>
        {entry.relations.map((relation) => (
          <Box key={relation.position}>
            <Stack direction="row" sx={{ alignItems: 'center', mb: 0.5 }}>
              <Typography sx={{ flexGrow: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
                {called(relation)}
              </Typography>
              {mayChange && (
                <Tooltip title={translate('accueil.entry.act.editPerson', { name: called(relation) })}>
                  <IconButton
                    size="small"
                    aria-label={translate('accueil.entry.act.editPerson', { name: called(relation) })}
                    onClick={() => setEdited(relation)}
                  >
                    <EditOutlined fontSize="small" />
                  </IconButton>
                </Tooltip>
              )}
            </Stack>
            <FieldFacts
              fields={relationFields.filter(({ name }) => name === 'lastNameMarital' || !named.has(name))}
              values={relation.fields}
            />
            <ExtraFacts extra={{ ...without(relation.fields, placed), ...relation.extra }} />
          </Box>
        ))}
        {mayChange && (
          <Button
            startIcon={<PersonAddOutlined />}
            onClick={() => setEdited('new')}
            sx={{ alignSelf: 'flex-start' }}
          >
            {translate('accueil.entry.act.addPerson')}
          </Button>
        )}
      </Stack>
      {edited !== undefined && (
        <RelationDialog
          title={
            edited === 'new'
              ? translate('accueil.entry.act.addPerson')
              : translate('accueil.entry.act.editPerson', { name: called(edited) })
          }
          relation={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Block>
  );
}

function without(fields: Relation['fields'], names: ReadonlySet<string>): Relation['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}

interface RelationDialogProps {
  readonly title: string;
  /** Undefined for a new one. */
  readonly relation: Relation | undefined;
  readonly onClose: () => void;
}

/** Adds a related person, or changes one. */
export function RelationDialog({ title, relation, onClose }: RelationDialogProps) {
  const before = valuesOf(
    relation?.fields ?? {},
    relationFields.map(({ name }) => name),
  );
  const place = relation === undefined ? {} : { position: relation.position };
  return (
    <ActDialog
      title={title}
      values={before}
      toAct={(typed) => {
        const changed = whatChanged(before, typed);
        return changed && { name: 'edit', body: { relations: [{ ...place, ...changed }] } };
      }}
      onClose={onClose}
    >
      {relationFields.map((field) => (
        <FieldInput key={field.name} field={field} />
      ))}
    </ActDialog>
  );
}
