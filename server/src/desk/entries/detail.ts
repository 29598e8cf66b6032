import type { Static } from 'typebox';
import { isWithin, type Reach } from '../../access/roles.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import type { Fields } from '../../entries/change/diff.ts';
import { safeFileName } from '../../entries/create/file-name.ts';
import { problemsOf, resNumber } from '../../orientation/messages.ts';
import type { Queries } from '../../store/database.ts';
import { historyPage } from '../acts/versions.ts';
import type { EntryDetail } from './detail-schema.ts';
import {
  actionsOf,
  deliveriesOf,
  duplicatesOf,
  entryById,
  fileOf,
  maxListed,
  orientationOf,
  phoneKeysOf,
  relationsOf,
} from './detail-statements.ts';
import { familyOf } from './family.ts';
import { announcementOf, ownerOf } from './named-schemas.ts';
import { emailsOf, peopleOf } from './people.ts';

/** Returns an entry with all its details; undefined when it is unknown or not within `reachOf` its kind. */
export async function entryDetail(
  read: Queries,
  id: number,
  reachOf: (kind: EntryKind) => Reach,
): Promise<Static<typeof EntryDetail> | undefined> {
  // Read first: a change between these queries then makes the next edit a conflict instead of being overwritten.
  const history = await historyPage(read, id);
  const row = await read.first(entryById, { id });
  if (row === undefined || !isWithin(reachOf(row.kind), row.establishmentId)) return undefined;
  const { callerId, callerName, partnerId, partnerName, ownerId, ownerName, ...rest } = row;
  const { announcementId, offerTitle, offerOpen, ...entry } = rest;
  const fields: Fields = JSON.parse(row.fields);
  const file = await read.first(fileOf, { id });
  const relations = (await read.all(relationsOf, { id })).map((relation) => ({
    position: relation.position,
    fields: JSON.parse(relation.fields) as Fields,
    extra: parsed(relation.extra),
  }));
  const people = [fields, ...relations.map((relation) => relation.fields)];
  const identifiers = {
    phoneKeys: (await read.all(phoneKeysOf, { id })).map(({ key }) => key),
    emails: emailsOf(people),
  };
  const deliveries = await read.all(deliveriesOf, { id });
  const duplicates = (await read.all(duplicatesOf, { id })).filter(({ kind, establishmentId }) =>
    isWithin(reachOf(kind), establishmentId),
  );
  return {
    ...entry,
    version: history.data[0]?.id ?? 0,
    caller: callerId === null ? null : { id: callerId, name: callerName ?? '' },
    partner: partnerId === null ? null : { id: partnerId, name: partnerName ?? '' },
    flagged: row.flagged === 1,
    spam: row.spam === 1,
    test: row.test === 1,
    browser: row.browser === 1,
    announcement: announcementOf(announcementId, offerTitle, offerOpen),
    owner: ownerOf(ownerId, ownerName),
    name: peopleOf(
      fields,
      relations.map((relation) => relation.fields),
    ).name,
    fields,
    extra: parsed(row.extra),
    relations,
    actions: (await read.all(actionsOf, { id })).map((action) => ({
      ...action,
      done: action.done === 1,
      extra: parsed(action.extra),
    })),
    file: file === undefined ? null : { ...file, name: safeFileName(file.name, file.type) },
    orientation: await orientation(read, id, row.establishmentId !== null),
    history: history.data,
    historyNext: history.next,
    deliveries: deliveries.slice(0, maxListed).map(({ endpointState, ...delivery }) => ({
      ...delivery,
      state: delivery.state === 'pending' && endpointState !== 'on' ? 'held' : delivery.state,
    })),
    moreDeliveries: deliveries.length > maxListed,
    family: await familyOf(read, identifiers, {
      reach: reachOf(row.kind),
      applicants: row.kind === 'postuler',
      test: row.test === 1,
      exceptId: id,
    }),
    duplicates: duplicates.slice(0, maxListed),
    moreDuplicates: Math.max(0, duplicates.length - maxListed),
  };
}

async function orientation(read: Queries, entryId: number, assigned: boolean) {
  const found = await read.first(orientationOf, { id: entryId });
  if (found === undefined) return null;
  const { id, partner, numero, message } = found;
  return {
    partner,
    numero,
    res: resNumber(id),
    message: JSON.parse(message) as Fields,
    problems: problemsOf(numero ?? undefined, assigned),
  };
}

function parsed(json: string | null): Fields {
  return json === null ? {} : JSON.parse(json);
}
