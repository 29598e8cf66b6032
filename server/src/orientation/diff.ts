import type { OrientationBody } from '../contract/orientation.ts';
import { asCommercial } from '../entries/change/as-commercial.ts';
import type { EntryPatch, FieldPatch } from '../entries/change/patch.ts';
import type { Normalized } from '../validation/normalize.ts';

type Message = Normalized<OrientationBody>;

/**
 * Returns the changes that an update makes to the entry: only fields that differ from the partner's earlier message, so
 * that a resend never undoes a correction by staff (docs/interface.md, « Orientation exchange »).
 */
export function diffOrientation(before: Message, after: Message): EntryPatch {
  const from = asCommercial(before);
  const to = asCommercial(after);
  const fields = changed(from.fields, to.fields);
  // Only the first DateContact sets the entry's contact date.
  const firstDate = before.DateContact === undefined ? after.DateContact : undefined;
  if (firstDate === undefined) delete fields.dateFirstContact;
  const relations = new Map<number, FieldPatch>();
  for (const [position, relation] of to.relations) {
    const patch = changed(from.relations.get(position) ?? {}, relation);
    if (Object.keys(patch).length > 0) relations.set(position, patch);
  }
  return {
    ...(after.etablissementId !== undefined &&
      after.etablissementId !== before.etablissementId && { establishmentId: after.etablissementId }),
    ...(to.sejourType !== undefined && to.sejourType !== from.sejourType && { sejourType: to.sejourType }),
    ...(to.comment !== undefined && to.comment !== from.comment && { comment: to.comment }),
    ...(firstDate !== undefined && { contactDate: firstDate }),
    fields,
    extra: changed(from.extra, to.extra),
    relations,
  };
}

/** Returns the history detail for a `DateContact` after the first one, which only the history records. */
export function laterContactDate(before: Message, after: Message): Record<string, unknown> {
  const later = before.DateContact !== undefined && before.DateContact !== after.DateContact;
  return later ? { laterDateContact: after.DateContact } : {};
}

/** Whether two values are equal as JSON. The order of object members matters. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the fields that differ. One that is missing from `to` is null: a birth date may replace a year of birth. */
function changed(from: FieldPatch, to: FieldPatch): Record<string, unknown> {
  const replaced = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  return Object.fromEntries([
    ...replaced.map((key) => [key, null]),
    ...Object.entries(to).filter(([key, value]) => !Object.hasOwn(from, key) || !isEqual(from[key], value)),
  ]);
}
