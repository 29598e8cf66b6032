import { sql } from 'kysely';
import Type from 'typebox';
import { authorOf } from '../access/authors.ts';
import { isWithin, type Reach, reachOf } from '../access/roles.ts';
import { RequestError } from '../contract/request-error.ts';
import { isComplaint } from '../entries/change/complaints.ts';
import { ResidenceId, requireResidence } from '../entries/residence.ts';
import { longestSms } from '../french/template-samples.ts';
import { channelsOf, type TemplateUse, variablesIn, variablesOf } from '../french/template-variables.ts';
import { exactly, orNull } from '../http/desk-answers.ts';
import { type DeskActor, deskRoute, deskWrite } from '../http/desk-route.ts';
import type { Queries } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import { lockName } from '../store/locks.ts';
import { insert, update } from '../store/rows.ts';
import { statement } from '../store/statement.ts';
import type { Channel, LetterUse, Tables } from '../store/tables.ts';
import { ValidationError } from '../validation/validation-error.ts';
import type { LetterDeps } from './write.ts';
import { ChannelName, validateSms, validateText } from './write.ts';

const uses = Object.keys(variablesOf) as TemplateUse[];
const Use = Type.Enum(uses, { type: 'string' });
const fields = {
  about: orNull(Type.Enum(['family', 'complaint', 'application'], { type: 'string' })),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  subject: Type.String(),
  text: Type.String(),
  active: Type.Boolean(),
};
/** Of a residence, or of all residences together. */
const maxTemplates = 100;

const columns = [
  ...(['id', 'establishment_id as establishmentId', 'use', 'channel', 'about'] as const),
  ...(['name', 'subject', 'text', 'active'] as const),
] as const;
const all = statement()((db) => db.selectFrom('templates').select(columns).orderBy('name').orderBy('id'));
const activeAt = statement<{ establishmentId: number | null }>()((db, p) =>
  db
    .selectFrom('templates')
    .select(columns)
    .where('active', '=', sql.lit(1))
    .where(({ or, eb }) =>
      or([eb('establishment_id', 'is', null), eb('establishment_id', '=', p.establishmentId)]),
    )
    .orderBy('name')
    .orderBy('id'),
);

/** Reads the templates of all residences together and of those within reach, by name. */
async function templatesWithin(read: Queries, reach: Reach) {
  const found = await read.all(all);
  return found.flatMap(({ active, ...template }) =>
    template.establishmentId === null || isWithin(reach, template.establishmentId)
      ? [{ ...template, active: active === 1 }]
      : [],
  );
}

/**
 * Reads the templates that are on for an entry: the residence's own before those of all; of these, those for such an entry
 * before those for any.
 */
export async function templatesFor(read: Queries, entry: EntryRow) {
  const { kind, establishment_id: establishmentId } = entry;
  const about = kind === 'postuler' ? 'application' : isComplaint(entry) ? 'complaint' : 'family';
  const found = await read.all(activeAt, { establishmentId });
  const rank = (one: (typeof found)[number]) =>
    (one.establishmentId === null ? 2 : 0) + (one.about === null ? 1 : 0);
  return found
    .filter((one) => one.about === null || one.about === about)
    .toSorted((a, b) => rank(a) - rank(b));
}

/** The template of a use, of those that are on for an entry. */
export function templateOf(
  templates: Awaited<ReturnType<typeof templatesFor>>,
  use: LetterUse,
  channel: Channel,
) {
  return templates.find((one) => one.use === use && one.channel === channel);
}

const listTemplates = deskRoute('listTemplates', 'GET /desk/templates', {
  right: 'residences.change',
  async run({ database }: LetterDeps, { by }) {
    const reach = reachOf(by.grants, 'residences.change');
    return { data: await templatesWithin(database.background, reach) };
  },
});

const addTemplate = deskWrite('addTemplate', 'POST /desk/templates', {
  right: 'residences.change',
  body: exactly({
    establishmentId: orNull(ResidenceId),
    ...{ use: Use, channel: Type.Optional(ChannelName), ...fields },
    subject: Type.Optional(fields.subject),
  }),
  async run(
    tx,
    { by, establishmentId, use, channel = 'email', active, subject = '', ...others },
    { now, record },
  ) {
    const texts = { ...others, subject };
    const reach = reachOf(by.grants, 'residences.change');
    if (establishmentId === null) requireAll(by);
    else await requireResidence(tx, establishmentId, reach);
    validateTemplate({ use, channel, ...texts });
    // Locked: templates that are added at once would count the same ones.
    await lockName(tx, 'templates');
    const there = (await tx.all(all, {})).filter((one) => one.establishmentId === establishmentId);
    if (there.length >= maxTemplates)
      throw new ValidationError(
        'establishmentId',
        `expected at most ${maxTemplates} templates of a residence`,
      );
    const row = { ...texts, active, author: authorOf(by), changed_at: now.toISOString() };
    const fixed = { use, channel, establishment_id: establishmentId };
    const id = await insert(tx, 'templates', { ...fixed, ...row });
    await record({ action: 'added', subject: 'template', subjectId: id });
    return { id };
  },
});

const patchTemplate = deskWrite('patchTemplate', 'PATCH /desk/templates/:id', {
  right: 'residences.change',
  body: exactly(Type.Partial(Type.Object(fields)).properties, { minProperties: 1 }),
  async run(tx, { by, id, ...changed }, { now, record }) {
    const reach = reachOf(by.grants, 'residences.change');
    const known = (await templatesWithin(tx, reach)).find((one) => one.id === id);
    if (known === undefined) throw new RequestError('NOTFOUND', `path: no template has the id ${id}`);
    if (known.establishmentId === null) requireAll(by);
    validateTemplate({ ...known, ...changed });
    await update(tx, 'templates', id, { ...changed, author: authorOf(by), changed_at: now.toISOString() });
    const detail = { changed: Object.keys(changed) };
    await record({ action: 'changed', subject: 'template', subjectId: id, detail });
  },
});

/** Templates of letters to persons. */
export const templateRoutes = [listTemplates, addTemplate, patchTemplate] as const;

function requireAll(by: DeskActor): void {
  if (reachOf(by.grants, 'residences.change') !== 'everywhere')
    throw new RequestError('FORBIDDEN', 'establishmentId: only for who may change every residence');
}

/** Throws a `ValidationError` for texts that no letter could have, and for a variable that its use does not have. */
function validateTemplate({
  use,
  channel,
  subject,
  text,
}: Pick<Tables['templates'], 'use' | 'channel' | 'subject' | 'text'>) {
  if (!channelsOf(use).includes(channel))
    throw new ValidationError('channel', `expected \`email\` for the use \`${use}\``);
  if (channel === 'sms') validateSms({ subject, text: longestSms(text) });
  const variables: readonly string[] = variablesOf[use];
  for (const [field, value] of [
    ...(channel === 'email' ? ([['subject', subject]] as const) : []),
    ['text', text] as const,
  ]) {
    validateText(field, value);
    const unknown = variablesIn(value).find((name) => !variables.includes(name));
    if (unknown !== undefined)
      throw new ValidationError(field, `no variable of this use is called {${unknown}}`);
  }
}
