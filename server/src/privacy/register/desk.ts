import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf } from '../../http/desk-access.ts';
import { Done, deskErrors, done, exactly, orNull } from '../../http/desk-answers.ts';
import type { PrivacyDeps } from '../deps.ts';
import { registerCsv } from './csv.ts';
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
