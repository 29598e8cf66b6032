import { Typography } from '@mui/material';
import { useState } from 'react';
import { SelectInput, useTranslate } from 'react-admin';
import { sejourTypeNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import type { Fields } from '../entry.ts';
import { EditDialog, pick } from './ActDialog.tsx';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { namesOf, requestFields, wordFields } from './entry-fields.ts';
import { FieldFacts } from './FieldFacts.tsx';
import { FieldInputs, FieldsDialog } from './FieldsDialog.tsx';

/** What is wanted: the stay, how soon, for how much. */
export function RequestBlock({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const { mayChange } = useActs();
  const [isEdited, setEdited] = useState(false);
  const { kind, fields, sejourType } = entry;
  const title = translate('accueil.entry.block.wishes');
  const named = requestFields[kind].filter(({ name }) => !wordFields.includes(name));
  const values: Fields = { ...fields, sejourType };
  const shown = [
    ...(kind === 'commercial' ? [{ name: 'sejourType', shape: 'text' } as const] : []),
    ...named,
  ];
  const isEmpty = shown.every(({ name }) => (values[name] ?? null) === null);
  const edit = translate('accueil.entry.act.edit', { block: title });
  const close = () => setEdited(false);
  // Complaints and opinions have none.
  const hasWishes = kind !== 'survey' || entry.type === 'survey.type.contact';
  if (shown.length === 0 || (isEmpty && !hasWishes)) return null;
  return (
    <Block title={title} onEdit={mayChange ? () => setEdited(true) : undefined}>
      {isEmpty && <Typography color="text.secondary">{translate('accueil.entry.empty')}</Typography>}
      <FieldFacts fields={shown} values={values} objectedOn={entry.objectedOn} />
      {isEdited &&
        (kind === 'commercial' ? (
          <WishesDialog title={edit} entry={entry} onClose={close} />
        ) : (
          <FieldsDialog title={edit} fields={named} values={fields} onClose={close} />
        ))}
    </Block>
  );
}

interface WishesDialogProps {
  readonly title: string;
  readonly entry: EntryDetail;
  readonly onClose: () => void;
}

function WishesDialog({ title, entry, onClose }: WishesDialogProps) {
  return (
    <EditDialog
      title={title}
      before={{ sejourType: entry.sejourType, ...pick(entry.fields, namesOf(requestFields.commercial)) }}
      toBody={({ sejourType, ...fields }) => ({
        ...(sejourType !== undefined && { sejourType }),
        ...(Object.keys(fields).length > 0 && { fields }),
      })}
      onClose={onClose}
    >
      <SelectInput
        source="sejourType"
        label="accueil.entry.field.sejourType"
        choices={choicesIn(sejourTypeNames)}
      />
      <FieldInputs fields={requestFields.commercial} />
    </EditDialog>
  );
}
