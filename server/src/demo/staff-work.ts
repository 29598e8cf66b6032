import type { motifs, resultats, Stage } from '../contract/enumerations.ts';
import type { NewAction } from '../entries/entry.ts';
import { appointmentLater, dayOf, isBefore, type Moment, officeHoursLater, timeOf } from './calendar.ts';
import type { Chance } from './chance.ts';
import texts from './texts.json' with { type: 'json' };

/** The work of staff on an entry so far. */
export interface StaffWork {
  readonly status: 'new' | 'processed';
  readonly resultat: (typeof resultats)[number] | null;
  readonly motif: (typeof motifs)[number] | null;
  readonly actions: readonly NewAction[];
  /** The comment for the caller, and its author; null for none. */
  readonly comment: string | null;
  readonly commentBy: string | null;
  /** When a survey or an application was answered. */
  readonly answeredOn?: string;
  /** When the receipt of a complaint was acknowledged. */
  readonly acknowledgedOn?: string;
  /** Until which day the lead sleeps, and why. */
  readonly sleep?: { readonly until: string; readonly reason: string };
}

/** For an entry not worked on yet. */
export const untouched: StaffWork = {
  status: 'new',
  resultat: null,
  motif: null,
  actions: [],
  comment: null,
  commentBy: null,
};

/** How far leads get. The shares are slightly above the target of 80, 65, 30 and 12 %: recent leads are in progress. */
const fates = [
  ['admitted', 13],
  ['visited', 17],
  ['contacted', 36.5],
  ['validated', 15],
  ['dismissed', 18.5],
] as const;
type Fate = (typeof fates)[number][0];

const recentDays = 30;
/** Share of recent leads left alone, besides those that arrived while the office was closed. */
const forgottenShare = 0.045;
/** Share of recent leads in contact whose call-back is overdue. */
const lateShare = 0.3;
/** Shares of leads in progress with nothing planned, and of those put aside. All others have a next step. */
const unplannedShare = 0.08;
const asleepShare = 0.07;
/** Share of calls that follow one or two attempts without an answer. */
const unansweredShare = 0.3;
/** Share of planned visits to which the family does not come the first time. */
const noShowShare = 0.06;
/** After this many days without news staff close the lead with a result. */
const closeAfterDays = 40;

interface Lead {
  readonly receivedAt: Moment;
  readonly now: Moment;
  /** Whether staff took it in person, by telephone or on a visit. */
  readonly inPerson: boolean;
  readonly temporary: boolean;
  /** Names with weights. */
  readonly staff: readonly (readonly [string, number])[];
}

interface Step {
  readonly at: Moment;
  readonly stage: Stage | null;
  readonly comment: string;
  /** Its name while it is planned; undefined if it can't be. */
  readonly planned?: string;
}

/** The work of staff on a lead so far, and what they have planned. */
export function workOn(chance: Chance, lead: Lead): StaffWork {
  const { receivedAt, now, staff } = lead;
  const recent = isBefore(now.subtract({ days: recentDays }), receivedAt);
  const fate = chance.weighted(fates);
  const author = chance.weighted(staff);
  const steps = stepsTo(chance, fate, lead);
  const done = steps.filter(({ at }) => isBefore(at, now));
  const last = done.at(-1);
  if (last === undefined || (recent && !lead.inPerson && chance.share(forgottenShare))) return untouched;

  const actions = done.map((step) => actionOf(step, true, author));
  const next = steps[done.length];
  if (next?.planned !== undefined) {
    actions.push(actionOf({ ...next, comment: next.planned }, false, author));
  } else if (recent && fate === 'contacted' && next === undefined && chance.share(lateShare)) {
    const at = officeHoursLater(last.at, chance.number(10, 40));
    const planned = { at, stage: 'Prise de contact', comment: 'Rappeler la famille' } as const;
    if (isBefore(at, now)) actions.push(actionOf(planned, false, author));
  }
  const waits = next !== undefined || isBefore(now.subtract({ days: closeAfterDays }), last.at);
  const result = resultOf(chance, fate, done, waits);
  const isInProgress = result.resultat === null && actions.every((action) => action.done);
  const follow = isInProgress ? nextStep(chance, now, author) : {};
  return {
    // Attempts without an answer alone leave a lead new.
    status: 'processed',
    ...result,
    actions: [...withAttempts(chance, lead, actions), ...(follow.planned ?? [])],
    ...commentOf(chance, fate, author, waits),
    ...(follow.sleep !== undefined && { sleep: follow.sleep }),
  };
}

/** What staff plan for a lead in progress: a call in the next days for most. */
function nextStep(
  chance: Chance,
  now: Moment,
  author: string,
): { readonly planned?: readonly NewAction[]; readonly sleep?: NonNullable<StaffWork['sleep']> } {
  if (chance.share(unplannedShare)) return {};
  if (chance.share(asleepShare)) {
    const until = dayOf(now.add({ days: chance.integer(20, 150) }));
    return { sleep: { until, reason: chance.one(texts.sleep) } };
  }
  const at = appointmentLater(now.add({ days: 1 }), chance.integer(0, 12), chance);
  return {
    planned: [actionOf({ at, stage: 'Prise de contact', comment: 'Relancer la famille' }, false, author)],
  };
}

/** Adds attempts before the first call, and a no-show before the visit. */
function withAttempts(chance: Chance, lead: Lead, actions: readonly NewAction[]): readonly NewAction[] {
  const attempts: NewAction[] = [];
  const call = actions.find(({ stage, done }) => done && stage === 'Prise de contact');
  if (call !== undefined && !lead.inPerson && chance.share(unansweredShare)) {
    const outcome = chance.weighted([
      ['no-answer', 6],
      ['voicemail', 4],
    ] as const);
    const comment = outcome === 'voicemail' ? 'Message laissé' : 'Pas de réponse';
    attempts.push(
      ...Array.from({ length: chance.integer(1, 2) }, () => ({ ...call, stage: null, comment, outcome })),
    );
  }
  const visit = actions.find(({ stage, done }) => done && stage === 'Visite');
  const missed =
    visit !== undefined && chance.share(noShowShare)
      ? [{ ...visit, comment: 'La famille n’est pas venue', done: false, outcome: 'no-show' } as const]
      : [];
  return [...actions.slice(0, 1), ...attempts, ...missed, ...actions.slice(1)];
}

function stepsTo(chance: Chance, fate: Fate, lead: Lead): Step[] {
  const { receivedAt, inPerson, temporary } = lead;
  const checked = inPerson ? receivedAt : officeHoursLater(receivedAt, chance.number(0.1, 5));
  if (fate === 'dismissed') return [{ at: checked, stage: null, comment: chance.one(texts.dismissals) }];

  const steps: Step[] = [{ at: checked, stage: 'Validé', comment: 'Demande vérifiée' }];
  if (fate === 'validated') return steps;
  const called = inPerson ? checked : officeHoursLater(checked, chance.number(0.1, 9));
  steps.push({
    at: called,
    stage: 'Prise de contact',
    comment: chance.one(texts.calls),
    planned: 'Rappeler la famille',
  });
  if (fate === 'contacted') {
    if (chance.share(0.4)) {
      const at = appointmentLater(called, chance.integer(3, 12), chance);
      steps.push({
        at,
        stage: 'Prise de contact',
        comment: 'Relance : la famille réfléchit',
        planned: 'Relancer',
      });
    }
    return steps;
  }
  const visited = appointmentLater(called, chance.integer(1, 12), chance);
  steps.push({
    at: visited,
    stage: 'Visite',
    comment: chance.one(texts.visits),
    planned: 'Visite de la résidence',
  });
  if (fate === 'visited') return steps;
  const admitted = appointmentLater(
    visited,
    temporary ? chance.integer(2, 12) : chance.integer(3, 30),
    chance,
  );
  steps.push({ at: admitted, stage: 'Admission réalisé', comment: 'Entrée', planned: 'Entrée prévue' });
  if (temporary || chance.share(0.08)) {
    const days = temporary ? chance.integer(10, 60) : chance.integer(30, 250);
    const at = appointmentLater(admitted, days, chance);
    steps.push({ at, stage: 'Parti', comment: temporary ? 'Fin du séjour' : 'Départ' });
  }
  return steps;
}

function resultOf(
  chance: Chance,
  fate: Fate,
  done: readonly Step[],
  waits: boolean,
): Pick<StaffWork, 'resultat' | 'motif'> {
  if (done.some(({ stage }) => stage === 'Admission réalisé'))
    return { resultat: 'commercial.resultat.realisee', motif: null };
  if (fate === 'dismissed')
    return { resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.autre' };
  if (waits) return open;
  if (chance.share(0.1))
    return { resultat: 'commercial.resultat.refuse', motif: 'commercial.motif.dossierrefuse' };
  if (fate === 'validated')
    return { resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.autre' };
  return {
    resultat: 'commercial.resultat.nosuite',
    motif: chance.weighted([
      ['commercial.motif.choixetablissement', 45],
      ['commercial.motif.financier', 20],
      ['commercial.motif.autre', 35],
    ]),
  };
}

const open = { resultat: null, motif: null };

function commentOf(
  chance: Chance,
  fate: Fate,
  author: string,
  waits: boolean,
): Pick<StaffWork, 'comment' | 'commentBy'> {
  const comment =
    waits || fate === 'dismissed' || chance.share(0.6) ? null : chance.one(texts.comments[fate]);
  return { comment, commentBy: comment === null ? null : author };
}

function actionOf({ at, stage, comment }: Step, done: boolean, author: string): NewAction {
  return { date: dayOf(at), time: timeOf(at), comment, stage, done, author, extra: null };
}
