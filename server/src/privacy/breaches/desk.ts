import Type, { type Static } from 'typebox';
import { authorOf, shownAuthor } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { day } from '../../contract/fields.ts';
import { notFound } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { insert, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { downloadSeen, nameUsers, showSeen } from './seen.ts';

/** CNIL is told within this time of the moment when it was noticed (article 33). */
const tellWithinMs = 72 * 60 * 60 * 1_000;

const words = Type.String({ maxLength: 20_000 });
const texts = {
  facts: words,
  people: words,
  consequences: words,
  measures: words,
  reason: words,
};
/** What may be added later. An empty text is read as null. */
const Details = Type.Partial(
  Type.Object({
    people: orNull(texts.people),
    consequences: orNull(texts.consequences),
    measures: orNull(texts.measures),
    reason: orNull(texts.reason),
    cnilToldOn: orNull(day('When CNIL was told.')),
    personsToldOn: orNull(day('When the persons were told.')),
  }),
);
const columns = [
  ...(['facts', 'people', 'consequences', 'measures', 'reason'] as const),
  ...(['cnil_told_on as cnilToldOn', 'persons_told_on as personsToldOn'] as const),
] as const;

const listBreaches = deskRoute('listBreaches', 'GET /desk/privacy/breaches', {
  ...privacyRoute,
  async run({ database }: PrivacyDeps) {
    const found = await database.background.all(
      query((db) =>
        db
          .selectFrom('breaches')
          .select(['id', 'noticed_at as noticedAt', 'closed_at as closedAt', ...columns])
          .select(shownAuthor('author').as('author'))
          .orderBy('id', 'desc'),
      ),
    );
    const tellBefore = (noticedAt: string) => new Date(Date.parse(noticedAt) + tellWithinMs).toISOString();
    return { data: found.map((one) => ({ ...one, tellBefore: tellBefore(one.noticedAt) })) };
  },
});

const noteBreach = deskWrite('noteBreach', 'POST /desk/privacy/breaches', {
  ...privacyRoute,
  body: exactly({
    noticedAt: Type.String({ format: 'moment' }),
    facts: texts.facts,
    ...Details.properties,
  }),
  async run(tx, { noticedAt, by, ...breach }, { now, record }) {
    const noticed = new Date(noticedAt);
    if (noticed > now) throw new ValidationError('noticedAt', 'expected no moment to come');
    const id = await insert(tx, 'breaches', {
      ...rowOf(breach, now),
      ...{ noticed_at: noticed.toISOString(), created_at: now.toISOString(), author: authorOf(by) },
    });
    await record({ action: 'added', subject: 'register', subjectId: id, detail: { name: 'breach' } });
    return { id };
  },
});

const patchBreach = deskWrite('patchBreach', 'PATCH /desk/privacy/breaches/:id', {
  ...privacyRoute,
  body: exactly(
    { facts: Type.Optional(texts.facts), ...Details.properties, close: Type.Optional(Type.Literal(true)) },
    { minProperties: 1 },
  ),
  async run(tx, { id, by: _, close, ...changed }, { now, record }) {
    const before = await tx.first(
      query((db) => db.selectFrom('breaches').select(columns).where('id', '=', id)),
    );
    if (before === undefined) throw notFound('breach', id);
    const after = rowOf({ ...before, ...changed }, now);
    if (close && after.cnil_told_on === null && after.reason.trim() === '')
      throw new ValidationError('reason', 'expected why CNIL was not told');
    await update(tx, 'breaches', id, { ...after, ...(close && { closed_at: now.toISOString() }) });
    await record({ action: 'changed', subject: 'register', subjectId: id, detail: { name: 'breach' } });
  },
});

/** Returns the columns of a breach. Throws a `ValidationError` for a day to come. */
function rowOf(breach: { readonly facts: string } & Static<typeof Details>, now: Date) {
  const { facts, people, consequences, measures, reason, cnilToldOn = null, personsToldOn = null } = breach;
  for (const [name, on] of Object.entries({ cnilToldOn, personsToldOn }))
    if (on !== null && on > parisDay(now)) throw new ValidationError(name, 'expected no day to come');
  return {
    facts,
    people: people ?? '',
    consequences: consequences ?? '',
    measures: measures ?? '',
    reason: reason ?? '',
    cnil_told_on: cnilToldOn,
    persons_told_on: personsToldOn,
  };
}

export const breachRoutes = [
  listBreaches,
  noteBreach,
  patchBreach,
  showSeen,
  downloadSeen,
  nameUsers,
] as const;
