import { recordActivity } from '../../../access/audit.ts';
import { deskRoute } from '../../../http/desk-route.ts';
import { Page, pageFor } from '../../../http/printed-page.ts';
import { type PrivacyDeps, privacyRoute } from '../../deps.ts';
import { proofSection } from './page.ts';
import { proofOf } from './proof.ts';

export const showProofPage = deskRoute('showProofPage', 'GET /desk/privacy/requests/:id/proof.html', {
  ...privacyRoute,
  summary: 'Prove what was done for a request, as a printable French page',
  description:
    'What was found, done and refused, who was told or has to be told by letter, which exports held it, and until when backups do. It names the person by the number of the request alone.',
  answer: Page,
  async run({ database, clock, ...deps }: PrivacyDeps, { id, by }, { reply }) {
    const now = clock();
    const proof = await proofOf(database.background, id, { now, ...deps });
    const act = { action: 'downloaded', subject: 'privacy-request', subjectId: id } as const;
    await database.write(recordActivity, { by, act }, now);
    return pageFor(reply, `Preuve de traitement — demande nº ${id}`, [proofSection(proof)]);
  },
});
