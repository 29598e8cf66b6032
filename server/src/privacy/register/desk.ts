import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { query } from '../../store/statement.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { refusedFieldRoutes } from './refused-fields.ts';
import { writeRegister } from './register.ts';
import { textSubjects } from './treatments.ts';
import { countUnnamedFields } from './unnamed-fields.ts';

const showRegister = deskRoute('showRegister', 'GET /desk/privacy/register', {
  ...privacyRoute,
  run: (deps: PrivacyDeps) => writeRegister(deps, deps.clock()),
});

const showUnnamedFields = deskRoute('showUnnamedFields', 'GET /desk/privacy/register/unnamed-fields', {
  ...privacyRoute,
  run: ({ database }: PrivacyDeps) => countUnnamedFields(database),
});

const addRegisterText = deskWrite('addRegisterText', 'PATCH /desk/privacy/register/:treatment', {
  ...privacyRoute,
  params: Type.Object({
    treatment: Type.Enum(textSubjects, { type: 'string' }),
  }),
  body: exactly({ text: orNull(Type.String({ maxLength: 20_000 })) }),
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

/** The register of treatments, and what the officer adds to it. */
export const registerRoutes = [
  showRegister,
  showUnnamedFields,
  addRegisterText,
  ...refusedFieldRoutes,
] as const;
