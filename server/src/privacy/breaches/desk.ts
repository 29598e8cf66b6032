import Type from 'typebox';
import { authorOf, shownAuthor } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { day } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { insert, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { nameUsers, showSeen } from './seen.ts';

/** CNIL is told within this time of the moment when it was noticed (article 33). */
const tellWithinMs = 72 * 60 * 60 * 1_000;

const words = (description: string) => Type.String({ maxLength: 20_000, description });
const texts = {
  facts: words('What happened.'),
  people: words('Whose data, which, and of how many; no names.'),
  consequences: words('The likely consequences.'),
  measures: words('What was done, and will be.'),
  reason: words('Why CNIL or the persons are not told, or were told after 72 hours.'),
};
/** The texts that may be empty: an empty one is read as null. */
const mayBeEmpty = {
  people: orNull(texts.people),
  consequences: orNull(texts.consequences),
  measures: orNull(texts.measures),
  reason: orNull(texts.reason),
};
const told = {
  cnilToldOn: orNull(day('When CNIL was told.')),
  personsToldOn: orNull(day('When the persons were told.')),
};

const listBreaches = deskRoute('listBreaches', 'GET /desk/privacy/breaches', {
  ...privacyRoute,
  summary: 'The register of breaches of personal data',
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.Integer(),
        noticedAt: Type.String(),
        tellBefore: Type.String({
          description: '72 hours later: CNIL is told before it where there is a risk.',
        }),
        ...texts,
        cnilToldOn: orNull(Type.String()),
        personsToldOn: orNull(Type.String()),
        author: Type.String(),
        closedAt: orNull(Type.String()),
      }),
      { description: 'The newest first.' },
    ),
  }),
  async run({ database }: PrivacyDeps) {
    const found = await database.background.all(
      query((db) =>
        db
          .selectFrom('breaches')
          .select([
            ...(['id', 'facts', 'people', 'consequences', 'measures', 'reason'] as const),
            'noticed_at as noticedAt',
            'cnil_told_on as cnilToldOn',
            'persons_told_on as personsToldOn',
            shownAuthor('author').as('author'),
            'closed_at as closedAt',
          ])
          .orderBy('id', 'desc'),
      ),
    );
    const tellBefore = (noticedAt: string) =>
      new Date(new Date(noticedAt).getTime() + tellWithinMs).toISOString();
    return { data: found.map((one) => ({ ...one, tellBefore: tellBefore(one.noticedAt) })) };
  },
});

const noteBreach = deskWrite('noteBreach', 'POST /desk/privacy/breaches', {
  ...privacyRoute,
  summary: 'Note a breach of personal data',
  body: exactly({
    noticedAt: Type.String({
      format: 'moment',
      description: 'When it was noticed; the 72 hours run from then.',
    }),
    facts: texts.facts,
    ...Type.Partial(Type.Omit(Type.Object(mayBeEmpty), ['reason'])).properties,
  }),
  answer: Type.Object({ id: Type.Integer() }),
  async run(tx, { noticedAt, facts, people, consequences, measures, by }, { now, record }) {
    const noticed = new Date(noticedAt);
    if (noticed > now) throw new ValidationError('noticedAt', 'expected no moment to come');
    const at = now.toISOString();
    const id = await insert(tx, 'breaches', {
      ...{ facts, people: people ?? '', consequences: consequences ?? '', measures: measures ?? '' },
      reason: '',
      ...{ noticed_at: noticed.toISOString(), created_at: at, author: authorOf(by) },
      ...{ cnil_told_on: null, persons_told_on: null, closed_at: null },
    });
    await record({ action: 'added', subject: 'register', subjectId: id, detail: { name: 'breach' } });
    return { id };
  },
});

const patchBreach = deskWrite('patchBreach', 'PATCH /desk/privacy/breaches/:id', {
  ...privacyRoute,
  summary: 'Complete a breach, or close it',
  description: 'It is closed once CNIL was told, or a reason says why not.',
  body: exactly(
    {
      ...Type.Partial(Type.Object({ facts: texts.facts, ...mayBeEmpty, ...told })).properties,
      close: Type.Optional(Type.Literal(true)),
    },
    { minProperties: 1 },
  ),
  async run(tx, { id, by: _, close, cnilToldOn, personsToldOn, ...changed }, { now, record }) {
    const before = await tx.first(query((db) => db.selectFrom('breaches').selectAll().where('id', '=', id)));
    if (before === undefined) throw new RequestError('NOTFOUND', `path: no breach has the id ${id}`);
    for (const [name, on] of Object.entries({ cnilToldOn, personsToldOn }))
      if (typeof on === 'string' && on > parisDay(now))
        throw new ValidationError(name, 'expected no day to come');
    const textOf = (name: keyof typeof mayBeEmpty) =>
      changed[name] === undefined ? before[name] : (changed[name] ?? '');
    const after = {
      facts: changed.facts ?? before.facts,
      people: textOf('people'),
      consequences: textOf('consequences'),
      measures: textOf('measures'),
      reason: textOf('reason'),
      cnil_told_on: cnilToldOn === undefined ? before.cnil_told_on : cnilToldOn,
      persons_told_on: personsToldOn === undefined ? before.persons_told_on : personsToldOn,
    };
    if (close && after.cnil_told_on === null && after.reason.trim() === '')
      throw new ValidationError('reason', 'expected why CNIL was not told');
    await update(tx, 'breaches', id, {
      ...after,
      closed_at: close ? now.toISOString() : before.closed_at,
    });
    await record({ action: 'changed', subject: 'register', subjectId: id, detail: { name: 'breach' } });
  },
});

/** The register of breaches, and whose data a user has seen. */
export const breachRoutes = [listBreaches, noteBreach, patchBreach, showSeen, nameUsers] as const;
