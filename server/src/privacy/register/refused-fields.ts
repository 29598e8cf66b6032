import Type from 'typebox';
import { authorOf, shownAuthor } from '../../access/authors.ts';
import { notFound } from '../../contract/request-error.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { insert } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { ownNames } from '../fields.ts';
import { countHolders } from './purge-fields.ts';

const FieldName = Type.String({
  minLength: 1,
  maxLength: 200,
});

/** Reads the fields that are refused now, the newest first. */
export function listRefusedFields(queries: Queries) {
  return queries.all(
    query((db) =>
      db
        .selectFrom('refused_fields')
        .select([
          'id',
          'name',
          shownAuthor('author').as('author'),
          'refused_at as refusedAt',
          'purged_count as purged',
          'purged_at as purgedAt',
        ])
        .where('ended_at', 'is', null)
        .orderBy('id', 'desc'),
    ),
  );
}

const previewRefusal = deskRoute('previewRefusal', 'GET /desk/privacy/refused-fields/preview', {
  ...privacyRoute,
  query: Type.Object({ name: FieldName }),
  run: ({ database, clock }: PrivacyDeps, { name }) => countHolders(database, name, clock()),
});

const refuseField = deskWrite('refuseField', 'POST /desk/privacy/refused-fields', {
  ...privacyRoute,
  body: exactly({ name: FieldName, confirm: Type.String() }),
  async run(tx, { name, confirm, by }, { now, record }) {
    if (confirm !== name) throw new ValidationError('confirm', 'expected the name of the field');
    if (ownNames.has(name))
      throw new ValidationError('name', 'expected a field that the interface does not name');
    const known = (await listRefusedFields(tx)).find((one) => one.name === name);
    if (known !== undefined) return { id: known.id };
    const id = await insert(tx, 'refused_fields', {
      name,
      author: authorOf(by),
      refused_at: now.toISOString(),
    });
    await record({ action: 'added', subject: 'register', subjectId: id, detail: { name: 'refused-field' } });
    return { id };
  },
});

const acceptField = deskWrite('acceptField', 'POST /desk/privacy/refused-fields/:id/end', {
  ...privacyRoute,
  async run(tx, { id, by }, { now, record }) {
    const ended = await tx.run(
      query((db) =>
        db
          .updateTable('refused_fields')
          .set({ ended_at: now.toISOString(), ended_by: authorOf(by) })
          .where('id', '=', id)
          .where('ended_at', 'is', null),
      ),
    );
    if (ended === 0) throw notFound('refused field', id);
    await record({
      action: 'removed',
      subject: 'register',
      subjectId: id,
      detail: { name: 'refused-field' },
    });
  },
});

/** Fields that sites should not send. */
export const refusedFieldRoutes = [previewRefusal, refuseField, acceptField] as const;
