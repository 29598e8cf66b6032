import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { query } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { contents, ownNames } from '../fields.ts';
import { sensitivityBy } from '../sensitive-names.ts';
import { refusedFieldRoutes } from './refused-fields.ts';
import { writeRegister } from './register.ts';
import { RegisterAnswer, Sensitivity, UnnamedFields } from './schema.ts';
import { textSubjects } from './treatments.ts';
import { countUnnamedFields } from './unnamed-fields.ts';

const showRegister = deskRoute('showRegister', 'GET /desk/privacy/register', {
  ...privacyRoute,
  summary: 'The register of treatments, written from the running configuration',
  answer: RegisterAnswer,
  run: (deps: PrivacyDeps) => writeRegister(deps, deps.clock()),
});

const showUnnamedFields = deskRoute('showUnnamedFields', 'GET /desk/privacy/register/unnamed-fields', {
  ...privacyRoute,
  summary: 'The fields that sites send and the interface does not name',
  description: 'Reads up to 100,000 entries: some seconds.',
  answer: UnnamedFields,
  run: ({ database }: PrivacyDeps) => countUnnamedFields(database),
});

const addRegisterText = deskWrite('addRegisterText', 'PATCH /desk/privacy/register/:treatment', {
  ...privacyRoute,
  summary: 'Add a text of your own to the register',
  params: Type.Object({
    treatment: Type.Enum(textSubjects, {
      type: 'string',
      description: 'A treatment, or `controller`, `article9`, `processors` or `transfers`, of all of them.',
    }),
  }),
  body: exactly({ text: orNull(Type.String({ maxLength: 20_000, description: 'Null removes it.' })) }),
  async run(tx, { treatment, text, by }, { now, record }) {
    if (text === null)
      await tx.run(query((db) => db.deleteFrom('register_texts').where('treatment', '=', treatment)));
    else {
      const values = { text, author: authorOf(by), changed_at: now.toISOString() };
      await tx.run(
        query((db) =>
          db
            .insertInto('register_texts')
            .values({ treatment, ...values })
            .onConflict((conflict) => conflict.column('treatment').doUpdateSet(values)),
        ),
      );
    }
    await record({ action: 'changed', subject: 'register', detail: { name: treatment } });
  },
});

const changeSensitiveTerm = deskWrite('changeSensitiveTerm', 'PATCH /desk/privacy/sensitive-terms', {
  ...privacyRoute,
  summary: 'Add a part of names to the list of sensitive names, or take one off',
  description:
    'Up to five letters it has to be a whole word of a name; a longer one is found anywhere. The retention rule `health` removes unnamed fields of such names, and the register marks them.',
  body: exactly({
    term: Type.String({ pattern: '^[a-z]{3,40}$', description: 'Lower case, without accents.' }),
    kind: orNull(Sensitivity),
  }),
  async run(tx, { term, kind, by }, { now, record }) {
    const isMeant = sensitivityBy(kind === null ? [] : [{ term, kind }]);
    // It would empty what the interface names.
    const own = [...ownNames].find((name) => isMeant(name) !== null && contents.get(name)?.health !== true);
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

/** The register of treatments, and what the officer adds to it. */
export const registerRoutes = [
  showRegister,
  showUnnamedFields,
  addRegisterText,
  changeSensitiveTerm,
  ...refusedFieldRoutes,
] as const;
