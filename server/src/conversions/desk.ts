import Type, { type Static } from 'typebox';
import { RequestError } from '../contract/request-error.ts';
import { exactly, orNull } from '../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../http/desk-route.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { countConversions } from './counts.ts';
import { files } from './files.ts';
import { changeExport } from './operations.ts';
import { type ConversionDeps, pathOf } from './routes.ts';
import { type ConversionLabel, makePassword, readSettings, revokePassword } from './settings.ts';
import { listWithheld, Reason } from './withheld-list.ts';

export interface DeskConversionDeps extends ConversionDeps {
  readonly publicUrl: () => string;
}

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
  files: Type.Array(Type.Object({ file: Type.Enum(files, { type: 'string' }), url: Type.String() })),
  ready: Type.Object({
    ...Count,
    unserved: Type.Integer(),
  }),
  served: Type.Object(Count),
  retracted: Type.Object(Count),
  withheld: Type.Object({
    ...Count,
    reasons: Type.Array(Type.Object({ reason: Reason, count: Type.Integer() })),
  }),
});
const Change = exactly({
  on: Type.Optional(Settings.on),
  consentAssured: Type.Optional(Settings.consentAssured),
  qualified: Type.Optional(NewMilestone),
  admitted: Type.Optional(NewMilestone),
});

/** What the routes of the desk for conversions have in common. */
export const shared = { right: 'conversions' } as const;

export const showConversions = deskRoute('showConversions', 'GET /desk/conversions', {
  ...shared,
  answer: Conversions,
  run: (deps: DeskConversionDeps) => answer(deps),
});

export const changeConversions = deskRoute('changeConversions', 'PATCH /desk/conversions', {
  ...shared,
  body: Change,
  answer: Conversions,
  operation: changeExport,
  async run(deps: DeskConversionDeps, { by, ...input }) {
    const { qualified, admitted, ...others } = input;
    const change = {
      ...others,
      ...(qualified !== undefined && { qualified: labelOf('qualified', qualified) }),
      ...(admitted !== undefined && { admitted: labelOf('admitted', admitted) }),
    };
    await deps.database.write(changeExport, { by, change, changed: Object.keys(input) }, deps.clock());
    return answer(deps);
  },
});

export const makeConversionsPassword = deskWrite(
  'makeConversionsPassword',
  'POST /desk/conversions/password',
  {
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
  },
);

export const revokeConversionsPassword = deskWrite(
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

async function answer({ database, secrets: { contentKey }, clock, publicUrl }: DeskConversionDeps) {
  const settings = await readSettings(database.read);
  const { on, consentAssured, passwordMadeAt, pulledAt } = settings;
  return {
    on,
    consentAssured,
    qualified: presented(settings.milestones.qualified),
    admitted: presented(settings.milestones.admitted),
    userName,
    passwordMadeAt,
    pulledAt,
    files: files.map((file) => ({ file, url: `${publicUrl()}${pathOf(file)}` })),
    ...(await countConversions(database.background, settings, { now: clock(), contentKey })),
  };
}

/** The settings and the state of the export. */
export const conversionRoutes = [
  showConversions,
  changeConversions,
  makeConversionsPassword,
  revokeConversionsPassword,
  listWithheld,
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
