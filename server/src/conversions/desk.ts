import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { recordActivity } from '../access/audit.ts';
import { RequestError } from '../contract/request-error.ts';
import { exactly, orNull } from '../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../http/desk-route.ts';
import { countRows } from '../store/keyset.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { countReady } from './due.ts';
import { type ConversionDeps, fileName, fileOf, filePath } from './routes.ts';
import {
  type ConversionLabel,
  changeSettings,
  lockSettings,
  makePassword,
  readSettings,
  revokePassword,
} from './settings.ts';

interface DeskConversionDeps extends ConversionDeps {
  readonly publicUrl: () => string;
}

/** Counts are exact up to this number: counting further would cost more than the rest of the page. */
const maxCounted = 10_000;

/** Advertising accounts require a user name besides the password. Any is accepted. */
const userName = 'google-ads';

const OneMilestone = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 100,
  }),
  value: orNull(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
    }),
  ),
});
const NewMilestone = exactly(OneMilestone.properties);
const Count = {
  count: Type.Integer(),
  exact: Type.Boolean(),
};
const Settings = {
  on: Type.Boolean(),
  consentAssured: Type.Boolean(),
};
const Conversions = Type.Object({
  ...Settings,
  qualified: OneMilestone,
  admitted: OneMilestone,
  userName: Type.String(),
  passwordMadeAt: orNull(Type.String()),
  pulledAt: orNull(Type.String()),
  url: Type.String(),
  ready: Type.Object({ ...Count, unserved: Type.Integer() }),
  served: Type.Object(Count),
});
const Change = exactly({
  on: Type.Optional(Settings.on),
  consentAssured: Type.Optional(Settings.consentAssured),
  qualified: Type.Optional(NewMilestone),
  admitted: Type.Optional(NewMilestone),
});

const shared = { right: 'conversions' } as const;

const showConversions = deskRoute('showConversions', 'GET /desk/conversions', {
  ...shared,
  answer: Conversions,
  async run({ database, secrets, clock, publicUrl }: DeskConversionDeps) {
    const settings = await readSettings(database.read);
    const { on, consentAssured, milestones, passwordMadeAt, pulledAt } = settings;
    const read = database.background;
    const served = await countRows(read, { from: sql`conversions`, conditions: [] }, maxCounted + 1);
    return {
      ...{ on, consentAssured, userName, passwordMadeAt, pulledAt },
      qualified: presented(milestones.qualified),
      admitted: presented(milestones.admitted),
      url: `${publicUrl()}${filePath}`,
      ready: await countReady(read, settings, { now: clock(), contentKey: secrets.contentKey }),
      served: { count: Math.min(served, maxCounted), exact: served <= maxCounted },
    };
  },
});

export const changeConversions = deskWrite('changeConversions', 'PATCH /desk/conversions', {
  ...shared,
  body: Change,
  async run(tx, { by: _by, ...given }, { record }) {
    const before = await lockSettings(tx);
    const { on = before.on, consentAssured = before.consentAssured } = given;
    const { qualified, admitted } = before.milestones;
    const milestones = {
      qualified: given.qualified === undefined ? qualified : labelOf('qualified', given.qualified),
      admitted: given.admitted === undefined ? admitted : labelOf('admitted', given.admitted),
    };
    if (milestones.qualified.name === milestones.admitted.name)
      throw new ValidationError('admitted.name', 'expected another name than that of qualified leads');
    await changeSettings(tx, { on, consentAssured, milestones });
    const detail = { changed: Object.keys(given), ...(given.on !== undefined && { disabled: !on }) };
    await record({ action: 'changed', subject: 'conversions', detail });
  },
});

const makeConversionsPassword = deskWrite('makeConversionsPassword', 'POST /desk/conversions/password', {
  ...shared,
  answer: Type.Object({
    userName: Type.String(),
    password: Type.String(),
  }),
  async run(tx, _, context) {
    // Only its hash is stored.
    const password = await makePassword(tx, context);
    await context.record({ action: 'added', subject: 'conversions', detail: { changed: ['password'] } });
    return { userName, password };
  },
});

const revokeConversionsPassword = deskWrite(
  'revokeConversionsPassword',
  'DELETE /desk/conversions/password',
  {
    ...shared,
    async run(tx, _, { record }) {
      if (!(await revokePassword(tx))) throw new RequestError('NOTFOUND', 'There is no password in use');
      await record({ action: 'removed', subject: 'conversions', detail: { changed: ['password'] } });
    },
  },
);

const downloadConversions = deskRoute('downloadConversions', 'GET /desk/conversions/file', {
  ...shared,
  answer: Type.Unsafe<Readable>({ type: 'string' }),
  async run({ database, clock }: ConversionDeps, { by }, { request, reply }) {
    const now = clock();
    const { on } = await readSettings(database.read);
    if (!on) throw new RequestError('NOTFOUND', 'file: conversions are not exported');
    // Recorded before the first byte is sent, so that an interrupted download is audited too.
    const act = { action: 'downloaded', subject: 'conversions', detail: { name: fileName } } as const;
    if (request.method !== 'HEAD') await database.write(recordActivity, { by, act }, now);
    return fileOf(database, now, request, reply);
  },
});

export const conversionRoutes = [
  showConversions,
  changeConversions,
  makeConversionsPassword,
  revokeConversionsPassword,
  downloadConversions,
] as const;

const presented = ({ name, cents }: ConversionLabel) => ({
  name,
  value: cents === null ? null : cents / 100,
});

function labelOf(field: string, { name, value }: Static<typeof NewMilestone>): ConversionLabel {
  // The file is meant for machines, but may be opened in a spreadsheet, which would run formulas.
  if (/^[=+\-@]/.test(name) || /\p{Cc}/u.test(name))
    throw new ValidationError(
      `${field}.name`,
      'expected a text on one line that does not begin with =, +, - or @',
    );
  return { name, cents: value === null ? null : Math.round(value * 100) };
}
