// What stands on the printable page, in French words alone.
import { isFields, only } from '../../../entries/diff.ts';
import { frenchDay, frenchInstant } from '../../../french/dates.ts';
import { fieldName } from '../../../french/field-names.ts';
import { changeNames, frenchLabel } from '../../../french/labels.ts';
import type { ExportedEntry } from './schema.ts';

type ResidenceNames = ReadonlyMap<number, string>;

/** Numbers of entries and of staff, and what an undo needs. */
const unsaid = new Set([
  'owner',
  'ownerId',
  'added',
  'via',
  'since',
  'stayed',
  'flagged',
  'relation',
  'corrected',
  'sent',
]);

export interface Words {
  readonly row: (name: string, value: unknown) => readonly [name: string, value: string];
  readonly rows: (fields: Readonly<Record<string, unknown>>) => (readonly [name: string, value: string])[];
  /** A line of the history: what happened, and its details, one a line. */
  readonly change: (line: ExportedEntry['history'][number]) => readonly [what: string, detail: string];
}

/** Returns how fields, values and changes are written. */
export function wordsFor(residences: ResidenceNames): Words {
  const residenceOf = (id: number) => residences.get(id) ?? `nº ${id}`;

  const valueText = (name: string, value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return value ? 'oui' : 'non';
    if (typeof value === 'number') return numbered(name, value);
    if (typeof value === 'string') return writtenText(value);
    if (Array.isArray(value)) return value.map((one) => valueText(name, one)).join('\n');
    return rows(value).map(line).join('\n');
  };
  const numbered = (name: string, value: number): string => {
    if (name === 'establishment' || name === 'etablissementId') return residenceOf(value);
    if (name === 'duplicateOf') return `fiche nº ${value}`;
    if (name === 'assigneeId') return 'un membre du personnel';
    return String(value).replace('.', ',');
  };
  const row: Words['row'] = (name, value) => [fieldName(name), valueText(name, value)];
  const rows = (fields: object) => Object.entries(fields).map(([name, value]) => row(name, value));

  /** `Prénom : Anne (avant : Jeanne)`; what has neither value says nothing. */
  const changed = (before: string, changes: unknown): string[] =>
    Object.entries(isFields(changes) ? changes : {}).flatMap(([name, change]) => {
      if (!isFields(change)) return [`${before}${row(name, change).join(' : ')}`];
      const [label, to] = row(name, change.to);
      const from = valueText(name, change.from);
      return [`${before}${label} : ${to || 'rien'}${from === '' ? '' : ` (avant : ${from})`}`];
    });
  const byPosition = (kind: string, changes: unknown) =>
    Object.entries(isFields(changes) ? changes : {}).flatMap(([position, one]) =>
      changed(`${kind} ${Number(position) + 1}, `, one),
    );

  return {
    row,
    rows,
    change: ({ change, detail }) => {
      const {
        changes,
        relations,
        actions,
        of,
        state,
        reason,
        extra,
        renewedOn,
        laterDateContact,
        ...others
      } = detail;
      const said = [
        ...(typeof of === 'number' ? [`Fiche nº ${of}`] : []),
        ...changed('', { ...(isFields(changes) && changes), ...(renewedOn !== undefined && { renewedOn }) }),
        ...byPosition('Personne liée', relations),
        ...byPosition('Action', actions),
        ...[
          ['État', state],
          ['Explication', reason],
          ['Nouveau jour de contact', laterDateContact],
        ].flatMap(([label, value]) =>
          typeof value === 'string' ? [`${label} : ${writtenText(value)}`] : [],
        ),
        ...rows({ ...(isFields(extra) && extra) }).map(line),
        ...rows(only(others, (name) => !unsaid.has(name))).map(line),
      ];
      return [changeNames[change] ?? 'Fiche modifiée', said.join('\n')];
    },
  };
}

const line = ([name, value]: readonly [name: string, value: string]) => `${name} : ${value}`;

/** Codes of the contract, days and instants as they are said; any other text as it is. */
function writtenText(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return frenchDay(value);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return frenchInstant(value);
  return frenchLabel(value) ?? value;
}
