import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { statement } from '../../store/statement.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { writeRegister } from './register.ts';
import { RegisterAnswer } from './schema.ts';
import { textSubjects } from './treatments.ts';

const Subject = Type.Object({
  treatment: Type.Enum(textSubjects, {
    type: 'string',
    description: 'A treatment, or `controller`: who is responsible for all of them.',
  }),
});
const NewText = exactly({
  text: orNull(Type.String({ maxLength: 20_000, description: 'Null removes it.' })),
});

const showRegister = deskRoute('showRegister', 'GET /desk/privacy/register', {
  ...privacyRoute,
  summary: 'The register of treatments, written from the running configuration',
  answer: RegisterAnswer,
  run: (deps: PrivacyDeps) => writeRegister(deps, deps.clock()),
});

const put = statement<{ subject: string; text: string; author: string; now: string }>()((db, p) =>
  db
    .insertInto('register_texts')
    .values({ treatment: p.subject, text: p.text, author: p.author, changed_at: p.now })
    .onConflict((conflict) =>
      conflict.column('treatment').doUpdateSet({ text: p.text, author: p.author, changed_at: p.now }),
    ),
);
const remove = statement<{ subject: string }>()((db, p) =>
  db.deleteFrom('register_texts').where('treatment', '=', p.subject),
);

const addRegisterText = deskWrite('addRegisterText', 'PATCH /desk/privacy/register/:treatment', {
  ...privacyRoute,
  summary: 'Add a text of your own to the register',
  params: Subject,
  body: NewText,
  async run(tx, { treatment: subject, text, by }, { now, record }) {
    if (text === null) await tx.run(remove, { subject });
    else await tx.run(put, { subject, text, author: authorOf(by), now: now.toISOString() });
    await record({ action: 'changed', subject: 'register', detail: { name: subject } });
  },
});

/** The register of treatments. */
export const registerRoutes = [showRegister, addRegisterText] as const;
