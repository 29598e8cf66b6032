import Type from 'typebox';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { PrivacyDeps } from '../deps.ts';
import { writeRegister } from './register.ts';
import { RegisterAnswer } from './schema.ts';
import { changeRegisterText } from './texts.ts';
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
  right: 'privacy',
  tag: 'Privacy',
  summary: 'The register of treatments, written from the running configuration',
  answer: RegisterAnswer,
  run: (deps: PrivacyDeps) => writeRegister(deps, deps.clock()),
});

const addRegisterText = deskRoute('addRegisterText', 'PATCH /desk/privacy/register/:treatment', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Add a text of your own to the register',
  params: Subject,
  body: NewText,
  operation: changeRegisterText,
  run: ({ database, clock }: PrivacyDeps, { treatment: subject, text, by }) =>
    database.write(changeRegisterText, { by, subject, text }, clock()),
});

/** The register of treatments. */
export const registerRoutes = [showRegister, addRegisterText] as const;
