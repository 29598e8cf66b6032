import Type from 'typebox';
import { isWithin, type Reach, reachOf } from '../../access/roles.ts';
import {
  confidentialDetails,
  type EstablishmentDetail,
  establishmentDetails,
} from '../../contract/establishment.ts';
import { largestEstablishmentId, longestName, longestText } from '../../contract/fields.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { query, statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { isFirstResidence } from '../first-residences.ts';
import { insertResidence, updateResidence } from '../statements.ts';
import type { DeskResidencesDeps } from './deps.ts';
import { detailsAfter } from './details.ts';
import {
  findGroup,
  findResidence,
  findResidenceToChange,
  listResidences,
  type Residence,
} from './queries.ts';
import {
  changedBy,
  changing,
  notFound,
  reading,
  requireEverywhere,
  requireReach,
  residenceWithin,
} from './reach.ts';

const lastResidence = statement()((db) =>
  db.selectFrom('establishments').select((eb) => eb.fn.max('id').as('id')),
);

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
  async run({ database }: DeskResidencesDeps, { by }) {
    const reach = reachOf(by.grants, reading.right);
    const residences = await listResidences(database.read);
    const insiders = changedBy(by);
    return { data: residences.filter(({ id }) => isWithin(reach, id)).map((one) => shown(one, insiders)) };
  },
});

const showEstablishment = deskRoute('showEstablishment', 'GET /desk/establishments/:id', {
  ...reading,
  async run({ database: { read } }: DeskResidencesDeps, { by, id }) {
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
    const details = JSON.stringify(detailsAfter({}, typed));
    const typedLinks = linksAfter({ tariffsUrl: null, bookletUrl: null }, typed);
    await requireGroup(tx, groupId);
    if (given !== undefined && (await findResidence(tx, given)) !== undefined)
      throw new ValidationError('id', 'a residence has this id already');
    const id = given ?? ((await tx.first(lastResidence, {}))?.id ?? 0) + 1;
    if (id > largestEstablishmentId)
      throw new ValidationError('id', 'expected one, for no number follows the largest');
    await tx.run(insertResidence, { id, name, groupId, details });
    await storeLinks(tx, id, typedLinks);
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
    const before = requireReach(reach, await findResidenceToChange(tx, id), (one) => one.id);
    if (groupId !== undefined && groupId !== before.groupId) {
      requireEverywhere(by, 'groupId');
      await requireGroup(tx, groupId);
    }
    const after = {
      id,
      name: name ?? before.name,
      groupId: groupId ?? before.groupId,
      details: detailsAfter(before.details, typed),
    };
    const newLinks = linksAfter(before, typed);
    const changed = [
      ...(after.name === before.name ? [] : ['name']),
      ...(after.groupId === before.groupId ? [] : ['groupId']),
      ...establishmentDetails.filter((detail) => after.details[detail] !== before.details[detail]),
      ...links.filter((link) => newLinks[link] !== before[link]),
    ];
    if (changed.length === 0) return shown(before, reach);
    await tx.run(updateResidence, { ...after, details: JSON.stringify(after.details) });
    await storeLinks(tx, id, newLinks);
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
    async run({ directory }: DeskResidencesDeps, { by, id }) {
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

async function storeLinks(tx: Transaction, id: number, { tariffsUrl, bookletUrl }: Links): Promise<void> {
  const values = { tariffs_url: tariffsUrl, booklet_url: bookletUrl };
  await tx.run(query((db) => db.updateTable('establishments').set(values).where('id', '=', id)));
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
