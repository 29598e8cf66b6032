import { Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { personFields } from './entry-fields.ts';
import { FieldFacts } from './FieldFacts.tsx';
import { FieldsDialog } from './FieldsDialog.tsx';

const titles = { commercial: 'person', survey: 'visitor', postuler: 'applicant' } as const;

/** The person whom the entry is about, or who wrote. */
export function PersonBlock({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const { mayChange } = useActs();
  const [isEdited, setEdited] = useState(false);
  const title = translate(`accueil.entry.block.${titles[entry.kind]}`);
  const fields = personFields[entry.kind];
  const isKnown = fields.some(({ name }) => entry.fields[name] !== undefined);
  return (
    <Block title={title} onEdit={mayChange ? () => setEdited(true) : undefined}>
      {isKnown ? (
        <FieldFacts fields={fields} values={entry.fields} objectedOn={entry.objectedOn} />
      ) : (
        <Typography color="text.secondary">{translate('accueil.leads.unnamed')}</Typography>
      )}
      {isEdited && (
        <FieldsDialog
          title={translate('accueil.entry.act.edit', { block: title })}
          fields={fields}
          values={entry.fields}
          onClose={() => setEdited(false)}
        />
      )}
    </Block>
  );
}
