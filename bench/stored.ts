import { openInstallation } from '../server/src/commands/installation.ts';
import { parseConfig } from '../server/src/config.ts';
import { createEntries } from '../server/src/entries/create-entries.ts';
import type { NewEntry } from '../server/src/entries/entry.ts';
import { customIdKey } from '../server/src/entries/receipts.ts';
import { phoneKeys } from '../server/src/phones/phone-keys.ts';
import { password } from './processes.ts';
import { leadBody, storedCustomId, storedPhone } from './requests.ts';

const perTransaction = 5_000;

/** Fills a database with leads, each with a customId and a mobile of its own. `where`: a data folder, or settings. */
export async function storeEntries(
  where: string | Readonly<Record<string, string>>,
  count: number,
  print: (line: string) => void,
): Promise<void> {
  const started = performance.now();
  const installation = await openInstallation(
    parseConfig({ ...(typeof where === 'string' ? { DATA_DIR: where } : where), FIRST_PASSWORD: password }),
  );
  // Fresh, or the service would begin by deleting what has expired.
  const now = new Date().toISOString();
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  for (let first = 0; first < count; first += perTransaction) {
    const numbers = Array.from({ length: Math.min(perTransaction, count - first) }, (_, i) => first + i);
    const creations = numbers.map((n) => {
      const customId = storedCustomId(n);
      const receipt = {
        sender: 'c1',
        key: customIdKey(customId, 'x'.repeat(43)),
        contentHash: 'x'.repeat(43),
        expiresAt,
      };
      return { entry: entryOf(n, customId, now), receipts: [receipt] };
    });
    await installation.database.write((tx) => createEntries(tx, creations, now));
  }
  await installation.close();
  print(`stored ${count} entries in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

function entryOf(n: number, customId: string, receivedAt: string): NewEntry {
  const {
    customId: _,
    comment,
    type,
    sejourType,
    gclid,
    commercialrelations,
    commercialactions,
    ...fields
  } = leadBody(customId, storedPhone(n));
  return {
    kind: 'commercial',
    establishmentId: 3,
    callerId: 1,
    partnerId: null,
    customId,
    type,
    sejourType,
    resultat: null,
    motif: null,
    status: 'new',
    test: false,
    contactDate: fields.dateFirstContact,
    receivedAt,
    comment,
    commentBy: null,
    gclid,
    partnerid: null,
    announcementId: null,
    fields: JSON.stringify(fields),
    extra: null,
    phoneKeys: phoneKeys(storedPhone(n)),
    relations: commercialrelations.map((relation) => ({ fields: JSON.stringify(relation), extra: null })),
    actions: commercialactions.map((action) => ({
      ...action,
      time: null,
      stage: null,
      done: true,
      author: null,
      extra: null,
    })),
    file: null,
  };
}
