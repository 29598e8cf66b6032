import type { Stage } from '../contract/enumerations.ts';
import type { ActionPatch } from '../entries/change/actions.ts';
import {
  type EntryEdit,
  editEntry,
  markProcessed,
  markSeen,
  type Staff,
  setApplicationStep,
} from '../entries/change/staff-acts.ts';
import type { NewEntry } from '../entries/entry.ts';
import { type FirstResidence, firstResidences } from '../residences/first-residences.ts';
import type { Transaction } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import {
  applicationOf,
  leadOf,
  type Offer,
  orientationOf,
  type Source,
  type SurveyType,
  surveyOf,
} from './bodies.ts';
import {
  appointmentLater,
  type Chance,
  dayOf,
  isBefore,
  type Moment,
  momentsOfYear,
  officeLater,
  timeOf,
} from './chance.ts';
import type { Family, People } from './people.ts';
import texts from './texts.json' with { type: 'json' };

/** An act of a member of staff on an entry. `owner`: who takes charge of it, unless somebody has already. */
export interface Act {
  readonly at: Moment;
  readonly run: (tx: Transaction, entry: EntryRow, staff: Staff, owner?: number) => Promise<unknown>;
}

/** What arrives, and what the user in charge of its residence does about it. */
export interface Arrival {
  readonly receivedAt: Moment;
  readonly residence: FirstResidence;
  readonly acts: readonly Act[];
  readonly sent:
    | { readonly entry: NewEntry; readonly isOnline: boolean }
    | { readonly message: ReturnType<typeof orientationOf>; readonly end?: { at: Moment; reason: string } };
}

/** What the arrivals of a demo are drawn with. */
export interface Drawing {
  readonly chance: Chance;
  readonly now: Moment;
  readonly population: People;
  readonly offers: readonly Offer[];
}

/** How many of each kind arrive in a year. */
const leadsAYear = 600;
const surveysAYear = { contact: 50, survey: 60, complaint: 18 } as const;
const applicationsAYear = 60;
/** The sources of leads, and how far leads get, by their weights. */
const sources: readonly (readonly [Source, number])[] = [
  ['commercial.type.website', 40],
  ['commercial.type.phone', 25],
  ['commercial.type.organisme', 20],
  ['commercial.type.email', 10],
  ['commercial.type.visite', 5],
];
const fates = [
  ['admitted', 13],
  ['visited', 17],
  ['contacted', 36],
  ['validated', 15],
  ['dismissed', 19],
] as const;
type Fate = (typeof fates)[number][0];
/** Relative demand for each of the nine residences. */
const demand = [13, 9, 12, 14, 10, 8, 12, 12, 10];
/** Staff close a lead after this many days without news. */
const closeAfterDays = 40;
/** The stage of a call. */
export const call = 'Prise de contact';

/** A year that ends now: oldest first. */
export function arrivalsOfYear(drawing: Drawing): Arrival[] {
  const { chance, now, population, offers } = drawing;
  const residence = () => chance.weighted(firstResidences.map((one, i) => [one, demand[i] ?? 0] as const));
  const families: Family[] = [];
  const leads = momentsOfYear(chance, now, leadsAYear).map((receivedAt, i): Arrival => {
    const source = chance.weighted(sources);
    const isKnown = families.length > 0 && chance.share(0.06);
    const family = isKnown ? chance.one(families.slice(-80)) : population.family();
    families.push(family);
    const lead = { receivedAt, residence: residence(), family };
    const isInPerson = source === 'commercial.type.phone' || source === 'commercial.type.visite';
    const acts = followUp(drawing, receivedAt, isInPerson);
    if (source !== 'commercial.type.organisme') {
      const entry = leadOf(chance, { ...lead, source, customId: `lead-${i}` });
      return { ...lead, acts, sent: { entry, isOnline: source === 'commercial.type.website' } };
    }
    const assigned = isBefore(receivedAt, now.subtract({ days: 14 })) || chance.share(0.5);
    const message = orientationOf(chance, { ...lead, number: i, assigned });
    const endsAt = receivedAt.add({ days: chance.integer(1, 10) });
    // Staff find those of the last days on their page.
    const isSeen = isBefore(endsAt, now.subtract({ days: 5 }));
    if (!isBefore(endsAt, now) || !chance.share(isSeen ? 0.08 : 0.9))
      return { ...lead, acts: assigned ? acts : [], sent: { message } };
    const end = { at: endsAt, reason: chance.one(texts.endings) };
    return { ...lead, acts: isSeen ? [{ at: endsAt, run: markSeen }] : [], sent: { message, end } };
  });
  const surveys = Object.entries(surveysAYear).flatMap(([name, count]) =>
    momentsOfYear(chance, now, count).map((receivedAt, i): Arrival => {
      const type = `survey.type.${name}` as SurveyType;
      const sent = { receivedAt, residence: residence(), customId: `${name}-${i}` };
      const entry = surveyOf(chance, { ...sent, type, adult: population.adult() });
      const days = name === 'complaint' ? chance.integer(4, 50) : chance.integer(0, 6);
      const at = appointmentLater(chance, receivedAt, days);
      const comment = chance.one(texts.answers[type]);
      const acts: Act[] =
        name === 'contact'
          ? [edit(at, { comment }), { at, run: markProcessed }]
          : [edit(at, { comment, status: 'processed' })];
      return { ...sent, acts: isBefore(at, now) ? acts : [], sent: { entry, isOnline: true } };
    }),
  );
  const applications = momentsOfYear(chance, now, applicationsAYear).map((receivedAt, i): Arrival => {
    const offer = chance.share(0.85) ? chance.one(offers) : undefined;
    const of = firstResidences.find(({ id }) => id === offer?.establishmentId) ?? residence();
    const sent = { receivedAt, residence: of, customId: `application-${i}` };
    const entry = applicationOf(chance, { ...sent, offer, adult: population.adult() });
    const at = appointmentLater(chance, receivedAt, chance.integer(0, 12));
    const [step, comment = ''] = chance.one(Object.entries(texts.answers.application));
    const acts = [edit(at, { comment, status: 'processed' })];
    if (step === 'interview' || step === 'refused')
      acts.push({ at, run: (tx, row, staff) => setApplicationStep(tx, row, staff, step) });
    return { ...sent, acts: isBefore(at, now) ? acts : [], sent: { entry, isOnline: true } };
  });
  return [...leads, ...surveys, ...applications];
}

/** An edit at a moment. */
export function edit(at: Moment, change: EntryEdit): Act {
  return {
    at,
    run: (tx, entry, staff, owner) =>
      editEntry(tx, entry, staff, { ...change, ...(change.actions !== undefined && { takesCharge: owner }) }),
  };
}

/** Something done at this moment, or planned for it. */
export function action(at: Moment, stage: Stage | null, comment: string, done = true) {
  return { date: dayOf(at), time: timeOf(at), stage, comment, done };
}

/** An attempt without an answer. */
export function attempt(at: Moment, outcome: 'no-answer' | 'voicemail') {
  return { ...action(at, null, outcome === 'voicemail' ? 'Message laissé' : 'Pas de réponse'), outcome };
}

/** What staff have done about a lead so far, and what they have planned. */
function followUp(drawing: Drawing, receivedAt: Moment, isInPerson: boolean): Act[] {
  const { chance, now } = drawing;
  const fate = chance.weighted(fates);
  const checked = isInPerson
    ? receivedAt.add({ minutes: 1 })
    : officeLater(receivedAt, chance.integer(6, 300));
  const called = isInPerson ? checked : officeLater(checked, chance.integer(30, 540));
  const visited = appointmentLater(chance, called, chance.integer(2, 12));
  const admitted = appointmentLater(chance, visited, chance.integer(3, 30));
  if (!isBefore(checked, now)) return [];
  if (fate === 'dismissed') {
    const actions = [action(checked, null, chance.one(texts.dismissals))];
    return [
      edit(checked, { actions, resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.autre' }),
    ];
  }
  const steps: readonly Step[] = [
    [checked, 'Validé', 'Demande vérifiée', ''],
    [called, call, chance.one(texts.calls), 'Rappeler la famille'],
    [visited, 'Visite', chance.one(texts.visits), 'Visite de la résidence'],
    [admitted, 'Admission réalisé', 'Entrée', 'Entrée prévue'],
  ];
  const reached = { validated: 1, contacted: 2, visited: 3, admitted: 4 }[fate];
  const path = steps.slice(0, reached);
  const done = path.filter(([at]) => isBefore(at, now));
  const [last = checked] = done.at(-1) ?? [];
  const noted: ActionPatch[] = done.map(([at, stage, comment]) => action(at, stage, comment));
  if (done.length > 1 && !isInPerson && chance.share(0.3))
    noted.splice(1, 0, attempt(officeLater(checked, 5), chance.one(['no-answer', 'voicemail'])));
  const { actions = [], ...rest } = whatFollows(drawing, fate, last, path[done.length]);
  // All in one act, for a quick start.
  return [edit(last, { ...rest, actions: [...noted, ...actions] })];
}

/** A step of a lead: when, its stage, and a comment when it is done, and when it is planned. */
type Step = readonly [at: Moment, Stage, done: string, planned: string];

/** What the act on a lead also does: plans the next step, or says how it ended. */
function whatFollows(
  { chance, now }: Drawing,
  fate: Exclude<Fate, 'dismissed'>,
  last: Moment,
  next: Step | undefined,
): EntryEdit {
  if (next !== undefined) return { actions: [action(next[0], next[1], next[3], false)] };
  if (fate === 'admitted') return { resultat: 'commercial.resultat.realisee' };
  return isBefore(last, now.subtract({ days: closeAfterDays }))
    ? endOf(chance, fate)
    : nextStep(chance, now, last);
}

/** The result of a lead that came no further, for most with a comment for the caller. */
function endOf(chance: Chance, fate: Exclude<Fate, 'admitted' | 'dismissed'>): EntryEdit {
  const motifs = [
    ['commercial.motif.choixetablissement', 45],
    ['commercial.motif.financier', 20],
    ['commercial.motif.autre', 35],
  ] as const;
  const comment = chance.share(0.6) ? {} : { comment: chance.one(texts.comments[fate]) };
  if (chance.share(0.1))
    return { resultat: 'commercial.resultat.refuse', motif: 'commercial.motif.dossierrefuse', ...comment };
  return { resultat: 'commercial.resultat.nosuite', motif: chance.weighted(motifs), ...comment };
}

/** What follows of a lead in progress: a call for most, which for some is overdue, and sleep for some. */
function nextStep(chance: Chance, now: Moment, last: Moment): EntryEdit {
  const until = dayOf(now.add({ days: chance.integer(20, 150) }));
  const plan = (at: Moment) => ({ actions: [action(at, call, 'Relancer la famille', false)] });
  return chance.weighted<() => EntryEdit>([
    [() => ({ sleep: { until, reason: chance.one(texts.sleep) } }), 9],
    [() => plan(officeLater(last, chance.integer(600, 2_400))), 12],
    [() => plan(appointmentLater(chance, now.add({ days: 1 }), chance.integer(0, 12))), 75],
  ])();
}
