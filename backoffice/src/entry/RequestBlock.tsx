import { Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Block } from './Block.tsx';
import { ExtraFacts } from './ExtraFacts.tsx';
import { requestFields } from './entry-fields.ts';
import { FieldFacts } from './FieldFacts.tsx';
import { FieldsDialog } from './FieldsDialog.tsx';
import { useActs } from './use-acts.ts';
import { WishesDialog } from './WishesDialog.tsx';
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
