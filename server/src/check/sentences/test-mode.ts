import { randomInt } from 'node:crypto';
import { must, mustBeObject, mustBeObjects, mustBeOk, shown } from '../judging.ts';
import type { Probe } from '../probe.ts';
import { type Sentence, TestModeIgnored } from '../sentence.ts';

/** Year in which nobody has contacts. */
const year = 1900;

/**
 * Tried first, one after the other: an installation that takes tests for real entries must not get any more of them.
 * The contract has test mode on route 1 alone, where nothing shows it.
 */
export const guards: readonly Sentence[] = [
  {
    section: 'Test mode',
    sentence: 'The phone check leaves out commercial entries made with test=1.',
    async run(probe) {
      const customId = probe.newCustomId();
      const phone = fictionPhone();
      mustBeOk(await probe.commercial({ customId, phoneClient: phone }));
      return notFound(probe, phone, customId);
    },
  },
  {
    section: 'Test mode',
    sentence: 'The phone check leaves out orientation requests made with test=1.',
    needs: 'partner',
    async run(probe) {
      const number = probe.newNumber();
      const phone = fictionPhone();
      mustBeObject(
        await probe.orientation({
          NumeroDemandeOrientationCR: number,
          etablissementId: probe.establishment,
          'PersonneAgee / Mobile': `+33${phone.slice(1)}`,
        }),
      );
      return notFound(probe, phone, number);
    },
  },
];

export const testMode: readonly Sentence[] = [
  {
    section: 'Test mode',
    sentence: 'The yearly statistics leave out tests.',
    async run(probe) {
      const path = `/fr/statscontact/${year}`;
      const before = mustBeObjects(await probe.get(path));
      mustBeOk(
        await probe.commercial({
          dateFirstContact: `${year}-03-04`,
          commercialactions: [{ date: `${year}-03-04`, comment: 'Rappelée' }],
        }),
      );
      const after = mustBeObjects(await probe.get(path));
      must(
        JSON.stringify(before) === JSON.stringify(after),
        `${JSON.stringify(before)}, then ${JSON.stringify(after)}`,
      );
      return `the same figures of ${year} before and after`;
    },
  },
  {
    section: 'Test mode',
    sentence: 'A test is found by its customId like any entry.',
    async run(probe) {
      const customId = probe.newCustomId();
      mustBeOk(await probe.commercial({ customId }));
      const { status, body } = await probe.lookup(customId);
      must(status === 200, `${status} ${body}`);
      return `${status} ${body}`;
    },
  },
];

/** Asks for the phone of a test that was just made. `name`: what an entry found would show. */
async function notFound(probe: Probe, phone: string, name: string): Promise<string> {
  const answer = await probe.get('/fr/commercial/checkPhone', { phone });
  if (answer.body.includes(name)) throw new TestModeIgnored(`the phone check finds it: ${shown(answer)}`);
  mustBeObjects(answer);
  return 'a test with this phone number, and the phone check does not find it';
}

/** A mobile number of the range kept for fiction. */
function fictionPhone(): string {
  return `063998${String(randomInt(10_000)).padStart(4, '0')}`;
}
