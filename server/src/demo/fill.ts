import { findLogin } from '../access/logins.ts';
import { addUser } from '../access/users.ts';
import { findCaller } from '../desk/integrations/callers.ts';
import { findPartner } from '../desk/integrations/partners.ts';
import { lockEntry } from '../entries/change/row.ts';
import { createEntries } from '../entries/create/create-entries.ts';
import { followUp, upsertOrientation } from '../orientation/requests.ts';
import { firstResidences } from '../residences/first-residences.ts';
import type { Database, OperationContext, Transaction } from '../store/database.ts';
import { insert } from '../store/rows.ts';
import { statement } from '../store/statement.ts';
import { demoUsers } from './accounts.ts';
import type { Offer } from './bodies.ts';
import { asDate, type Chance, inParis, seededChance } from './chance.ts';
import { type People, people } from './people.ts';
import texts from './texts.json' with { type: 'json' };
import { arrivalsOfToday } from './today.ts';
import { type Arrival, arrivalsOfYear } from './year.ts';

/** Arbitrary and constant: every demo has the same people in the same places, in the year before its first start. */
const seed = 1938;

const switchTemplatesOn = statement()((db) => db.updateTable('templates').set({ active: 1 }));
const anyEntry = statement()((db) => db.selectFrom('entries').select('id').limit(1));

/**
 * Fills an initialized database that has no entries with a year that ends now, and the users who have worked in it,
 * atomically. Returns false, and changes nothing, when there are entries.
 */
export function fillDemo(database: Database, context: OperationContext): Promise<boolean> {
  return database.transaction(async (tx) => {
    if ((await tx.first(anyEntry, {})) !== undefined) return false;
    const chance = seededChance(seed);
    const now = inParis(context.now);
    const population = people(chance, now);
    const drawing = { chance, now, population, offers: await addStaff(tx, chance, population) };
    const worked = firstResidences.filter(({ id }) => demoUsers.some(({ grants }) => works(grants, id)));
    const arrivals = [
      ...arrivalsOfYear(drawing),
      ...worked.flatMap((residence) => arrivalsOfToday(drawing, residence)),
    ].sort((a, b) => a.receivedAt.epochMilliseconds - b.receivedAt.epochMilliseconds);
    const store = await storing(tx, context);
    // In the order of their time, so that ids increase with it.
    for (const arrival of arrivals) await store(arrival);
    await tx.run(switchTemplatesOn, {});
    return true;
  });
}

const works = (grants: (typeof demoUsers)[number]['grants'], residenceId: number) =>
  grants.some(({ establishmentId }) => establishmentId === residenceId);

/** Gives each residence its staff and job offers. */
async function addStaff(tx: Transaction, chance: Chance, population: People): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const { id: establishmentId, kind } of firstResidences) {
    for (const { title, ehpad, rss, ...job } of texts.jobs) {
      const count = kind === 'RSS' ? rss : ehpad;
      for (let i = 0; i < count; i++) {
        const { firstName, lastName } = population.adult();
        const member = { name: `${firstName} ${lastName}`, job: title, ...job, active: chance.share(0.92) };
        await insert(tx, 'staff', { establishment_id: establishmentId, ...member });
      }
      if (!chance.share(count < 3 ? 0.1 : 0.6)) continue;
      const contract = chance.one(['CDI', 'CDI', 'CDD de 6 mois', 'temps partiel']);
      const offer = { id: offers.length + 1, establishmentId, title };
      await insert(tx, 'announcements', {
        ...{ id: offer.id, establishment_id: establishmentId, title: `${title} – ${contract}` },
        open: chance.share(0.8),
      });
      offers.push(offer);
    }
  }
  return offers;
}

/** Returns what stores an arrival, as the site, the partner and staff do. */
async function storing(tx: Transaction, context: OperationContext) {
  const { id: callerId } = await findCaller(tx, 'site');
  const slug = 'partner';
  const { id: partnerId } = await findPartner(tx, slug);
  const ids = new Map<string, number>();
  for (const user of demoUsers) {
    const there = await findLogin(tx, user.email);
    ids.set(user.email, there?.id ?? (await addUser(tx, context, { ...user, passwordHash: null })));
  }
  /** The user in charge of a residence. */
  const userOf = (residenceId: number) => {
    const own = demoUsers.find(({ grants }) => works(grants, residenceId));
    const id = ids.get(own?.email ?? 'groupe@example.org');
    if (id === undefined) throw new Error('A demo has its users');
    return id;
  };

  return async ({ receivedAt, residence, sent, acts }: Arrival): Promise<void> => {
    const userId = userOf(residence.id);
    let entryId: number;
    if ('message' in sent) {
      const { message, end } = sent;
      const sender = { partner: { id: partnerId, slug }, test: false };
      const now = asDate(receivedAt);
      const result = await upsertOrientation(tx, {
        ...{ ...sender, message, idempotencyKeys: [], now, notifyStaff: false },
      });
      if (!('orientation' in result)) throw new Error('A message without a key can conflict with none');
      entryId = result.orientation.entryId;
      const { NumeroDemandeOrientationCR: numero = '' } = message;
      if (end !== undefined)
        await followUp(tx, { ...sender, now: asDate(end.at) }, numero, {
          State: 'Conclu',
          Reason: end.reason,
        });
    } else {
      const { entry, isOnline } = sent;
      const created = {
        ...entry,
        ...{
          establishmentId: residence.id,
          callerId: isOnline ? callerId : null,
          partnerId: null,
          test: false,
        },
      };
      const now = asDate(receivedAt).toISOString();
      const [result] = await createEntries(tx, [{ entry: created, idempotencyKeys: [] }], now);
      if (result?.state !== 'created') throw new Error('An entry without a key is new');
      entryId = result.id;
    }
    for (const { at, run } of acts) {
      const staff = { author: `user:${userId}`, at: asDate(at).toISOString() };
      // Every fifth has no owner.
      await run(tx, await lockEntry(tx, entryId), staff, entryId % 5 === 0 ? undefined : userId);
    }
  };
}
