import { type Desk, openDesk } from '../../../server/test/fixtures/desk.ts';
import { number } from '../../../server/test/fixtures/rows.ts';
import { type BackOffice, deskPassword, type Window } from '../back-office.ts';
import type { Look } from '../browser.ts';
import { openDemo } from '../demo.ts';

type DemoEmail = `${'admin' | 'direction' | 'commercial' | 'siege' | 'dpo'}@example.org`;

/** The demo on a Monday at 9:30, as its users find it. */
export interface DemoDay extends BackOffice {
  /** A window in which a user of the demo has signed in by the form. */
  signIn(email: DemoEmail, look?: Pick<Look, 'size' | 'scheme'>): Promise<Window>;
  /** The desk API of that user. */
  desk(email: DemoEmail): Promise<Desk>;
}

/** Starts it. */
export async function openDemoDay(): Promise<DemoDay> {
  const office = await openDemo();
  const { service } = office;
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
    desk: async (email) =>
      openDesk(
        service,
        email,
        await number(service.database, `select id from users where email = '${email}'`),
      ),
  };
}
