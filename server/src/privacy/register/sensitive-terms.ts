import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskWrite } from '../../http/desk-route.ts';
import { query } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { privacyRoute } from '../deps.ts';
import { contents, ownNames } from '../fields.ts';
import { sensitivityBy } from '../sensitive-names.ts';
import { Sensitivity } from './schema.ts';

/** Adds a part of names to the list of sensitive names, or takes one off it. */
export const changeSensitiveTerm = deskWrite('changeSensitiveTerm', 'PATCH /desk/privacy/sensitive-terms', {
  ...privacyRoute,
  summary: 'Add a part of names to the list of sensitive names, or take one off',
  description:
    'Up to five letters it has to be a whole word of a name; a longer one is found anywhere. The retention rule `health` removes unnamed fields of such names, and the register marks them.',
  body: exactly({
    term: Type.String({ pattern: '^[a-z]{3,40}$', description: 'Lower case, without accents.' }),
    kind: orNull(Sensitivity),
  }),
  async run(tx, { term, kind, by }, { now, record }) {
    const isMeant = sensitivityBy([{ term, kind: 'health' }]);
    // It would empty what the interface names.
    const own =
      kind === null
        ? undefined
        : [...ownNames].find((name) => isMeant(name) !== null && contents.get(name)?.health !== true);
    if (own !== undefined)
      throw new ValidationError('term', `expected a part of unnamed fields only: it is in « ${own} » too`);
    const values = { kind, author: authorOf(by), changed_at: now.toISOString() };
    await tx.run(
      query((db) =>
        db
          .insertInto('sensitive_terms')
          .values({ term, ...values })
          .onConflict((conflict) => conflict.column('term').doUpdateSet(values)),
      ),
    );
    await record({ action: 'changed', subject: 'register', detail: { name: 'sensitive-terms', term, kind } });
  },
});
