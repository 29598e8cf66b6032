import { sql } from 'kysely';
import Type from 'typebox';
import { shownAuthor } from '../access/authors.ts';
import { longestName, longestText } from '../contract/fields.ts';
import { EntryFound, PhoneMatch } from '../contract/lookup.ts';
import { PasswordQuery } from '../contract/parameters.ts';
import { RequestError } from '../contract/request-error.ts';
import { presentEntry } from '../entries/presenter.ts';
import { reportedColumns } from '../entries/reported-result.ts';
import { mainErrors, sendJson } from '../http/answers.ts';
import type { App } from '../http/app-type.ts';
import type { Authentication } from '../http/authentication.ts';
import { searchKeys } from '../phones/phone-keys.ts';
import type { Database } from '../store/database.ts';
import { statement } from '../store/statement.ts';

interface LookupDeps {
  readonly authentication: Authentication;
  readonly database: Database;
  /** The wire name of `partnerid` (docs/interface.md, « Names that an installation may change »). */
  readonly partneridName: string;
}

// Order: sent with a full password, not spam, newest. Otherwise a visitor who sends one of the caller's own customIds
// could hide the caller's entry.
const byCustomId = statement<{ callerId: number; customId: string }>()((db, p) =>
  db
    .selectFrom('entries')
    .leftJoin('entries as kept', 'kept.id', 'entries.duplicate_of')
    .select([
      'entries.id',
      'entries.kind',
      'entries.type',
      'entries.sejour_type',
      'entries.status',
      'entries.comment',
      'entries.announcement_id',
      'entries.restriction',
      'entries.told',
      shownAuthor('entries.comment_by').as('comment_by'),
      ...reportedColumns,
    ])
    .where('entries.caller_id', '=', p.callerId)
    .where('entries.custom_id', '=', p.customId)
    .orderBy('entries.browser')
    .orderBy('entries.spam')
    .orderBy('entries.id', 'desc')
    // A literal: with a parameter here, SQLite parses the statement again at every call.
    .limit(sql.lit(1)),
);
/** A number shared by thousands of entries belongs to a switchboard, or is an attack. */
const maxMatches = 1_000;
/** Limits the entries read for a number, spam and surveys included: SQLite reads them on the event loop. */
const maxPhoneRows = 10_000;

// A duplicate is replaced by the kept entry, even when only the duplicate has the number.
const commercialByPhone = statement<{ key: string }>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('entry_phones')
        .select('entry_id')
        .where('key', '=', p.key)
        .orderBy('entry_id', 'desc')
        .limit(sql.lit(maxPhoneRows))
        .as('newest'),
    )
    .innerJoin('entries as carrier', 'carrier.id', 'newest.entry_id')
    .innerJoin('entries', (join) =>
      join.onRef('entries.id', '=', (eb) => eb.fn.coalesce('carrier.duplicate_of', 'carrier.id')),
    )
    .select([
      'entries.id',
      'entries.gclid',
      'entries.custom_id',
      'entries.partnerid',
      'entries.resultat',
      'entries.type',
    ])
    .where('carrier.kind', '=', 'commercial')
    .where('carrier.test', '=', sql.lit(0))
    .where('carrier.spam', '=', sql.lit(0))
    .where('entries.spam', '=', sql.lit(0))
    .where('entries.restriction', 'is', null)
    .orderBy('newest.entry_id', 'desc')
    .limit(sql.lit(maxMatches)),
);

const CustomIdPath = Type.Object({
  customId: Type.String({
    format: 'exact',
    maxLength: longestName,
    description: 'The identifier you sent, percent-encoded.',
    examples: ['site-2026-0001'],
  }),
});
const Query = Type.Object(PasswordQuery);
const PhoneQuery = Type.Object({
  ...PasswordQuery,
  phone: Type.Optional(
    Type.String({
      format: 'raw',
      maxLength: longestText,
      description: 'Phone number in any form; required.',
      examples: ['0639981234'],
    }),
  ),
});

/** Routes 3 and 4: find an entry by its customId, and commercial entries by phone. */
export function lookupRoutes(app: App, { authentication, database, partneridName }: LookupDeps): void {
  const { read } = database;

  app.get(
    '/fr/customId/:customId',
    {
      onRequest: authentication.reading(),
      schema: {
        tags: ['Main API'],
        summary: 'Find your entry by its customId',
        params: CustomIdPath,
        querystring: Query,
        response: { 200: EntryFound, ...mainErrors },
      },
    },
    async ({ params: { customId }, caller }, reply) => {
      const entry = await read.first(byCustomId, { callerId: caller?.id ?? 0, customId });
      if (entry === undefined) throw new RequestError('NORESULT', 'customId: no entry of yours carries it');
      return sendJson(reply, JSON.stringify(presentEntry({ ...entry, custom_id: customId })));
    },
  );

  app.get(
    '/fr/commercial/checkPhone',
    {
      onRequest: authentication.reading(),
      schema: {
        tags: ['Main API'],
        summary: 'Find commercial entries by phone',
        querystring: PhoneQuery,
        response: {
          200: Type.Array(PhoneMatch, {
            description: `Newest first, at most ${maxMatches}; empty when nothing matches.`,
          }),
          ...mainErrors,
        },
      },
    },
    async ({ query: { phone } }, reply) => {
      if (phone === undefined || phone.trim() === '') {
        throw new RequestError('INVALID', 'phone: expected as a query parameter');
      }
      const found = await Promise.all(searchKeys(phone).map((key) => read.all(commercialByPhone, { key })));
      const byId = new Map(found.flat().map((match) => [match.id, match]));
      const matches = [...byId.values()].sort((a, b) => b.id - a.id).slice(0, maxMatches);
      const answer = matches.map(({ id, gclid, custom_id, partnerid, resultat, type }) => ({
        id,
        gclid,
        customId: custom_id,
        [partneridName]: partnerid,
        resultat,
        type,
      }));
      return sendJson(reply, JSON.stringify(answer));
    },
  );
}
