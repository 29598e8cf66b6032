// What the morning mail says of the day.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, openDesk, signIn } from '../../test/fixtures/desk.ts';
import { openMailService } from '../../test/fixtures/mail.ts';
import { onSqlite } from '../../test/fixtures/service.ts';
import { blocksOf } from '../../test/fixtures/today.ts';
import type { Grant, Role } from '../access/roles.ts';

onSqlite('the morning mail', (engine) => {
  it('the morning mail counts what « Ma journée » shows each reader, by residence', async () => {
    const house = await openMailService(engine, { env: { PUBLIC_URL: 'https://accueil.example.org' } });
    const { service, smtp } = house;
    try {
      const user = async (...grants: Grant[]): Promise<Desk> => {
        const desk = await signIn(service, grants);
        await ok(desk.put('/desk/session/mail', { mail: 'digest' }));
        return desk;
      };
      const at = (role: Role, establishmentId: number) => ({ role, establishmentId });
      const director = await user(at('direction', 5), at('commercial', 3));
      const commercial = await user(at('commercial', 5));
      await user(at('direction', 6));
      const administrator = await signIn(service);
      const lead = async (establishmentId: number, ...actions: object[]) => {
        const body = { establishmentId, type: 'commercial.type.phone', actions };
        await ok(administrator.post('/desk/entries', body));
      };
      const call = { date: '2026-03-04', stage: 'Prise de contact' };
      const visit = (day: number) => ({ date: `2026-03-0${day}`, stage: 'Visite', done: false });
      for (const actions of [[], [], [visit(4)], [visit(5)], [call, visit(4)], [call, visit(6)], [call]])
        await lead(5, ...actions);
      for (let i = 0; i < 2; i++) await lead(3, call, visit(5));
      await service.post(`/fr/etablissement/5/commercial/create?${service.query}&test=1`, {});
      await service.post(`/fr/announcement/postuler?${service.query}`, { etablissementId: 5 });
      const application = 10 + 1;
      const interview = { actions: [{ date: '2026-03-05', done: false }] };
      await ok(administrator.patch(`/desk/entries/${application}`, interview));
      await house.round();
      smtp.take();

      service.clock.now = new Date('2026-03-05T06:30:00.000Z');
      await house.round();
      const mails = new Map(smtp.take().map(({ to, body }) => [to[0], body]));
      assert.deepEqual([...mails.keys()], [director.email, commercial.email].toSorted());
      assert.equal(
        mails.get(director.email),
        `Aujourd’hui\u00A0:

Le Clos des Vignes
- 2 visites et appels prévus

La Roseraie
- 3 familles à rappeler
- 2 visites et appels prévus
- 1 visite ou appel en retard

Ouvrir ma journée\u00A0: https://accueil.example.org/#/
Ouvrir l’agenda\u00A0: https://accueil.example.org/#/agenda

Choisir quand recevoir ces e-mails, ou n’en plus recevoir\u00A0: https://accueil.example.org/#/mail
`,
      );
      assert.match(
        mails.get(commercial.email) ?? '',
        /^Aujourd’hui\u00A0:\n\nLa Roseraie\n- 3 familles à rappeler\n- 1 /,
      );
      for (const [{ email, userId }, counts] of [
        [director, [3, 4, 1]],
        [commercial, [3, 1, 1]],
      ] as const) {
        const desk = await openDesk(service, email, userId);
        const blocks = await blocksOf(desk);
        assert.deepEqual(
          ['to-call', 'appointments', 'late'].map((name) => blocks.get(name)?.total.count),
          counts,
        );
      }
    } finally {
      await house.close();
    }
  });
});
