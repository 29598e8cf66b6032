import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addUser } from '../../server/src/access/users.ts';
import { demoUsers } from '../../server/src/demo/accounts.ts';
import { fillDemo } from '../../server/src/demo/fill.ts';
import { deskPasswordHash } from '../../server/test/fixtures/desk.ts';
import { memoryFolder } from '../../server/test/fixtures/memory-folder.ts';
import { startService } from '../../server/test/fixtures/service.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';

/** Of the whole test run. */
const shared = process.env.TEST_FOLDER ?? mkdtempSync(join(memoryFolder(), 'accueil-demo-'));
const now = new Date('2026-11-23T08:30:00.000Z');

/** Starts the demo, with its users, on the Monday at 9:30 that ends its year. `env`: additional settings. */
export async function openDemo(env: Record<string, string> = {}): Promise<BackOffice> {
  const folder = mkdtempSync(join(shared, 'demo-'));
  copyFileSync(await filledFile(), join(folder, 'accueil.db'));
  const office = await openBackOffice({ DATA_DIR: folder, ...env });
  office.service.clock.now = now;
  return {
    ...office,
    async close() {
      await office.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The file of its database. To fill it takes seconds: it is done once in a test run. */
async function filledFile(): Promise<string> {
  const { TEST_SQLITE_TEMPLATE } = process.env;
  const filled = join(shared, 'demo.db');
  if (existsSync(filled)) return filled;
  const folder = mkdtempSync(join(shared, 'demo-'));
  const file = join(folder, 'accueil.db');
  if (TEST_SQLITE_TEMPLATE !== undefined) copyFileSync(TEST_SQLITE_TEMPLATE, file);
  const service = await startService('sqlite', { DATA_DIR: folder });
  const { database, secrets } = service;
  const passwordHash = deskPasswordHash({ memory: 8, passes: 1 });
  for (const user of demoUsers)
    await database.transaction((tx) => addUser(tx, { secrets, now }, { ...user, passwordHash }));
  await fillDemo(database, { secrets, now });
  await service.close();
  // In one step: another process may look for it meanwhile.
  renameSync(file, filled);
  rmSync(folder, { recursive: true });
  return filled;
}
