import { Button, Card, CardContent, Stack } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Facts } from '../administration/Facts.tsx';
import { SectionHead } from '../administration/SectionHead.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { type Block, blockNames, blocks, mayChange, type Residence } from './residence.ts';

/** What is known of a residence, by block. */
export function ResidenceDetails({ residence }: { readonly residence: Residence }) {
  const translate = useTranslate();
  const say = (key: string, options = {}) => translate(`accueil.residences.${key}`, options);
  const [edited, setEdited] = useState<Block | 'name'>();
  const isInsider = mayChange(residence);
  const editButton = (block: Block | 'name') =>
    isInsider && (
      <Button
        size="small"
        aria-label={say('editBlock', { block: say(`blocks.${block}`) })}
        onClick={() => setEdited(block)}
      >
        {translate('ra.action.update')}
      </Button>
    );
  return (
    <Stack spacing={2}>
      <Card component="section">
        <CardContent>
          <SectionHead title={say('blocks.name')}>{editButton('name')}</SectionHead>
          <Facts
            facts={[
              [say('fields.name'), residence.name],
              [say('fields.groupId'), residence.groupName],
              [say('fields.id'), residence.id],
            ]}
          />
        </CardContent>
      </Card>
      {blockNames
        .filter((block) => block !== 'confidential' || isInsider)
        .map((block) => (
          <Card key={block} component="section">
            <CardContent>
              <SectionHead title={say(`blocks.${block}`)}>{editButton(block)}</SectionHead>
              <Facts
                facts={blocks[block].map((field) => [say(`fields.${field}`), residence[field] ?? '—'])}
              />
            </CardContent>
          </Card>
        ))}
      {edited !== undefined && (
        <DetailsDialog residence={residence} block={edited} onClose={() => setEdited(undefined)} />
      )}
    </Stack>
  );
}
