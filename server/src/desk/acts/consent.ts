import Type from 'typebox';
import type { AuditedContext } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import { changeEntry } from '../../entries/change/change-entry.ts';
import type { EntryPatch } from '../../entries/change/patch.ts';
import { personsOf } from '../../entries/change/persons.ts';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import type { Fields } from '../../entries/diff.ts';
import {
  type ConsentField,
  type Consents,
  consentFields,
  consentHolder,
  consentsOf,
  consentTo,
  holderOf,
  refusedIn,
  senderOf,
} from '../../entries/follow-up/consent.ts';
import {
  endObjection,
  objectionsOf,
  putObjection,
  requireRemembered,
} from '../../entries/search/objections.ts';
import { PersonKey } from '../../letters/write.ts';
import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { query } from '../../store/statement.ts';
import { type ContactWay, contactWays, type Day } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { actRoute } from './act-route.ts';

const answer = Type.Optional(Type.Enum(['oui', 'non'], { type: 'string' }));

const allRefused = {
  consentementTelephone: 'non',
  consentementEmail: 'non',
  consentementSms: 'non',
} as const;

/** The fields are those that forms send: the history of the entry is the proof. */
export const consent = actRoute('consent', 'POST /desk/entries/:id/consent', {
  fields: {
    consentementTelephone: answer,
    consentementEmail: answer,
    consentementSms: answer,
    consentementMention: Type.Optional(Type.String({ maxLength: 100 })),
    consentementSource: Type.String({ minLength: 1, maxLength: 255 }),
    consentementLe: Type.String({ format: 'date' }),
    person: Type.Optional(PersonKey),
    objects: Type.Optional(Type.Boolean()),
  } satisfies Record<ConsentField | 'objects' | 'person', unknown>,
  check({ objects, consentementTelephone, consentementEmail, consentementSms }) {
    if (objects !== true && (consentementTelephone ?? consentementEmail ?? consentementSms) === undefined)
      throw new ValidationError('consentementTelephone', 'expected this, or another channel');
  },
  async run(
    tx,
    { entry, staff, context: { now, secrets, record } },
    { entryId: _id, version: _version, by: _by, objects = false, person, ...given },
  ) {
    const today = parisDay(new Date(staff.at));
    if (given.consentementLe > today) throw new ValidationError('consentementLe', 'expected no day to come');
    const { kind } = entry;
    const relations = await storedRelations(tx, entry.id);
    const consents = { kind, extra: parsedFields(entry.extra), relations };
    const whose = String(
      person ??
        senderOf(
          kind,
          relations.map(({ position }) => position),
        ),
    );
    const who = (await personsOf(tx, entry)).get(whose);
    if (who === undefined) throw new ValidationError('person', 'expected a person of this entry');
    const answers = { ...given, ...(objects && allRefused) };
    const refused = refusedIn(answers);
    if (refused.length > 0) requireRemembered('consentementLe', given.consentementLe, today);
    const agreed = contactWays.filter((way) => answers[consentTo[way]] === 'oui');
    const objections = (ways: readonly ContactWay[]) => objectionsOf([who], secrets.contentKey, ways);
    for (const { kind, hash } of objections(agreed)) {
      const noted = await tx.first(notedAt(hash, kind, entry.id));
      if (noted === undefined) continue;
      await endObjection(tx, noted.id, now);
      await record({ action: 'removed', subject: 'objection', subjectId: noted.id, detail: { kind } });
    }
    const noted = { objected_on: given.consentementLe, entry_id: entry.id, person: whose };
    await noteObjections(tx, objections(refused), noted, { now, record });
    const patch = patchOf(whose, answers, consents);
    return changeEntry(tx, entry, { ...staff, change: 'updated', isContact: true, patch });
  },
});

/** Notes what the form of an entry has refused as an objection: the entry that is kept for it has other consents. */
export async function objectAsInForm(tx: Transaction, entry: EntryRow, context: AuditedContext) {
  const relations = await storedRelations(tx, entry.id);
  const consents = { kind: entry.kind, extra: parsedFields(entry.extra), relations };
  const person = holderOf(consents);
  const who = (await personsOf(tx, entry)).get(person) ?? {};
  const ways = refusedIn(consentsOf(person, consents));
  const noted = { objected_on: parisDay(new Date(entry.received_at)), entry_id: entry.id, person };
  await noteObjections(tx, objectionsOf([who], context.secrets.contentKey, ways), noted, context);
}

async function noteObjections(
  tx: Transaction,
  objections: ReturnType<typeof objectionsOf>,
  noted: { readonly objected_on: Day; readonly entry_id: number; readonly person: string },
  { now, record }: Pick<AuditedContext, 'now' | 'record'>,
): Promise<void> {
  for (const { kind, hash } of objections) {
    const subjectId = await putObjection(tx, { hash, kind, request_id: null, ...noted }, now);
    await record({ action: 'added', subject: 'objection', subjectId, detail: { kind } });
  }
}

/** An objection that was noted at this entry: who then agrees there has changed their mind. */
const notedAt = (hash: string, kind: ContactWay, entryId: number) =>
  query((db) =>
    db
      .selectFrom('objections')
      .select('id')
      .where('hash', '=', hash)
      .where('kind', '=', kind)
      .where('entry_id', '=', entryId)
      .where('request_id', 'is', null),
  );

/** Stores what one person has answered; what came with the form goes to who filled it in. */
function patchOf(whose: string, answers: Fields, consents: Consents): EntryPatch {
  const none = Object.fromEntries(consentFields.map((name) => [name, null]));
  const noted = { ...none, ...answers };
  const holder = holderOf(consents);
  if (holder === 'entry' && whose === 'entry') return { extra: noted };
  const sent = Object.fromEntries(consentFields.map((name) => [name, consents.extra[name] ?? null]));
  const relationExtras = new Map<number, Fields>();
  if (holder !== 'entry') relationExtras.set(Number(holder), sent);
  if (whose !== 'entry') relationExtras.set(Number(whose), noted);
  const extra = whose === 'entry' ? { ...noted, [consentHolder]: 'entry' } : holder === 'entry' ? {} : none;
  return { extra, relationExtras };
}
