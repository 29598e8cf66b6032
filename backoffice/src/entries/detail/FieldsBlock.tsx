import { type ReactNode, useState } from 'react';
import type { Fields } from '../entry.ts';
import { EditDialog, pick } from './ActDialog.tsx';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { type FieldOf, namesOf } from './entry-fields.ts';
import { FieldInputs } from './FieldInputs.tsx';

interface Props {
  readonly title: string;
  readonly fields: readonly FieldOf[];
  readonly values: Fields;
  /** What the form edits besides, under its names in the body, with its inputs. */
  readonly own?: Fields;
  readonly inputs?: ReactNode;
  /** Whether nothing of it can be edited. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

/** Fields that are shown and edited together. Where nothing is known only those see it who may write it. */
export function FieldsBlock({ title, fields, values, own = {}, inputs, isFixed = false, children }: Props) {
  const canEdit = useActs().entry.mayChange && !isFixed;
  const [isEdited, setEdited] = useState(false);
  const isKnown = [...fields.map(({ name }) => values[name]), ...Object.values(own)].some(
    (value) => (value ?? null) !== null,
  );
  if (!isKnown && !canEdit) return null;
  return (
    <Block title={title} onEdit={canEdit ? () => setEdited(true) : undefined}>
      {children}
      {isEdited && (
        <EditDialog
          title={`Modifier : ${title}`}
          before={{ ...own, ...pick(values, namesOf(fields)) }}
          toBody={(changed) => {
            const [ofEntry, ofFields] = [true, false].map((isOwn) =>
              Object.fromEntries(Object.entries(changed).filter(([name]) => name in own === isOwn)),
            );
            return { ...ofEntry, ...(Object.keys(ofFields ?? {}).length > 0 && { fields: ofFields }) };
          }}
          onClose={() => setEdited(false)}
        >
          {inputs}
          <FieldInputs fields={fields} />
        </EditDialog>
      )}
    </Block>
  );
}
