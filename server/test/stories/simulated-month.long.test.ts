// A director who works from « Ma journée » alone, for a month: no open lead is forgotten.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seeded } from '../../../tools/harness/random.ts';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { send } from '../fixtures/entry-events.ts';
import { rows } from '../fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../fixtures/service.ts';
import { blocksOf } from '../fixtures/today.ts';

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly followUp: string | null;
  readonly nextAction: { readonly position?: number; readonly date: string | null } | null;
}

const dayMs = 24 * 60 * 60_000;
const days = 45;
const untouchedDays = 21;
/** How many leads she deals with in a day. */
const capacity = 25;

onBothEngines('a month of « Ma journée »', (engine) => {
  it('leaves no open lead untouched for 21 days', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const random = seeded(7);
    const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
    const start = Date.parse('2026-03-02T07:30:00.000Z');
    let sent = 0;
    const worked = new Set<string>();
    for (let n = 0; n < days; n++) {
      service.clock.now = new Date(start + n * dayMs);
      for (let i = 0; i < 3; i++) {
        const isForm = random() < 0.4;
        const route = `etablissement/3/${isForm ? 'survey' : 'commercial'}/create`;
        await send(service, `month-${++sent}`, { phoneClient: '06 39 98 12 34' }, route);
      }
      // On a weekend nobody works.
      if ([0, 6].includes(service.clock.now.getUTCDay())) continue;
      const desk = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
      for (const lead of await leadsOfToday(desk)) {
        await work(desk, lead, service.clock.now, pick);
        worked.add(lead.followUp ?? '');
      }
      assert.deepEqual(await untouched(service), [], service.clock.now.toISOString());
    }
    assert.deepEqual([...worked].sort(), ['planned', 'to-call', 'unplanned']);
  });

  /** The open leads that the page shows, in its order: as many as she has time for. */
  async function leadsOfToday(desk: Desk): Promise<Row[]> {
    const shown = new Map<number, Row>();
    for (const { data } of (await blocksOf<Row>(desk)).values()) {
      for (const row of data) if (row.followUp !== null && row.followUp !== 'asleep') shown.set(row.id, row);
    }
    return [...shown.values()].slice(0, capacity);
  }

  async function work(desk: Desk, lead: Row, now: Date, pick: <T>(choices: readonly T[]) => T) {
    const path = `/desk/entries/${lead.id}`;
    const { actions } = (await desk.get(path)).json<{
      actions: { position: number; done: boolean; outcome: string | null }[];
    }>();
    const open = actions.find(({ done, outcome }) => !done && outcome === null)?.position;
    const today = now.toISOString().slice(0, 10);
    const inDays = (n: number) => new Date(now.getTime() + n * dayMs).toISOString().slice(0, 10);
    const contact = lead.kind === 'commercial' ? { stage: 'Prise de contact' } : { outcome: 'reached' };
    const done =
      open === undefined ? { date: today, ...contact } : { position: open, done: true, ...contact };
    const act = pick([
      () => desk.patch(path, { actions: [{ date: today, outcome: 'no-answer' }] }),
      () => desk.patch(path, { actions: [done] }),
      () => desk.patch(path, { actions: [done, { date: inDays(pick([1, 3, 8])), done: false }] }),
      () =>
        desk.patch(path, {
          actions: open === undefined ? [done] : [{ position: open, outcome: 'cancelled' }],
        }),
      () => desk.post(`${path}/sleep`, { sleep: { until: inDays(pick([2, 10])), reason: 'Plus tard' } }),
      () =>
        desk.patch(
          path,
          lead.kind === 'commercial' ? { resultat: 'commercial.resultat.nosuite' } : { comment: 'Merci' },
        ),
      () => desk.post(`${path}/processed`),
    ]);
    await ok(act());
  }

  /** The open leads that nobody has touched for long. */
  async function untouched(service: TestService) {
    const limit = new Date(service.clock.now.getTime() - untouchedDays * dayMs).toISOString();
    return rows<{ id: number }>(
      service.database,
      `select id from entries e where open = 1 and received_at < '${limit}'
       and not exists (select 1 from history h where h.entry_id = e.id and h.at >= '${limit}')`,
    );
  }
});
