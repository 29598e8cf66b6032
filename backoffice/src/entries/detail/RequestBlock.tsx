import { Typography } from '@mui/material';
import { useState } from 'react';
import { SelectInput, TextInput, useTranslate } from 'react-admin';
import { choicesOf, sejourTypes } from '../../api/enumerations.ts';
import { ActDialog } from './ActDialog.tsx';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { requestFields } from './entry-fields.ts';
import { ExtraFacts, FieldFacts } from './FieldFacts.tsx';
import { FieldsDialog, valuesOf, whatChanged } from './FieldsDialog.tsx';
import type { WholeEntry } from './whole-entry.ts';

/** What an orientation says besides, which only partners send. */
const ofPartners = ['GirEstime', 'UniteProtege'];

/** What is wanted: the stay, how soon, for how much; or the message of who wrote. */
export function RequestBlock({ entry }: { readonly entry: WholeEntry }) {
  const translate = useTranslate();
  const { mayChange } = useActs();
  const [isEdited, setEdited] = useState(false);
  const { kind, fields, sejourType } = entry;
  const title = translate(`accueil.entry.block.${kind === 'commercial' ? 'wishes' : 'message'}`);
  const values = { ...fields, sejourType };
  const shown = [
    ...(kind === 'commercial' ? [{ name: 'sejourType', shape: 'text' } as const] : []),
    ...requestFields[kind],
  ];
  const partners = Object.fromEntries(
    ofPartners.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  );
  const isEmpty =
    Object.keys(partners).length === 0 &&
    shown.every(({ name }) => (Object.hasOwn(values, name) ? Reflect.get(values, name) : null) === null);
  const edit = translate('accueil.entry.act.edit', { block: title });
  const close = () => setEdited(false);
  return (
    <Block title={title} onEdit={mayChange ? () => setEdited(true) : undefined}>
      {isEmpty && <Typography color="text.secondary">{translate('accueil.entry.empty')}</Typography>}
      <FieldFacts fields={shown} values={values} />
      <ExtraFacts extra={partners} />
      {isEdited &&
        (kind === 'commercial' ? (
          <WishesDialog title={edit} entry={entry} onClose={close} />
        ) : (
          <FieldsDialog title={edit} fields={requestFields[kind]} values={fields} onClose={close} />
        ))}
    </Block>
  );
}

const inFields = ['delais', 'budget', 'securite'];

/** Which stay is wanted, how soon, for how much. */
export function WishesDialog({
  title,
  entry,
  onClose,
}: {
  readonly title: string;
  readonly entry: WholeEntry;
  readonly onClose: () => void;
}) {
  const translate = useTranslate();
  const before = { sejourType: entry.sejourType, ...valuesOf(entry.fields, inFields) };
  return (
    <ActDialog
      title={title}
      values={before}
      toAct={(typed) => {
        const changed = whatChanged(before, typed);
        if (changed === undefined) return undefined;
        const { sejourType, ...fields } = changed;
        return {
          name: 'edit',
          body: {
            ...(sejourType !== undefined && { sejourType }),
            ...(Object.keys(fields).length > 0 && { fields }),
          },
        };
      }}
      onClose={onClose}
    >
      <SelectInput
        source="sejourType"
        label="accueil.entry.field.sejourType"
        choices={choicesOf(sejourTypes)}
        helperText={false}
      />
      {inFields.map((name) => (
        <TextInput
          key={name}
          source={name}
          label={translate(`accueil.entry.field.${name}`)}
          helperText={false}
        />
      ))}
    </ActDialog>
  );
}
