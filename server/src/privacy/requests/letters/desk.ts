import Type from 'typebox';
import { recordActivity } from '../../../access/audit.ts';
import { parisDay } from '../../../clock.ts';
import { integer } from '../../../contract/fields.ts';
import { RequestError } from '../../../contract/request-error.ts';
import { deskRoute } from '../../../http/desk-route.ts';
import { pageFor } from '../../../http/pages/printed-page.ts';
import { type PrivacyDeps, privacyRoute } from '../../deps.ts';
import { describeInstallation } from '../../register/register.ts';
import { proofOf } from '../proof/proof.ts';
import { fittingLetters, letters } from './fitting.ts';
import { letterSection, objects } from './letter.ts';

export const writeLetter = deskRoute('writeLetter', 'GET /desk/privacy/requests/:id/letters/:letter', {
  ...privacyRoute,
  params: Type.Object({
    id: integer({ minimum: 1 }),
    letter: Type.Enum(letters, { type: 'string' }),
  }),
  async run(deps: PrivacyDeps, { id, letter, by }, { reply }) {
    const { database, clock } = deps;
    const now = clock();
    const today = parisDay(now);
    const proof = await proofOf(database.background, id, { ...deps, now });
    const fitting = fittingLetters(proof.request);
    if (!fitting.includes(letter)) {
      const expected = fitting.join(' or ') || 'none for this request';
      throw new RequestError('CONFLICT', `letter: expected ${expected}`);
    }
    const { controller, treatments } = await describeInstallation(deps, now);
    const durations = treatments.flatMap((treatment) => treatment.durations);
    const oppositionDays = durations.find(({ rule }) => rule === 'objection')?.days ?? 0;
    const facts = { ...proof, controller: controller?.text ?? null, oppositionDays, today };
    const act = {
      action: 'downloaded',
      subject: 'privacy-request',
      subjectId: id,
      detail: { letter },
    } as const;
    await database.write(recordActivity, { by, act }, now);
    return pageFor(reply, objects[letter], [letterSection(letter, facts)], { isLetter: true });
  },
});
