import { ActDialog } from './ActDialog.tsx';
import { relationFields } from './entry-fields.ts';
import { FieldInput } from './FieldInput.tsx';
import { valuesOf, whatChanged } from './what-changed.ts';
import type { Relation } from './whole-entry.ts';

interface Props {
  readonly title: string;
  /** Undefined for a new one. */
  readonly relation: Relation | undefined;
  readonly onClose: () => void;
}

/** Adds a related person, or changes one. */
export function RelationDialog({ title, relation, onClose }: Props) {
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
