import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { untilNotified } from '../../test/fixtures/change-notifications.ts';
import { number, rows } from '../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import { entryCount } from '../../test/fixtures/stored-entry.ts';
import { parisDay } from '../clock.ts';
import { listPage } from '../desk/entries/list.ts';
import { type FollowUpState, followUpStates } from '../follow-up/state.ts';
import { firstResidences } from '../residences/first-residences.ts';
import type { DemoEntry } from './demo-entry.ts';
import { demoYear } from './demo-year.ts';
import { fillDemo } from './fill.ts';

const seed = 1938;

onSqlite('a database filled with a demo', (engine) => {
  let service: TestService;
  let year: ReturnType<typeof demoYear>;
  const progress: number[] = [];
  const fill = () =>
    fillDemo(service.database, {
      seed,
      now: service.clock.now,
      onProgress: (share) => void progress.push(share),
    });
  before(async () => {
    service = await startService(engine);
    year = demoYear({ seed, now: service.clock.now });
    // Something is in memory already: it must be read again.
    await service.get(`/fr/jobs?${service.query}`);
    assert.equal(await untilNotified(service.database, 'residences', fill), true);
  });
  after(() => service.close());

  it('has told how far it was', () => {
    assert.deepEqual(
      progress,
      year.arrivals.map((_, i) => (i + 1) / year.arrivals.length),
    );
  });

  it('counts what was generated', async () => {
    for (const counted of ['2024', '2025', '2026']) {
      const { body } = await service.get(`/fr/statscontact/${counted}?${service.query}`);
      assert.deepEqual(
        JSON.parse(body),
        firstResidences.map(({ id, name }) => {
          const here = year.arrivals.filter((arrival) => isCountedIn(arrival, id, counted));
          const hasAction = here.filter(({ work }) =>
            work.actions.some(({ done, stage }) => done && stage !== null),
          );
          return { id, name, total: here.length, hasAction: hasAction.length };
        }),
      );
    }
  });

  it('lists staff and job offers', async () => {
    for (const [group, ids] of [
      ['group_a', [1, 3, 4]],
      ['senior', [9, 10]],
    ] as const) {
      const members: readonly number[] = ids;
      const staff = year.staff.filter((one) => one.active && members.includes(one.establishmentId));
      const listing = (await service.get(`/fr/etablissements/${group}?${service.query}`)).json();
      assert.deepEqual(listing.personnel, { nb: staff.filter(({ medical }) => medical).length });
      assert.deepEqual(listing.medecins, { nb: staff.filter(({ doctor }) => doctor).length });
      const jobs = (await service.get(`/fr/jobs/${group}?${service.query}`)).json();
      const open = year.announcements.filter((one) => one.open && members.includes(one.establishmentId));
      assert.equal(jobs.totalAnnouncements, open.length);
    }
  });

  it('finds what was sent, with what became of it', async () => {
    for (const [kind, type] of [
      ['commercial', 'commercial'],
      ['survey', 'survey'],
      ['application', 'postuler'],
    ] as const) {
      const arrival = year.arrivals.find(({ kind: one, work, body }) => {
        return one === kind && work.comment !== null && 'customId' in body;
      });
      assert.ok(arrival !== undefined && 'customId' in arrival.body);
      const found = await service.get(`/fr/customId/${arrival.body.customId}?${service.query}`);
      assert.equal(found.json().type, type);
      const { comment, commentBy, resultat, motif, status } = found.json().data;
      assert.deepEqual(
        { comment, commentBy },
        { comment: arrival.work.comment, commentBy: arrival.work.commentBy },
      );
      if (kind === 'commercial')
        assert.deepEqual({ resultat, motif }, { resultat: arrival.work.resultat, motif: arrival.work.motif });
      else assert.equal(status, 'processed');
    }
  });

  it('knows the families of orientations, and shows staff those that the partner has ended', async () => {
    const requests = year.arrivals.filter((arrival) => arrival.kind === 'orientation');
    const request = requests.find(({ work }) => work.resultat === 'commercial.resultat.realisee');
    const phone = encodeURIComponent(request?.body['Contact / Mobile'] ?? '');
    const known = (await service.get(`/fr/commercial/checkPhone?phone=${phone}&${service.query}`)).json();
    const numero = request?.body.NumeroDemandeOrientationCR;
    assert.equal(
      known.find(({ partnerid }: { partnerid: string }) => partnerid === numero)?.resultat,
      'commercial.resultat.realisee',
    );
    assert.equal(await number(service.database, 'select count(*) from orientations'), requests.length);
    const unseen = requests.filter(({ end }) => end !== undefined && !end.seen);
    assert.equal(
      await number(service.database, 'select count(*) from entries where flagged = 1'),
      unseen.length,
    );
    const actions = year.arrivals.reduce((sum, { work }) => sum + work.actions.length, 0);
    assert.equal(await number(service.database, 'select count(*) from actions'), actions);
  });

  it('keeps open leads as a well-run house does: nearly all have a next step', async () => {
    const today = parisDay(service.clock.now);
    const count = async (state: FollowUpState) => {
      const filter = { kind: 'commercial', reach: 'everywhere', followUp: { state, today } } as const;
      const list = { filter, q: undefined, sort: 'received', descending: true } as const;
      const page = { from: undefined, backwards: false, limit: 1 };
      return (await listPage(service.database.read, list, page)).total.count;
    };
    const [toCall, planned, unplanned, asleep] = await Promise.all(followUpStates.map(count));
    assert.ok(Number(planned) > 100 && Number(unplanned) < 40 && Number(unplanned) > 0, `${unplanned}`);
    assert.ok(Number(toCall) > 5 && Number(toCall) < 60 && Number(asleep) > 3, `${toCall} ${asleep}`);
    const stored = await rows<{ id: number; attempts: number }>(
      service.database,
      'select id, attempts from entries where attempts > 1 and open = 1 order by id',
    );
    assert.ok(stored.length >= 3);
  });

  it('numbers entries in the order of their coming', async () => {
    const received = await rows<{ at: string }>(
      service.database,
      'select received_at as at from entries order by id',
    );
    assert.deepEqual(
      received.map(({ at }) => new Date(at).getTime()),
      year.arrivals.map(({ receivedAt }) => receivedAt.getTime()),
    );
  });

  it('is not filled again', async () => {
    const before = await entryCount(service.database);
    assert.equal(await fill(), false);
    assert.equal(await entryCount(service.database), before);
    assert.equal(before, year.arrivals.length);
  });

  it('is stored as if it had come over the interface', async (t) => {
    const posted = await startService(engine);
    t.after(() => posted.close());
    let compared = 0;
    for (const [i, arrival] of year.arrivals.entries()) {
      const wanted = i % 40 === 0 || (arrival.kind === 'application' && i % 4 === 0);
      if (!wanted) continue;
      compared++;
      posted.clock.now = arrival.receivedAt;
      const { statusCode, body } = await post(posted, arrival);
      assert.equal(statusCode, 200, body);
      assert.deepEqual(await entry(service, i + 1), await entry(posted, compared));
    }
    assert.ok(compared > 100);
  });
});

function post({ post: main, exchange, query }: TestService, arrival: DemoEntry) {
  switch (arrival.kind) {
    case 'commercial':
      return main(`/fr/etablissement/${arrival.establishmentId}/commercial/create?${query}`, arrival.body);
    case 'survey':
      return main(`/fr/etablissement/${arrival.establishmentId}/survey/create?${query}`, arrival.body);
    case 'application': {
      // A service without job offers does not know whose the offer is.
      const etablissementId = arrival.establishmentId;
      return main(`/fr/announcement/postuler?${query}`, { ...arrival.body, etablissementId });
    }
    case 'orientation':
      return exchange('/appli/partner/orientation', arrival.body);
    default:
      return arrival satisfies never;
  }
}

/** The nth entry, without what staff do. */
async function entry({ database }: TestService, nth: number) {
  const where = `(select id from entries order by id limit 1 offset ${nth - 1})`;
  const [row] = await rows<Record<string, unknown>>(
    database,
    `select kind, establishment_id, partner_id, custom_id, type, sejour_type, test, contact_date, received_at, gclid,
      partnerid, announcement_id, fields, extra from entries where id = ${where}`,
  );
  const of = (columns: string, table: string) =>
    rows(database, `select ${columns} from ${table} where entry_id = ${where} order by 1`);
  return {
    ...row,
    phones: await of('key', 'entry_phones'),
    relations: await of('position, fields, extra', 'relations'),
    files: await of('name, type, content', 'files'),
  };
}

function isCountedIn(arrival: DemoEntry, id: number, counted: string): boolean {
  const received = parisDay(arrival.receivedAt);
  switch (arrival.kind) {
    case 'commercial':
      return (
        arrival.establishmentId === id && (arrival.body.dateFirstContact ?? received).startsWith(counted)
      );
    case 'orientation':
      return (
        arrival.body.etablissementId === id && (arrival.body.DateContact ?? received).startsWith(counted)
      );
    default:
      return false;
  }
}
