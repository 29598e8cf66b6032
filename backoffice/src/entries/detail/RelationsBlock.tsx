import PersonAddOutlined from '@mui/icons-material/PersonAddOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import type { EntryDetail, Relation } from '../../api/responses.ts';
import { EditDialog, pick } from './ActDialog.tsx';
import { Block, Pencil } from './Block.tsx';
import { shownConsents } from './consents.ts';
import { namesOf, relationFields } from './entry-fields.ts';
import { ExtraFacts, FieldFacts, FieldInputs } from './FieldFacts.tsx';
import { nameOf } from './value-text.ts';

const newRelation = { position: 0, fields: {}, extra: {}, objection: null, isNew: true } as const;
const kinship = { name: 'lien', shape: 'text' } as const;
const named = new Set(['civilite', 'firstName', 'lastName', 'lastNameMarital']);
const placed = new Set(namesOf(relationFields));

export function RelationsBlock({ entry }: { readonly entry: EntryDetail }) {
  const { mayChange } = entry;
  const [edited, setEdited] = useState<Relation & { readonly isNew?: true }>();
  const called = ({ position, fields }: Relation) => nameOf(fields) || `Personne ${position + 1}`;
  return (
    <Block title="Proches, personne à contacter">
      <Stack spacing={2}>
        {entry.relations.map((relation) => (
          <Box key={relation.position}>
            <Stack direction="row" sx={{ alignItems: 'center', mb: 0.5 }}>
              <Typography sx={{ flexGrow: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
                {called(relation)}
              </Typography>
              {mayChange && (
                <Pencil label={`Modifier ${called(relation)}`} onClick={() => setEdited(relation)} />
              )}
            </Stack>
            <FieldFacts
              fields={relationFields.filter(({ name }) => name === 'lastNameMarital' || !named.has(name))}
              values={relation.fields}
              objection={relation.objection}
            />
            <ExtraFacts
              extra={{
                ...without(relation.fields, placed),
                ...without(relation.extra, new Set(shownConsents(relation.extra))),
              }}
            />
          </Box>
        ))}
        {mayChange && (
          <Button
            startIcon={<PersonAddOutlined />}
            onClick={() => setEdited(newRelation)}
            sx={{ alignSelf: 'flex-start' }}
          >
            Ajouter une personne
          </Button>
        )}
      </Stack>
      {edited !== undefined && (
        <EditDialog
          title={edited.isNew === true ? 'Ajouter une personne' : `Modifier ${called(edited)}`}
          before={{ ...pick(edited.fields, namesOf(relationFields)), lien: edited.extra.lien ?? null }}
          toBody={({ lien, ...changed }) => ({
            relations: [
              {
                ...(edited.isNew !== true && { position: edited.position }),
                ...changed,
                ...(lien !== undefined && { extra: { lien } }),
              },
            ],
          })}
          onClose={() => setEdited(undefined)}
        >
          <FieldInputs fields={[kinship, ...relationFields]} />
        </EditDialog>
      )}
    </Block>
  );
}

function without(fields: Relation['fields'], names: ReadonlySet<string>): Relation['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}
