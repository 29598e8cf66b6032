import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf } from '../../http/desk-access.ts';
import { Done, deskErrors, done, exactly, orNull } from '../../http/desk-answers.ts';
import type { PrivacyDeps } from '../deps.ts';
import { registerCsv } from './csv.ts';
import { writeRegister } from './register.ts';
import { sensitivities } from './sensitive-names.ts';
import { changeRegisterText } from './texts.ts';
import { textSubjects, treatmentNames } from './treatments.ts';
import { placesOfUnnamed } from './unnamed-fields.ts';

const Text = orNull(
  Type.Object({
    text: Type.String(),
    author: Type.String(),
    changedAt: Type.String(),
  }),
);
export const RegisterAnswer = Type.Object({
  writtenAt: Type.String(),
  url: Type.String({ description: 'The address of this installation.' }),
  controller: Text,
  treatments: Type.Array(
    Type.Object({
      treatment: Type.Enum(treatmentNames, { type: 'string' }),
      name: Type.String({ description: 'In French, as all texts of the register.' }),
      purpose: Type.String(),
      legalBasis: Type.String(),
      people: Type.Array(Type.String()),
      data: Type.Array(
        Type.Object({ place: Type.String(), text: Type.String(), columns: Type.Array(Type.String()) }),
      ),
      recipients: Type.Array(
        Type.Object({
          kind: Type.Enum(['role', 'caller', 'partner', 'mail', 'advertising'], { type: 'string' }),
          name: Type.String(),
          host: orNull(Type.String({ description: 'The machine it is sent to; never a whole address.' })),
        }),
      ),
      durations: Type.Array(
        Type.Object({
          rule: orNull(Type.String({ description: 'The retention rule; null for a fixed duration.' })),
          text: Type.String({ description: 'What is kept; with its duration where there is no rule.' }),
          days: orNull(Type.Integer()),
          confirmed: Type.Boolean({ description: 'False for a rule that does not run yet.' }),
        }),
      ),
      text: Text,
    }),
  ),
  measures: Type.Array(Type.String()),
  unnamedFields: Type.Object({
    newest: Type.Integer({ description: 'At most so many entries are read, newest first.' }),
    complete: Type.Boolean({ description: 'Whether there are no older ones.' }),
    fields: Type.Array(
      Type.Object({
        place: Type.Enum(placesOfUnnamed, { type: 'string' }),
        name: Type.String({ description: 'At most 80 characters, then `…`.' }),
        count: Type.Integer({ description: 'How many of these entries have it.' }),
        sensitive: orNull(
          Type.Enum(sensitivities, {
            type: 'string',
            description: 'What its name says it holds, where that should not have been sent.',
          }),
        ),
      }),
    ),
    more: Type.Integer({ description: 'How many more names there are.' }),
  }),
});
const Subject = Type.Object({
  treatment: Type.Enum(textSubjects, {
    type: 'string',
    description: 'A treatment, or `controller`: who is responsible for all of them.',
  }),
});
const NewText = exactly({
  text: orNull(Type.String({ maxLength: 20_000, description: 'Null removes it.' })),
});

const tags = ['Privacy'];
const config = { desk: 'privacy' } as const;

/** `/desk/privacy/register`: the register of treatments. */
export function registerRoutes(scope: App, deps: PrivacyDeps): void {
  const { database, clock } = deps;

  scope.get(
    '/desk/privacy/register',
    {
      config,
      schema: {
        tags,
        summary: 'The register of treatments, written from the running configuration',
        response: { 200: RegisterAnswer, ...deskErrors },
      },
    },
    () => writeRegister(deps, clock()),
  );

  scope.get(
    '/desk/privacy/register.csv',
    {
      config,
      schema: {
        tags,
        summary: 'The register as a file for a French Excel',
        response: { 200: Type.String({ description: 'The file, `text/csv`.' }), ...deskErrors },
      },
    },
    async (request, reply) => {
      const now = clock();
      const act = { action: 'exported', subject: 'register' } as const;
      await database.write(recordActivity, { by: actorOf(request), act }, now);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="registre-${parisDay(now)}.csv"`)
        .send(registerCsv(await writeRegister(deps, now)));
    },
  );

  scope.patch(
    '/desk/privacy/register/:treatment',
    {
      config: { ...config, readsBody: true },
      schema: {
        tags,
        summary: 'Add a text of your own to the register',
        params: Subject,
        body: NewText,
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const { treatment: subject } = request.params;
      const { text } = request.body;
      await database.write(changeRegisterText, { by: actorOf(request), subject, text }, clock());
      return done;
    },
  );
}
