import Type from 'typebox';
import { parisDay } from '../../clock.ts';
import { changeEntry } from '../../entries/change/change-entry.ts';
import { type ConsentField, consentLabels } from '../../entries/follow-up/consent.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { actRoute } from './act-route.ts';

const answer = (channel: string) =>
  Type.Optional(
    Type.Enum(['oui', 'non'], {
      type: 'string',
      description: `Whether they agree to be contacted ${channel}.`,
    }),
  );

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
  } satisfies Record<ConsentField, unknown>,
  check({ consentementTelephone, consentementEmail, consentementSms }) {
    if ((consentementTelephone ?? consentementEmail ?? consentementSms) === undefined)
      throw new ValidationError('consentementTelephone', 'expected this, or another channel');
  },
  run(tx, { entry, staff }, { entryId: _id, version: _version, by: _by, ...told }) {
    if (told.consentementLe > parisDay(new Date(staff.at)))
      throw new ValidationError('consentementLe', 'expected no day to come');
    const none = Object.fromEntries(Object.keys(consentLabels).map((name) => [name, null]));
    return changeEntry(tx, entry, { ...staff, change: 'updated', patch: { extra: { ...none, ...told } } });
  },
});
