import { sql } from 'kysely';
import { createEntries } from '../../server/src/entries/create/create-entries.ts';
import { customIdKey } from '../../server/src/entries/create/idempotency-keys.ts';
import { type NewAction, type NewEntry, newEntry } from '../../server/src/entries/entry.ts';
import { phoneKeys } from '../../server/src/phones/phone-keys.ts';
import { rawStatement } from '../../server/src/store/statement.ts';
import { openHere } from '../harness/database.ts';
import { leadBody, leadFields, storedCustomId, storedPhone } from './requests.ts';

const perTransaction = 5_000;

/** Fills the database of these settings with leads, each with its own customId and mobile. */
export async function storeEntries(
  env: Readonly<Record<string, string>>,
  count: number,
  print: (line: string) => void,
): Promise<void> {
  const started = performance.now();
  const { database, close } = await openHere(env);
  // Recent, or the service would start by deleting expired entries.
  const now = new Date().toISOString();
  const expiresAt = new Date(Date.now() + 30 * dayMs).toISOString();
  for (let first = 0; first < count; first += perTransaction) {
    const numbers = Array.from({ length: Math.min(perTransaction, count - first) }, (_, i) => first + i);
    const creations = numbers.map((n) => {
      const customId = storedCustomId(n);
      const key = {
        sender: 'c1',
        key: customIdKey(customId, 'x'.repeat(43)),
        contentHash: 'x'.repeat(43),
        expiresAt,
      };
      return { entry: entryOf(n, customId, now, count), idempotencyKeys: [key] };
    });
    await database.transaction(async (tx) => {
      await createEntries(tx, creations, now);
      await tx.run(setProgress, {});
    });
  }
  await close();
  print(`stored ${count} entries in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/** What staff's acts would have stored: who was reached, and what is planned next. */
const setProgress = rawStatement(
  () => sql`update entries set
    reached = case when status = 'processed' then 1 else 0 end,
    last_contact = case when status = 'processed' then contact_date end,
    next_date = (select a.date from actions a where a.entry_id = entries.id and a.done = 0),
    next_time = (select a.time from actions a where a.entry_id = entries.id and a.done = 0)
    where id > (select max(id) from entries) - ${sql.lit(perTransaction)}`,
);

const establishments = [1, 3, 4, 5, 6, 7, 8, 9, 10];
const types = [
  ...Array<string>(8).fill('commercial.type.website'),
  ...Array<string>(5).fill('commercial.type.phone'),
  ...Array<string>(4).fill('commercial.type.organisme'),
  ...Array<string>(2).fill('commercial.type.email'),
  'commercial.type.visite',
];
const syllables = 'mar ber du le ro gi mo fon la pe ri che val bon so'.split(' ');
const stages = ['Validé', 'Prise de contact', 'Prise de contact', 'Visite', 'Admission réalisé'] as const;
const dayMs = 86_400_000;
const tenYearsMs = 10 * 365.25 * dayMs;

/** Leads without a result: those of the last ten weeks. */
const openShare = 0.02;

/** The n-th of `count` leads over ten years, as in a group of residences. */
function entryOf(n: number, customId: string, receivedAt: string, count: number): NewEntry {
  const phone = storedPhone(n);
  const { comment, gclid, commercialrelations } = leadBody(customId, phone);
  const contactDate = new Date(Date.parse(receivedAt) - (1 - n / count) * tenYearsMs)
    .toISOString()
    .slice(0, 10);
  const name = [1, 15, 225]
    .map((part) => syllables[Math.floor((n * 7919) / part) % syllables.length])
    .join('');
  const isOpen = n >= count * (1 - openShare);
  const isNew = n > count - 500;
  const stage = stages[n % 13] ?? null;
  const isAdmitted = stage === 'Admission réalisé';
  return newEntry({
    kind: 'commercial',
    establishmentId: establishments[(n * 31) % establishments.length] ?? 1,
    callerId: 1,
    customId,
    type: types[(n * 17) % types.length] ?? null,
    sejourType: `commercial.sejourType.${n % 7 === 0 ? 'temporaire' : 'permanent'}`,
    resultat: isAdmitted
      ? 'commercial.resultat.realisee'
      : n % 11 === 5 || !isOpen
        ? 'commercial.resultat.nosuite'
        : null,
    motif: n % 44 === 5 ? 'commercial.motif.financier' : null,
    status: isNew ? 'new' : 'processed',
    contactDate,
    receivedAt,
    comment,
    gclid,
    fields: JSON.stringify({ ...leadFields(phone), lastNameClient: name }),
    phoneKeys: phoneKeys(phone),
    relations: commercialrelations.map((relation) => ({
      fields: JSON.stringify({ ...relation, lastName: name }),
      extra: null,
    })),
    actions: [
      {
        date: contactDate,
        time: null,
        comment: 'Rappelée, souhaite visiter.',
        stage: isNew ? null : stage,
        done: true,
        author: null,
        extra: null,
      },
      ...(isOpen && !isNew && n % 3 === 0 ? [plannedCall(n, receivedAt)] : []),
    ],
    file: null,
  });
}

/** A call planned within the two months around today. */
function plannedCall(n: number, now: string): NewAction {
  return {
    date: new Date(Date.parse(now) + ((n % 61) - 15) * dayMs).toISOString().slice(0, 10),
    time: `${9 + (n % 9)}:30`.padStart(5, '0'),
    comment: null,
    stage: n % 2 === 0 ? 'Visite' : 'Prise de contact',
    done: false,
    author: null,
    extra: null,
  };
}
