import type { Staff } from '../entries/change/staff-acts.ts';
import type { OperationContext, Transaction } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { type Letter, validateText, writeLetter } from './write.ts';

const subjects: Readonly<Record<string, string>> = {
  'survey.type.complaint': 'Réponse à votre réclamation',
  'survey.type.survey': 'Réponse à votre avis',
  'survey.type.contact': 'Réponse à votre demande',
};

export function answerSubject({ kind, type }: Pick<EntryRow, 'kind' | 'type'>): string {
  return kind === 'postuler' ? 'Votre candidature' : (subjects[type ?? ''] ?? 'Notre réponse');
}

/** Queues an answer to the sender of a survey or a job application. Rejects with a `ValidationError` without a text. */
export function writeAnswer(
  tx: Transaction,
  entry: EntryRow,
  staff: Staff,
  { text, ...letter }: Pick<Letter, 'to' | 'key'> & { readonly text: string | null | undefined },
  context: OperationContext,
) {
  if (entry.kind === 'commercial')
    throw new ValidationError('send', 'expected for a survey or a job application only');
  if (typeof text !== 'string') throw new ValidationError('comment', 'expected the text to send');
  validateText('comment', text);
  const subject = answerSubject(entry);
  const answer = { use: 'answer', channel: 'email', person: 'entry', subject, text } as const;
  return writeLetter(tx, entry, staff, { ...letter, ...answer }, context);
}
