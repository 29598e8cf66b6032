import type { TProperties } from 'typebox';
import { ApplicationBody } from '../contract/application.ts';
import { Action, CommercialBody, Relation, StaffFields } from '../contract/commercial.ts';
import { type Content, plain, remark } from '../contract/fields.ts';
import { OrientationBody } from '../contract/orientation.ts';
import { SurveyBody } from '../contract/survey.ts';
import { recordedActionFields } from '../entries/change/actions.ts';
import { consentFields } from '../entries/follow-up/consent.ts';
import { recordedValues } from '../store/entry-columns.ts';

/** Plain fields under names that no message has: of orientations, and what staff add. */
const plainNames = [
  'AdresseComplementaire',
  'AnneeNaissance',
  'age',
  'birthdate',
  'resident',
  'renewedOn',
  ...consentFields,
];

/** What each field of an entry holds, by its name: the messages say so. A name means the same in all of them. */
export const contents: ReadonlyMap<string, Content> = new Map([
  ...plainNames.map((name) => [name, plain['x-content']] as const),
  ['asleepReason', remark['x-content']],
  ...[Relation, Action, CommercialBody, StaffFields, SurveyBody, ApplicationBody, OrientationBody].flatMap(
    (message) => fieldsOf(message.properties),
  ),
]);

/** The names of fields and columns that the messages and the history have. */
export const knownNames: ReadonlySet<string> = new Set([
  ...[...contents.keys(), ...recordedValues.keys(), ...recordedActionFields],
]);

/** Names with a meaning of their own wherever unnamed fields stand: what the messages, the history and its lines name. */
export const ownNames: ReadonlySet<string> = new Set([
  ...knownNames,
  ...[
    'changes',
    'relations',
    'actions',
    'from',
    'to',
    'owner',
    'ownerId',
    'extra',
    'state',
    'reason',
    'of',
    'via',
    'since',
    'added',
    'stayed',
    'corrected',
    'laterDateContact',
    '',
  ],
]);

function fieldsOf(properties: TProperties): [string, Content][] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    'x-content' in schema ? [[name, schema['x-content'] as Content]] : [],
  );
}

/** The names of the fields that say this of themselves. */
export function namesWith(mark: 'health' | 'prose'): ReadonlySet<string> {
  return new Set([...contents].flatMap(([name, holds]) => (holds[mark] ? [name] : [])));
}
