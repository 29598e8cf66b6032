import { sql } from 'kysely';
import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { consentFields } from '../../entries/follow-up/consent.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { fitting, sizesOf } from '../../store/byte-slices.ts';
import type { Database } from '../../store/database.ts';
import { query, rawStatement, statement } from '../../store/statement.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { sensitivityOf } from '../sensitive-names.ts';
import { refusedFieldRoutes } from './refused-fields.ts';
import { writeRegister } from './register.ts';
import { placesOfUnnamed, type UnnamedFields } from './schema.ts';
import { textSubjects } from './treatments.ts';

type UnnamedField = UnnamedFields['fields'][number];

/** Ids read at most, newest first. */
const newest = 50_000;
/** Bytes of texts read at most: fifty thousand entries of a site have 10 MB. */
const maxBytes = 32 * 1024 * 1024;
/** Ids and bytes of one statement, so that lists don't have to wait for the whole. PostgreSQL reads 2 MB a second. */
const sliceIds = 100;
const sliceBytes = 1024 * 1024;
const longestName = 80;
/** Names may be made up by strangers. */
const keptNames = 5_000;
const shown = 500;

const newestEntry = statement()((db) =>
  db.selectFrom('entries').select(({ fn }) => fn.max<number | null>('id').as('id')),
);

interface Found {
  readonly place: UnnamedField['place'];
  readonly name: string;
  readonly count: number;
}

const sizes = sizesOf(
  placesOfUnnamed.map((table) => ({
    table,
    number: table === 'entries' ? 'id' : 'entry_id',
    columns: ['extra'],
  })),
);
/** Names at any depth, with the number of entries of this slice that have them. */
const namesOf = rawStatement<{ after: number; until: number }, Found>((p, dialect) => {
  const named = placesOfUnnamed.map((place) => {
    const id = sql.ref(place === 'entries' ? 'entries.id' : `${place}.entry_id`);
    const extra = `${place}.extra`;
    return sql`
      select ${sql.lit(place)} as place, ${id} as entry_id, member.key as name
      from ${sql.table(place)} ${dialect.joinNames('member', extra)}
      where ${id} > ${p.after} and ${id} <= ${p.until}
        and ${sql.ref(extra)} is not null`;
  });
  return sql`
    select place, substr(name, 1, ${sql.lit(longestName + 1)}) as name, count(distinct entry_id) as count
    from (${sql.join(named, sql` union all `)}) as named
    group by 1, 2 order by 3 desc limit ${sql.lit(keptNames)}`;
});

/**
 * Counts the names of the fields that the interface does not name, in the newest entries. Reads slice by slice in the
 * background.
 */
async function countUnnamedFields({ background }: Pick<Database, 'background'>): Promise<UnnamedFields> {
  const last = (await background.first(newestEntry, {}))?.id ?? 0;
  const first = Math.max(0, last - newest);
  const counts = new Map<string, Found>();
  let [forgotten, bytes, until] = [0, 0, last];
  while (until > first && bytes < maxBytes) {
    const ids = { after: Math.max(first, until - sliceIds), last: until };
    const fit = fitting((await background.all(sizes, ids)).toReversed(), sliceBytes);
    const after = fit.until === undefined ? ids.after : fit.until - 1;
    if (fit.bytes > 0) {
      for (const found of await background.all(namesOf, { after, until })) {
        const key = `${found.place} ${found.name}`;
        const before = counts.get(key);
        if (before === undefined && counts.size >= keptNames) forgotten++;
        else counts.set(key, { ...found, count: found.count + (before?.count ?? 0) });
      }
    }
    bytes += fit.bytes;
    until = after;
  }
  const fields = [...counts.values()]
    // Known to the register as proof of consent.
    .filter(({ name }) => !consentFields.some((field) => field === name))
    .map(({ name, ...found }) => {
      const shownName = cut(name);
      return { ...found, name: shownName, sensitive: sensitivityOf(shownName) };
    })
    .sort(bySensitivity);
  return {
    newest: until > first ? last - until : newest,
    complete: until === 0,
    fields: fields.slice(0, shown),
    more: Math.max(0, fields.length - shown) + forgotten,
  };
}

function cut(name: string): string {
  const characters = [...name];
  return characters.length > longestName ? `${characters.slice(0, longestName).join('')}…` : name;
}

function bySensitivity(a: UnnamedField, b: UnnamedField): number {
  const sensitiveFirst = Number(b.sensitive !== null) - Number(a.sensitive !== null);
  return sensitiveFirst || b.count - a.count || a.name.localeCompare(b.name);
}

const showRegister = deskRoute('showRegister', 'GET /desk/privacy/register', {
  ...privacyRoute,
  run: (deps: PrivacyDeps) => writeRegister(deps, deps.clock()),
});

const showUnnamedFields = deskRoute('showUnnamedFields', 'GET /desk/privacy/register/unnamed-fields', {
  ...privacyRoute,
  run: ({ database }: PrivacyDeps) => countUnnamedFields(database),
});

const addRegisterText = deskWrite('addRegisterText', 'PATCH /desk/privacy/register/:treatment', {
  ...privacyRoute,
  params: Type.Object({
    treatment: Type.Enum(textSubjects, { type: 'string' }),
  }),
  body: exactly({ text: orNull(Type.String({ maxLength: 20_000 })) }),
  async run(tx, { treatment, text, by }, { now, record }) {
    if (text === null)
      await tx.run(query((db) => db.deleteFrom('register_texts').where('treatment', '=', treatment)));
    else {
      const values = { text, author: authorOf(by), changed_at: now.toISOString() };
      await tx.run(
        query((db) =>
          db
            .insertInto('register_texts')
            .values({ treatment, ...values })
            .onConflict((conflict) => conflict.column('treatment').doUpdateSet(values)),
        ),
      );
    }
    await record({ action: 'changed', subject: 'register', detail: { name: treatment } });
  },
});

/** The register of treatments, and what the officer adds to it. */
export const registerRoutes = [
  showRegister,
  showUnnamedFields,
  addRegisterText,
  ...refusedFieldRoutes,
] as const;
