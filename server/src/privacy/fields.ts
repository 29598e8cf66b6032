import type { TProperties } from 'typebox';
import { ApplicationBody } from '../contract/application.ts';
import { Action, CommercialBody, Relation } from '../contract/commercial.ts';
import { type Content, plain } from '../contract/fields.ts';
import { OrientationBody } from '../contract/orientation.ts';
import { SurveyBody } from '../contract/survey.ts';
import { recordedActionFields } from '../entries/change/actions.ts';
import { consentLabels } from '../entries/follow-up/consent.ts';
import { auditableNames } from '../store/entry-columns.ts';

/** What entries hold under names that no message has: of orientations, and what staff add. */
const ownFields: Readonly<Record<string, Content>> = {
  AdresseComplementaire: plain('Complément d’adresse'),
  AnneeNaissance: plain('Année de naissance'),
  age: plain('Âge'),
  birthdate: plain('Date de naissance'),
  renewedOn: plain('Conservation comptée depuis le'),
  asleepReason: { label: 'En sommeil, motif', health: true, prose: true },
};

/** What each field of an entry holds, by its name: the messages say so. A name means the same in all of them. */
export const contents: ReadonlyMap<string, Content> = new Map([
  ...Object.entries(ownFields),
  ...Object.entries(consentLabels).map(([name, label]) => [name, plain(label)] as const),
  ...[Relation, Action, CommercialBody, SurveyBody, ApplicationBody, OrientationBody].flatMap((message) =>
    fieldsOf(message.properties),
  ),
]);

/** Names of fields and columns that the history has. */
const historyNames = [...auditableNames, ...recordedActionFields];

/** Names with a meaning of their own wherever unnamed fields stand: what the messages, the history and its lines name. */
export const ownNames: ReadonlySet<string> = new Set([
  ...[...contents.keys(), ...historyNames],
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
