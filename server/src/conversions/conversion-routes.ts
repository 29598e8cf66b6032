import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { recordActivity } from '../access/audit.ts';
import { RequestError } from '../contract/request-error.ts';
import { exactly, orNull } from '../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../http/desk-route.ts';
import { newSecret } from '../secrets.ts';
import { countRows } from '../store/keyset.ts';
import { lockName } from '../store/locks.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { countReady } from './due.ts';
import { type ConversionDeps, fileName, fileOf, filePath } from './routes.ts';
import { type ConversionLabel, changeSettings, readSettings } from './settings.ts';

interface DeskConversionDeps extends ConversionDeps {
  readonly publicUrl: () => string;
}

/** Counts are exact up to this number: counting further would cost more than the rest of the page. */
const maxCounted = 10_000;

/** Advertising accounts require a user name besides the password. Any is accepted. */
const userName = 'google-ads';

const NewMilestone = exactly({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  value: orNull(Type.Number({ minimum: 0, maximum: 1_000_000 })),
});

const shared = { right: 'conversions' } as const;

const showConversions = deskRoute('showConversions', 'GET /desk/conversions', {
  ...shared,
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
  body: exactly({
    on: Type.Optional(Type.Boolean()),
    consentAssured: Type.Optional(Type.Boolean()),
    qualified: Type.Optional(NewMilestone),
    admitted: Type.Optional(NewMilestone),
  }),
  async run(tx, { by: _by, ...given }, { record }) {
    // Locked: two changes at once could give both milestones the same name.
    await lockName(tx, 'conversions');
    const before = await readSettings(tx);
    const { on = before.on, consentAssured = before.consentAssured } = given;
    const qualified = given.qualified ? labelOf('qualified', given.qualified) : before.milestones.qualified;
    const admitted = given.admitted ? labelOf('admitted', given.admitted) : before.milestones.admitted;
    if (qualified.name === admitted.name)
      throw new ValidationError('admitted.name', 'expected another name than that of qualified leads');
    await changeSettings(tx, {
      ...{ enabled: on ? 1 : 0, consent_assured: consentAssured ? 1 : 0 },
      ...{ qualified_name: qualified.name, qualified_cents: qualified.cents },
      ...{ admitted_name: admitted.name, admitted_cents: admitted.cents },
    });
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
  async run(tx, _, { now, secrets, record }) {
    // Only its hash is stored.
    const password = newSecret('conv');
    const stored = { password_hash: secrets.hash(password), password_made_at: now.toISOString() };
    await changeSettings(tx, stored);
    await record({ action: 'added', subject: 'conversions', detail: { changed: ['password'] } });
    return { userName, password };
  },
});

const revokeConversionsPassword = deskWrite(
  'revokeConversionsPassword',
  'DELETE /desk/conversions/password',
  {
    ...shared,
    async run(tx, _, { record }) {
      if ((await readSettings(tx)).passwordHash === null)
        throw new RequestError('NOTFOUND', 'There is no password in use');
      await changeSettings(tx, { password_hash: null, password_made_at: null });
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
