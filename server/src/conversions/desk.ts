import { Readable } from 'node:stream';
import Type, { type Static } from 'typebox';
import { recordActivity } from '../access/audit.ts';
import { RequestError } from '../contract/request-error.ts';
import type { App } from '../http/app-type.ts';
import { actorOf } from '../http/desk-access.ts';
import { deskErrors, exactly, orNull } from '../http/desk-answers.ts';
import { deskRoute } from '../http/desk-route.ts';
import { ValidationError } from '../validation/validation-error.ts';
import { countConversions } from './counts.ts';
import { files, linesOf } from './files.ts';
import { changeExport, makeExportPassword, revokeExportPassword } from './operations.ts';
import { type ConversionDeps, fileHeaders, pathOf } from './routes.ts';
import { type ConversionLabel, readSettings } from './settings.ts';
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
    description: 'Name of the conversion in the advertising account.',
  }),
  value: orNull(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Value in euros; null when not specified.',
    }),
  ),
});
const NewMilestone = exactly(OneMilestone.properties);
const Count = {
  count: Type.Integer(),
  exact: Type.Boolean({ description: 'False when there are more than `count`.' }),
};
const Settings = {
  on: Type.Boolean({ description: 'Whether the files can be fetched.' }),
  consentAssured: Type.Boolean({
    description: 'Whether the sites send click identifiers only with the visitor’s consent.',
  }),
};
const Conversions = Type.Object({
  ...Settings,
  qualified: OneMilestone,
  admitted: OneMilestone,
  userName: Type.String({ description: 'For the advertising account; any is accepted.' }),
  passwordMadeAt: orNull(
    Type.String({ description: 'Null without a password, in which case the files can’t be fetched.' }),
  ),
  pulledAt: orNull(Type.String({ description: 'When a file was last fetched with the password.' })),
  files: Type.Array(Type.Object({ file: Type.Enum(files, { type: 'string' }), url: Type.String() })),
  ready: Type.Object(
    {
      ...Count,
      unserved: Type.Integer({ description: 'How many of them were never served.' }),
    },
    { description: 'The conversions that a file fetched now would hold.' },
  ),
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

const shared = { right: 'conversions', tag: 'Integrations' } as const;

export const showConversions = deskRoute('showConversions', 'GET /desk/conversions', {
  ...shared,
  summary: 'How conversions are exported, and how many',
  answer: Conversions,
  run: (deps: DeskConversionDeps) => answer(deps),
});

export const changeConversions = deskRoute('changeConversions', 'PATCH /desk/conversions', {
  ...shared,
  summary: 'Change how conversions are exported',
  description:
    'Omitted fields stay unchanged. A new name or value applies only to conversions first served from now on.',
  body: Change,
  answer: Conversions,
  async run(deps: DeskConversionDeps, { by, ...input }) {
    const { on, consentAssured, qualified, admitted } = input;
    const change = {
      ...(on !== undefined && { on }),
      ...(consentAssured !== undefined && { consentAssured }),
      ...(qualified !== undefined && { qualified: labelOf('qualified', qualified) }),
      ...(admitted !== undefined && { admitted: labelOf('admitted', admitted) }),
    };
    await deps.database.write(changeExport, { by, change, changed: Object.keys(input) }, deps.clock());
    return answer(deps);
  },
});

export const makeConversionsPassword = deskRoute(
  'makeConversionsPassword',
  'POST /desk/conversions/password',
  {
    ...shared,
    summary: 'Make a password for fetching the files',
    description: 'The previous password stops working at once.',
    answer: Type.Object({
      userName: Type.String(),
      password: Type.String({ description: 'Shown only once.' }),
    }),
    async run({ database, clock }: DeskConversionDeps, { by }) {
      return { userName, password: await database.write(makeExportPassword, { by }, clock()) };
    },
  },
);

export const revokeConversionsPassword = deskRoute(
  'revokeConversionsPassword',
  'DELETE /desk/conversions/password',
  {
    ...shared,
    summary: 'Revoke the password for fetching the files',
    run: ({ database, clock }: DeskConversionDeps, { by }) =>
      database.write(revokeExportPassword, { by }, clock()),
  },
);

async function answer({ database, clock, publicUrl }: DeskConversionDeps) {
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
    ...(await countConversions(database.background, settings, clock())),
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

/** `GET /desk/conversions/files/:file` */
export function conversionFileRoute(scope: App, { database, clock }: DeskConversionDeps): void {
  scope.get(
    '/desk/conversions/files/:file',
    {
      config: { desk: shared.right },
      schema: {
        tags: [shared.tag],
        summary: 'Download a file of conversions',
        description:
          'The file that the advertising account fetches; its conversions then count as served. 404 while the export is off. Downloads are recorded in the audit trail.',
        params: Type.Object({
          file: Type.Enum(files, { type: 'string', description: 'Name of the file.' }),
        }),
        response: {
          200: Type.Unsafe<Readable>({ type: 'string', description: 'The file, `text/csv`.' }),
          ...deskErrors,
        },
      },
    },
    async (request, reply) => {
      const { file } = request.params;
      const now = clock();
      const { on } = await readSettings(database.read);
      if (!on) throw new RequestError('NOTFOUND', 'file: conversions are not exported');
      // A HEAD request must not mark conversions as served.
      if (request.method === 'HEAD') return reply.headers(fileHeaders(file)).send(Readable.from([]));
      // Recorded before the first byte is sent, so that an interrupted download is audited too.
      const act = { action: 'downloaded', subject: 'conversions', detail: { name: `${file}.csv` } } as const;
      await database.write(recordActivity, { by: actorOf(request), act }, now);
      return reply
        .headers(fileHeaders(file))
        .send(Readable.from(linesOf(file, database, { now }), { objectMode: false }));
    },
  );
}

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
