import { recordActivity } from '../access/audit.ts';
import { parisDay } from '../clock.ts';
import { notFound } from '../contract/request-error.ts';
import { ownPerson } from '../entries/change/persons.ts';
import { parsedFields } from '../entries/change/relations.ts';
import { findEntry } from '../entries/change/row.ts';
import { peopleOf } from '../entries/people.ts';
import { requireEntry } from '../entries/require-entry.ts';
import { frenchDay } from '../french/dates.ts';
import { deskRoute } from '../http/desk-route.ts';
import { html } from '../http/pages/html.ts';
import { block, pageFor } from '../http/pages/printed-page.ts';
import { answerSubject } from './answer.ts';
import { valuesOf } from './filling.ts';
import type { LetterDeps } from './write.ts';

/** The answer to a person without an e-mail address. */
export const printAnswer = deskRoute('printAnswer', 'GET /desk/entries/:id/answer', {
  right: 'entries.change',
  async run({ database, clock }: LetterDeps, { id, by }, { reply }) {
    const read = database.background;
    await requireEntry(read, id, by, 'change');
    const entry = await findEntry(read, id);
    if (entry === undefined || entry.kind === 'commercial') throw notFound('entry', id);
    const {
      résidence: residence = '',
      adresse: address,
      téléphone: phone,
    } = await valuesOf(read, entry, by.name, undefined);
    const { name } = peopleOf({}, [ownPerson(entry.kind, parsedFields(entry.fields))]);
    const subject = answerSubject(entry);
    // Without an author, the comment is what the family wrote.
    const text = entry.comment_by === null ? '' : (entry.comment ?? '');
    await database.write(
      recordActivity,
      { by, act: { action: 'read', subject: 'entry', subjectId: id } },
      clock(),
    );
    const letter = html`<p class="text">${[residence, address, phone].filter(Boolean).join('\n')}</p>
<div class="to">${block(name ?? 'Nom')}${block('Adresse postale')}</div>
<p class="to">le ${frenchDay(parisDay(clock()))}</p>
<p><strong>Objet : ${subject} (n° ${id})</strong></p>
${
  text === ''
    ? block('Réponse')
    : html`<p class="text">${text}</p>
`
}${block(`${by.name}\n${residence}`)}
`;
    return pageFor(reply, subject, [letter], { isLetter: true });
  },
});
