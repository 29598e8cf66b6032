import { recordActivity } from '../../../access/audit.ts';
import { deskRoute } from '../../../http/desk-route.ts';
import { pageFor } from '../../../http/pages/printed-page.ts';
import { type PrivacyDeps, privacyRoute } from '../../deps.ts';
import { proofSection } from './page.ts';
import { proofOf } from './proof.ts';

export const showProofPage = deskRoute('showProofPage', 'GET /desk/privacy/requests/:id/proof.html', {
  ...privacyRoute,
  async run({ database, clock, ...deps }: PrivacyDeps, { id, by }, { reply }) {
    const now = clock();
    const proof = await proofOf(database.background, id, { now, ...deps });
    const act = { action: 'downloaded', subject: 'privacy-request', subjectId: id } as const;
    await database.write(recordActivity, { by, act }, now);
    return pageFor(reply, `Preuve de traitement — demande nº ${id}`, [proofSection(proof)]);
  },
});
