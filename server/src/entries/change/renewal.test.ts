import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  convertSurvey,
  editEntry,
  markProcessed,
  markSpam,
  setApplicationStep,
} from '../../../test/fixtures/acts.ts';
import { act, send } from '../../../test/fixtures/entry-events.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService } from '../../../test/fixtures/service.ts';

onSqlite('the day from which retention counts anew', (engine) => {
  it("retention counts anew from a partner's message, a decision of staff, or a contact", async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { database, clock } = service;
    const survey = 'etablissement/3/survey/create';
    const orientation = { NumeroDemandeOrientationCR: '9 / 1_1_1', etablissementId: 3 };
    await service.exchange('/appli/partner/orientation', orientation);
    const lead = (name: string) => send(service, name);
    const [processed, converted, spam, called, noted] = [
      await lead('processed'),
      await send(service, 'converted', {}, survey),
      await lead('spam'),
      await lead('called'),
      await lead('noted'),
    ];
    const complaint = await send(service, 'complaint', {}, survey, '&type=survey.type.complaint');
    const application = await send(service, 'step', { etablissementId: 3 }, 'announcement/postuler');
    // It is the next day in Paris.
    clock.now = new Date('2026-07-04T22:30:00.000Z');
    await service.exchange('/appli/partner/orientation', { ...orientation, GirEstime: 'GIR 2' });
    await act(service, (tx, staff) => markProcessed(tx, processed, staff));
    const type = 'commercial.type.website' as const;
    await act(service, (tx, staff) => convertSurvey(tx, converted, staff, { type }));
    await act(service, (tx, staff) => markSpam(tx, spam, staff, true));
    const call = { stage: 'Prise de contact' } as const;
    await act(service, (tx, staff) => editEntry(tx, called, staff, { actions: [call] }));
    await act(service, (tx, staff) => editEntry(tx, complaint, staff, { comment: 'Réponse' }));
    await act(service, (tx, staff) => setApplicationStep(tx, application, staff, 'interview'));
    await act(service, (tx, staff) => editEntry(tx, noted, staff, { actions: [{ comment: 'Note' }] }));

    const stored = await rows<{ day: string }>(
      database,
      'select renewed_on as day from entries where renewed_on is not null',
    );
    assert.equal(stored.length, 7);
    assert.deepEqual([...new Set(stored.map(({ day }) => day))], ['2026-07-05']);
  });
});
