import { fieldNames } from '../../../../server/src/french/field-names.ts';
import type { EntryDetail } from '../../api/responses.ts';
import type { Fields } from '../entry.ts';
import { shownConsents } from './consents.ts';
import { namesOf, personFields, referrerFields, requestFields, wordFields } from './entry-fields.ts';

/** Shown elsewhere on the page. */
const elsewhere = ['ip', 'resultat', 'motif', 'dateFirstContact', ...wordFields];

/** What the script of a site adds to its form. */
const technical = new Set([
  'page',
  'landing_page',
  'referrer',
  'adUserData',
  'adPersonalization',
  'gclidCapturedAt',
  'formDurationMs',
  'sujetAnnexe',
]);

/** The fields that have no place of their own: what staff know by a name, or the rest. */
export function otherFields(
  { kind, fields, extra }: Pick<EntryDetail, 'kind' | 'fields' | 'extra'>,
  which: 'named' | 'technical',
): Fields {
  const referrer = kind === 'commercial' ? referrerFields : [];
  const placed = namesOf([...personFields[kind], ...requestFields[kind], ...referrer]).concat(elsewhere);
  const unplaced = Object.entries(fields).filter(
    ([name, value]) => !placed.includes(name) && !(name === 'cv' && isPlainCv(value)),
  );
  const consents = shownConsents(extra);
  const unnamed = Object.entries(extra).filter(([name]) => !consents.includes(name));
  const isNamed = (name: string) => Object.hasOwn(fieldNames, name) && !technical.has(name);
  return Object.fromEntries(
    [...unplaced, ...unnamed].filter(([name]) => isNamed(name) === (which === 'named')),
  );
}

/** The block of the CV shows its name and type, and why it was not kept. */
function isPlainCv(cv: unknown): boolean {
  return Object.keys(cv ?? {}).every((name) => ['name', 'type', 'notKept'].includes(name));
}
