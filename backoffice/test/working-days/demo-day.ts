import { addUser } from '../../../server/src/access/users.ts';
import { demoUsers } from '../../../server/src/demo/demo-users.ts';
import { fillDemo } from '../../../server/src/demo/fill.ts';
import { type Desk, deskPasswordHash, openDesk } from '../../../server/test/fixtures/desk.ts';
import { type BackOffice, deskPassword, openBackOffice, type Window } from '../back-office.ts';
import type { Look } from '../browser.ts';

type DemoEmail = `${'admin' | 'direction' | 'commercial'}@example.org`;

/** The demo on a Monday at 9:30, as its users find it. */
export interface DemoDay extends BackOffice {
  /** A window in which a user of the demo has signed in by the form. */
  signIn(email: DemoEmail, look?: Pick<Look, 'size' | 'scheme'>): Promise<Window>;
  /** The desk API of that user. */
  desk(email: DemoEmail): Promise<Desk>;
}

/** Starts it, with additional settings. */
export async function openDemoDay(env: Record<string, string> = {}): Promise<DemoDay> {
  const office = await openBackOffice(env);
  const { database, clock, secrets } = office.service;
  clock.now = new Date('2026-11-23T08:30:00.000Z');
  const passwordHash = deskPasswordHash({ memory: 8, passes: 1 });
  const ids = new Map<string, number>();
  for (const user of demoUsers) {
    const id = await database.transaction((tx) =>
      addUser(tx, { secrets, now: clock.now }, { ...user, passwordHash }),
    );
    ids.set(user.email, id);
  }
  await fillDemo(database, { seed: 1938, now: clock.now, onProgress: () => undefined });
  return {
    ...office,
    async signIn(email, look) {
      const window = await office.open(look);
      await window.page.getByLabel('Adresse e-mail').fill(email);
      await window.page.getByLabel('Mot de passe').fill(deskPassword);
      await window.page.keyboard.press('Enter');
      await window.page.getByRole('heading', { level: 1, name: 'Ma journée' }).waitFor();
      return window;
    },
    desk: (email) => openDesk(office.service, email, ids.get(email) ?? 0),
  };
}
