import Type from 'typebox';
import { isWithin, type Reach, reachOf } from '../../access/roles.ts';
import {
  confidentialDetails,
  type EstablishmentDetail,
  establishmentDetails,
} from '../../contract/establishment.ts';
import { largestEstablishmentId, longestName, longestText } from '../../contract/fields.ts';
import { type Details, type Directory, readDetails } from '../../directory.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite, type WriteDeps } from '../../http/desk-route.ts';
import type { Cached } from '../../store/cache.ts';
import type { Queries } from '../../store/database.ts';
import { insert, nextId, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { isFirstResidence } from '../first-residences.ts';
import { identifierRules } from '../identifiers.ts';
import { findGroup } from './groups.ts';
import { changedBy, changing, notFound, reading, requireEverywhere } from './reach.ts';

type Confidential = (typeof confidentialDetails)[number];

const hidden: readonly string[] = confidentialDetails;
const openDetails = establishmentDetails.filter(
  (detail): detail is Exclude<EstablishmentDetail, Confidential> => !hidden.includes(detail),
);

/** For families, in messages: the main API does not show them. */
const links = ['tariffsUrl', 'bookletUrl'] as const;

const typedName = Type.String({ maxLength: longestName });
const typedGroup = Type.Integer({
  minimum: 1,
  maximum: largestEstablishmentId,
});
const typedDetails = {
  ...each(establishmentDetails, () => Type.Optional(orNull(Type.String({ maxLength: longestText })))),
  ...each(links, () => Type.Optional(orNull(Type.String({ maxLength: 500 })))),
};

const listEstablishments = deskRoute('listEstablishments', 'GET /desk/establishments', {
  ...reading,
  async run({ database }: WriteDeps, { by }) {
    const reach = reachOf(by.grants, reading.right);
    const residences = await readResidences(database.read);
    const insiders = changedBy(by);
    return { data: residences.filter(({ id }) => isWithin(reach, id)).map((one) => shown(one, insiders)) };
  },
});

const showEstablishment = deskRoute('showEstablishment', 'GET /desk/establishments/:id', {
  ...reading,
  async run({ database: { read } }: WriteDeps, { by, id }) {
    return shown(await residenceWithin(read, reachOf(by.grants, reading.right), id), changedBy(by));
  },
});

const addEstablishment = deskWrite('addEstablishment', 'POST /desk/establishments', {
  ...changing,
  body: exactly({
    id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: largestEstablishmentId,
      }),
    ),
    name: typedName,
    groupId: typedGroup,
    ...typedDetails,
  }),
  async run(tx, { by, id: given, name, groupId, ...typed }, { record }) {
    requireEverywhere(by, 'establishment');
    const after = {
      ...{ name, groupId, details: detailsAfter({}, typed) },
      ...linksAfter({ tariffsUrl: null, bookletUrl: null }, typed),
    };
    await requireGroup(tx, groupId);
    if (given !== undefined && (await readResidences(tx, given)).length > 0)
      throw new ValidationError('id', 'a residence has this id already');
    const id = given ?? (await nextId(tx, 'establishments'));
    if (id > largestEstablishmentId)
      throw new ValidationError('id', 'expected one, for no number follows the largest');
    await insert(tx, 'establishments', { id, ...rowOf(after) });
    await record({ action: 'added', subject: 'establishment', subjectId: id, detail: { name, groupId } });
    return shown(await residenceWithin(tx, 'everywhere', id), 'everywhere');
  },
});

const changeEstablishment = deskWrite('changeEstablishment', 'PATCH /desk/establishments/:id', {
  ...changing,
  body: exactly(
    { name: Type.Optional(typedName), groupId: Type.Optional(typedGroup), ...typedDetails },
    { minProperties: 1 },
  ),
  async run(tx, { by, id, name, groupId, ...typed }, { record }) {
    const reach = changedBy(by);
    // Locked: what another user changes at the same time stays.
    if (id <= largestEstablishmentId)
      await tx.all(
        query((db, { forUpdate }) =>
          forUpdate(db.selectFrom('establishments').select('id').where('id', '=', id)),
        ),
      );
    const before = await residenceWithin(tx, reach, id);
    if (groupId !== undefined && groupId !== before.groupId) {
      requireEverywhere(by, 'groupId');
      await requireGroup(tx, groupId);
    }
    const after = {
      name: name ?? before.name,
      groupId: groupId ?? before.groupId,
      details: detailsAfter(before.details, typed),
      ...linksAfter(before, typed),
    };
    const changed = [
      ...(after.name === before.name ? [] : ['name']),
      ...(after.groupId === before.groupId ? [] : ['groupId']),
      ...establishmentDetails.filter((detail) => after.details[detail] !== before.details[detail]),
      ...links.filter((link) => after[link] !== before[link]),
    ];
    if (changed.length === 0) return shown(before, reach);
    await update(tx, 'establishments', id, rowOf(after));
    await record({ action: 'changed', subject: 'establishment', subjectId: id, detail: { changed } });
    return shown(await residenceWithin(tx, reach, id), reach);
  },
});

/** What the main API returns for a residence, so that its editors can compare. */
export const showPublicEstablishment = deskRoute(
  'showPublicEstablishment',
  'GET /desk/establishments/:id/public',
  {
    ...reading,
    async run({ directory }: { readonly directory: Cached<Directory> }, { by, id }) {
      const listed = (await directory.get()).establishments.get(id);
      if (listed === undefined || !isWithin(reachOf(by.grants, reading.right), id)) throw notFound();
      return {
        withoutPassword: listed.public,
        ...(isWithin(changedBy(by), id) && { withPassword: listed.establishment }),
      };
    },
  },
);

/** Residences, under the names of the public directory. */
export const establishmentRoutes = [
  listEstablishments,
  showEstablishment,
  addEstablishment,
  changeEstablishment,
] as const;

/** The residences, or the one with an id, with the name of their groups. */
async function readResidences(read: Queries, id?: number) {
  if (id !== undefined && id > largestEstablishmentId) return [];
  const rows = await read.all(
    query((db) => {
      const all = db
        .selectFrom('establishments as e')
        .innerJoin('groups as g', 'g.id', 'e.group_id')
        .select(['e.id', 'e.name', 'e.group_id as groupId', 'g.name as groupName', 'e.details'])
        .select(['e.tariffs_url as tariffsUrl', 'e.booklet_url as bookletUrl'])
        .orderBy('e.id');
      return id === undefined ? all : all.where('e.id', '=', id);
    }),
  );
  return rows.map((row) => ({ ...row, details: readDetails(row.details) ?? {} }));
}
type Residence = Awaited<ReturnType<typeof readResidences>>[number];

async function residenceWithin(read: Queries, reach: Reach, id: number): Promise<Residence> {
  const [found] = await readResidences(read, id);
  if (found === undefined || !isWithin(reach, id)) throw notFound();
  return found;
}

/** A residence. Confidential details are included only if it is within `insiders`. */
function shown({ details, ...residence }: Residence, insiders: Reach) {
  const isInsider = isWithin(insiders, residence.id);
  const known = (detail: EstablishmentDetail) => details[detail] ?? null;
  const example = isFirstResidence(residence.id, residence.name, details);
  return {
    ...residence,
    example,
    ...each(openDetails, known),
    ...(isInsider && each(confidentialDetails, known)),
  };
}

type Links = Pick<Residence, (typeof links)[number]>;

/** Links after a change; null or an empty text removes one. Throws a `ValidationError` for what is no link to a page. */
function linksAfter(before: Links, typed: Partial<Links>): Links {
  return each(links, (link) => {
    const given = typed[link] === undefined ? before[link] : typed[link] || null;
    if (given !== null && !(/^https:\/\/[^\s@]+$/u.test(given) && URL.canParse(given)))
      throw new ValidationError(link, 'expected an address that begins with https://');
    return given;
  });
}

function rowOf({ name, groupId, details, tariffsUrl, bookletUrl }: Omit<Residence, 'id' | 'groupName'>) {
  const links = { tariffs_url: tariffsUrl, booklet_url: bookletUrl };
  return { name, group_id: groupId, details: JSON.stringify(details), ...links };
}

/** Details after a change, in the contract's order; null removes one. Throws a {@link ValidationError} for an invalid identifier. */
function detailsAfter(before: Details, typed: Partial<Record<EstablishmentDetail, string | null>>): Details {
  const after: Details = {};
  for (const detail of establishmentDetails) {
    const given = typed[detail];
    const value = given === undefined ? before[detail] : given === null ? undefined : checked(detail, given);
    if (value !== undefined) after[detail] = value;
  }
  return after;
}

function checked(detail: EstablishmentDetail, typed: string): string {
  const rule = identifierRules[detail];
  if (rule === undefined) return typed;
  const read = rule.read(typed);
  if (read === undefined) throw new ValidationError(detail, `expected ${rule.expected}`);
  return read;
}

function each<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((one) => [one, value(one)])) as Record<Name, Value>;
}

async function requireGroup(read: Queries, id: number): Promise<void> {
  if ((await findGroup(read, id)) === undefined)
    throw new ValidationError('groupId', `no group has the id ${id}`);
}
