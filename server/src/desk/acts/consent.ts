import Type from 'typebox';
import { parisDay } from '../../clock.ts';
import { changeEntry } from '../../entries/change/change-entry.ts';
import { peopleOf, readState } from '../../entries/change/state.ts';
import { type ConsentField, consentFields } from '../../entries/follow-up/consent.ts';
import { objectionsOf, putObjection } from '../../entries/search/objections.ts';
import { requireRemembered } from '../../privacy/objections/remembered.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { actRoute } from './act-route.ts';

const answer = (channel: string) =>
  Type.Optional(
    Type.Enum(['oui', 'non'], {
      type: 'string',
      description: `Whether they agree to be contacted ${channel}.`,
    }),
  );

const allRefused = {
  consentementTelephone: 'non',
  consentementEmail: 'non',
  consentementSms: 'non',
} as const;

/** The fields are those that forms send: the history of the entry is the proof. */
export const consent = actRoute('consent', 'POST /desk/entries/:id/consent', {
  summary: 'Note what the person agrees to',
  description:
    'What a person told staff on a day: it takes the place of what was known, channels that are absent included. The history keeps both. A new entry stays new.',
  fields: {
    consentementTelephone: answer('by phone'),
    consentementEmail: answer('by e-mail'),
    consentementSms: answer('by text message'),
    consentementMention: Type.Optional(
      Type.String({ maxLength: 100, description: 'The version of the wording that they were told.' }),
    ),
    consentementSource: Type.String({ minLength: 1, maxLength: 255, description: 'How it was obtained.' }),
    consentementLe: Type.String({ format: 'date', description: 'The day on which it was: today or before.' }),
    objects: Type.Optional(
      Type.Boolean({
        description:
          'They want to be contacted no more: an objection for each number and address of the entry, in force at once at all residences. The data protection officer sees it, and can end it.',
      }),
    ),
  } satisfies Record<ConsentField | 'objects', unknown>,
  check({ objects, consentementTelephone, consentementEmail, consentementSms }) {
    if (objects !== true && (consentementTelephone ?? consentementEmail ?? consentementSms) === undefined)
      throw new ValidationError('consentementTelephone', 'expected this, or another channel');
  },
  async run(
    tx,
    { entry, staff, context: { secrets, record } },
    { entryId: _id, version: _version, by: _by, objects = false, ...told },
  ) {
    const today = parisDay(new Date(staff.at));
    if (told.consentementLe > today) throw new ValidationError('consentementLe', 'expected no day to come');
    if (objects) await requireRemembered(tx, 'consentementLe', told.consentementLe, today);
    const people = objects ? peopleOf(await readState(tx, entry)) : [];
    for (const { kind, hash } of objectionsOf(people, secrets.contentKey)) {
      const subjectId = await putObjection(tx, hash, {
        kind,
        objected_on: told.consentementLe,
        request_id: null,
      });
      await record({ action: 'added', subject: 'objection', subjectId, detail: { kind } });
    }
    const none = Object.fromEntries(consentFields.map((name) => [name, null]));
    const extra = { ...none, ...told, ...(objects && allRefused) };
    return changeEntry(tx, entry, { ...staff, change: 'updated', patch: { extra } });
  },
});
