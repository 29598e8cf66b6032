import { ActDialog } from './ActDialog.tsx';
import type { FieldOf } from './entry-fields.ts';
import { FieldInput } from './FieldInput.tsx';
import { valuesOf, whatChanged } from './what-changed.ts';
import type { Fields } from './whole-entry.ts';

interface Props {
  readonly title: string;
  readonly fields: readonly FieldOf[];
  readonly values: Fields;
  readonly onClose: () => void;
}

/** Changes some fields of the entry in place. */
export function FieldsDialog({ title, fields, values, onClose }: Props) {
  const before = valuesOf(
    values,
    fields.map(({ name }) => name),
  );
  return (
    <ActDialog
      title={title}
      values={before}
      toAct={(typed) => {
        const changed = whatChanged(before, typed);
        return changed && { name: 'edit', body: { fields: changed } };
      }}
      onClose={onClose}
    >
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} />
      ))}
    </ActDialog>
  );
}
