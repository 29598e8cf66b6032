import Type from 'typebox';
import { sejourTypes } from '../../contract/enumerations.ts';
import { integer, oneOf } from '../../contract/fields.ts';
import { takeable } from '../../entries/change/take-over.ts';
import type { App } from '../../http/app-type.ts';
import { deskErrors, exactly, orNull } from '../../http/desk-answers.ts';
import { applicationSteps } from '../../store/entry-columns.ts';
import type { DeskDeps } from '../deps.ts';
import { ResidenceId } from '../residence.ts';
import {
  ActResponse,
  actInput,
  actSchema,
  ExpectedVersion,
  SeparatedResponse,
  sendOutcome,
} from './act-route.ts';
import { bulkRoute } from './bulk.ts';
import { choiceRoutes } from './choices.ts';
import { createRoutes } from './create.ts';
import { editRoute } from './edit.ts';
import { requiredType } from './entry-fields.ts';
import {
  applicationStepAct,
  assignAct,
  convertAct,
  ownerAct,
  processedAct,
  seenAct,
  separateAct,
  sleepAct,
  spamAct,
  toCallAct,
  undoAct,
  uniteAct,
} from './operations.ts';
import { Sleep } from './sleep.ts';

/** The routes by which staff create and change entries. */
export function actRoutes(scope: App, deps: DeskDeps): void {
  const { database, clock } = deps;
  createRoutes(scope, deps);
  editRoute(scope, deps);
  choiceRoutes(scope, deps);
  bulkRoute(scope, deps);

  const config = { desk: 'entries.change' } as const;
  const readsBody = { ...config, readsBody: true } as const;
  const schema = { ...actSchema, response: { 200: ActResponse, ...deskErrors } };

  scope.post(
    '/desk/entries/:id/processed',
    {
      config,
      schema: {
        ...schema,
        summary: 'Mark an entry as processed',
        description:
          'Staff have dealt with it, by mail for example. So do a contact, a planned action, a result and an answer. A contact form is closed by it. A complaint is closed by its written answer: without a `comment` this is refused, and no other change closes it.',
      },
    },
    (request) => database.write(processedAct, actInput(request), clock()),
  );

  scope.post(
    '/desk/entries/:id/to-call',
    {
      config: readsBody,
      schema: {
        ...actSchema,
        summary: 'Put an entry back among those to call',
        description:
          'It is new again, as if nobody had been reached. Its caller gets `updated`, or `result` when a result is taken back. Spam and duplicates are refused.',
        body: exactly({
          version: ExpectedVersion,
          withdraw: Type.Optional(
            Type.Boolean({
              description:
                'Takes back the result of a lead, and cancels what is planned. Without it, a lead that has these is refused.',
            }),
          ),
        }),
      },
    },
    async (request, reply) => {
      const { version, withdraw = false } = request.body;
      const input = { ...actInput(request, version), withdraw };
      return sendOutcome(reply, await database.write(toCallAct, input, clock()));
    },
  );

  scope.post(
    '/desk/entries/:id/undo',
    {
      config: readsBody,
      schema: {
        ...actSchema,
        summary: 'Take back your last act',
        description:
          'The newest change of the entry, if it is yours and not older than a quarter of an hour: with its actions, and its place in the statistics. What was sent to the caller stays sent; the change back is sent too. A written comment can’t be taken back.',
        body: exactly({ version: ExpectedVersion }),
      },
    },
    async (request, reply) => {
      const input = actInput(request, request.body.version);
      return sendOutcome(reply, await database.write(undoAct, input, clock()));
    },
  );

  scope.post(
    '/desk/entries/:id/sleep',
    {
      config: readsBody,
      schema: {
        ...actSchema,
        summary: 'Put an open lead aside until a day, or wake it',
        description: 'It wakes by itself. Its status stays.',
        body: exactly({
          version: ExpectedVersion,
          sleep: orNull(Sleep),
        }),
      },
    },
    async (request, reply) => {
      const { version, sleep } = request.body;
      const input = { ...actInput(request, version), sleep };
      return sendOutcome(reply, await database.write(sleepAct, input, clock()));
    },
  );

  scope.post(
    '/desk/entries/:id/step',
    {
      config: readsBody,
      schema: {
        ...actSchema,
        summary: 'Say how far a job application has come',
        description: 'A new application becomes processed.',
        body: exactly({
          version: ExpectedVersion,
          step: orNull(
            Type.Enum(applicationSteps, {
              type: 'string',
              description: 'To be met, interviewed, refused or hired; null for none.',
            }),
          ),
        }),
      },
    },
    async (request, reply) => {
      const { version, step } = request.body;
      const input = { ...actInput(request, version), step };
      return sendOutcome(reply, await database.write(applicationStepAct, input, clock()));
    },
  );

  scope.post(
    '/desk/entries/:id/seen',
    {
      config,
      schema: {
        ...schema,
        summary: 'Remove the flag of an entry',
        description: 'Staff have seen what is new, such as a message of a partner. A new entry stays new.',
      },
    },
    (request) => database.write(seenAct, actInput(request), clock()),
  );

  scope.post(
    '/desk/entries/:id/assign',
    {
      config: { desk: 'entries.hand-over', readsBody: true },
      schema: {
        ...actSchema,
        summary: 'Assign an entry to a residence, or move it to another',
        description:
          'To any residence, also to one where you have no role: then you can’t read the entry any more. Assigning an entry without a residence needs the right everywhere. Who may not read the entry has to have looked it up or created it before, each time. A new entry stays new.',
        body: exactly({ version: ExpectedVersion, establishmentId: ResidenceId }),
      },
    },
    async (request, reply) => {
      const { version, establishmentId } = request.body;
      const input = { ...actInput(request, version), establishmentId };
      return sendOutcome(reply, await database.write(assignAct, input, clock()));
    },
  );

  scope.post(
    '/desk/entries/:id/spam',
    {
      config: readsBody,
      schema: {
        ...actSchema,
        summary: 'Mark an entry as spam, or not',
        description:
          'Spam is excluded from the lists, the statistics and the phone check. A new entry stays new.',
        body: exactly({
          version: ExpectedVersion,
          spam: Type.Boolean({ description: 'False when it is none after all.' }),
        }),
      },
    },
    async (request, reply) => {
      const { version, spam } = request.body;
      const input = { ...actInput(request, version), spam };
      return sendOutcome(reply, await database.write(spamAct, input, clock()));
    },
  );

  scope.post(
    '/desk/entries/:id/duplicate',
    {
      config: readsBody,
      schema: {
        ...actSchema,
        summary: 'Unite an entry with another that is kept, or separate them',
        description:
          'The kept one takes over what it lacks: fields, persons, actions, the older contact date. The entry becomes a duplicate: it leaves the lists and the statistics, and reports the result of the one that is kept. If `of` is a duplicate itself, the entry kept for it is taken. Both must be within reach. Separating gives all of it back, but for what was changed since (`stayed`); of an erased entry only the mark goes.',
        body: exactly({
          version: ExpectedVersion,
          of: orNull(
            integer({ minimum: 1, description: 'The entry to keep; null separates the entry again.' }),
          ),
          take: Type.Optional(
            Type.Array(
              Type.Enum(takeable, {
                type: 'string',
                description: 'A value of the entry that is preferred to that of the kept one.',
              }),
              { maxItems: takeable.length },
            ),
          ),
        }),
        response: { ...actSchema.response, 200: SeparatedResponse },
      },
    },
    async (request, reply) => {
      const { version, of, take = [] } = request.body;
      const input = actInput(request, version);
      const outcome = await (of === null
        ? database.write(separateAct, input, clock())
        : database.write(uniteAct, { ...input, keptId: of, take }, clock()));
      return sendOutcome(reply, outcome);
    },
  );

  scope.post(
    '/desk/entries/:id/convert',
    {
      config: readsBody,
      schema: {
        ...actSchema,
        summary: 'Turn a contact survey into a commercial entry',
        description:
          'The entry stays the same, and events for its `customId` continue. The visitor becomes its first related person.',
        body: exactly({
          version: ExpectedVersion,
          type: requiredType,
          sejourType: Type.Optional(orNull(oneOf(sejourTypes, 'Kind of stay wanted.'))),
        }),
      },
    },
    async (request, reply) => {
      const { version, ...conversion } = request.body;
      const input = { ...actInput(request, version), conversion };
      return sendOutcome(reply, await database.write(convertAct, input, clock()));
    },
  );

  scope.post(
    '/desk/entries/:id/owner',
    {
      config: readsBody,
      schema: {
        ...actSchema,
        summary: 'Note who takes charge of an entry',
        description:
          'A user whom `GET /desk/entries/{id}/owners` lists. A new entry stays new. When it moves to another residence, it has no owner any more.',
        body: exactly({
          version: ExpectedVersion,
          userId: orNull(integer({ minimum: 1, description: 'The user; null for none.' })),
        }),
      },
    },
    async (request, reply) => {
      const { userId, version } = request.body;
      const input = { ...actInput(request, version), userId };
      return sendOutcome(reply, await database.write(ownerAct, input, clock()));
    },
  );
}
