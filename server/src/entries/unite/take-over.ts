import type { EntryKind } from '../../contract/enumerations.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type ActionPatch, type StoredAction, uidOf } from '../change/actions.ts';
import type { EntryPatch } from '../change/patch.ts';
import { haveOtherNames, ownFields, ownPerson, type Person, withPersons } from '../change/persons.ts';
import type { EntryState } from '../change/state.ts';
import type { Fields } from '../diff.ts';
import { countedIn } from '../entry.ts';
import { isContact, isPlanned } from '../follow-up/progress.ts';

/** As many as an entry may come with. */
const maxPersons = 20;
const maxActions = 200;

/** What is wanted, and who referred the family. */
const requestFields: Readonly<Record<EntryKind, readonly string[]>> = {
  commercial: [
    'delais',
    'budget',
    'securite',
    'GirEstime',
    'UniteProtege',
    'phoneAdresseur',
    'emailAdresseur',
    'numeroViaTrajectoire',
  ],
  survey: ['urgence'],
  postuler: [],
};
const ownNames = (kind: EntryKind) => ownFields(kind).map(([own]) => own);

/** What may be preferred from the other entry. */
export const takeable = [
  ...new Set(
    (['commercial', 'survey', 'postuler'] as const).flatMap((kind) => [
      ...ownNames(kind),
      ...requestFields[kind],
    ]),
  ),
  'sejourType',
  'resultat',
  'motif',
  'owner',
];

/**
 * Returns what `kept` takes over from `other` when the two are united. `take`: the
 * names of {@link takeable} values that it takes although it has its own. Throws a `ValidationError` when it would have too
 * many persons or actions.
 */
export function takeOver(kept: EntryState, other: EntryState, take: ReadonlySet<string>): EntryPatch {
  const [to, from] = [kept.row, other.row];
  const takes = (name: string, own: unknown, offered: unknown) =>
    offered !== null && offered !== own && (own === null || take.has(name));
  const takesResult = takes('resultat', to.resultat, from.resultat);
  const resultat = takesResult ? from.resultat : to.resultat;
  // A reason belongs to its result.
  const takesMotif =
    takes('motif', to.motif, from.motif) && (resultat === from.resultat || take.has('motif'));
  // Who works at one residence need not see the entries of another.
  const takesOwner =
    to.establishment_id === from.establishment_id && takes('owner', to.owner_id, from.owner_id);
  const isEarlier = from.contact_date < to.contact_date && mayMoveTo(kept, other);
  // What waits in the other is hidden neither by sleep nor because the one that is kept was closed.
  const isAwake = isOpenLead(other) && (from.asleep_until ?? '') < (to.asleep_until ?? '');
  const fields = fieldsTaken(kept, other, take);
  return {
    ...(takes('sejourType', to.sejour_type, from.sejour_type) && { sejourType: from.sejour_type }),
    ...(takesResult && { resultat }),
    ...((takesResult || takesMotif) && { motif: from.motif }),
    ...(takesOwner && { ownerId: from.owner_id }),
    ...(isEarlier && { contactDate: from.contact_date }),
    ...(takes('step', to.application_step, from.application_step) && {
      applicationStep: from.application_step,
    }),
    ...(isAwake && { asleepUntil: from.asleep_until, asleepReason: from.asleep_reason }),
    ...(to.closed === 1 && isOpenLead(other) && { closed: false }),
    // Of a low note it means something else than of a lead.
    ...(from.flagged > to.flagged && from.kind === to.kind && { flagged: true }),
    ...(takes('acknowledgedOn', to.acknowledged_on, from.acknowledged_on) && {
      acknowledgedOn: from.acknowledged_on,
    }),
    reached: to.reached === 1 || from.reached === 1,
    fields: {
      ...fields,
      ...(isEarlier && to.kind === 'commercial' && { dateFirstContact: from.contact_date }),
    },
    ...personsTaken(kept, other, fields),
    actions: [
      ...(takesResult ? cancelled(kept) : []),
      ...actionsTaken(kept, other, {
        hasResult: resultat !== null,
        ownerId: takesOwner ? from.owner_id : to.owner_id,
      }),
    ],
  };
}

/** Whether staff are to follow it up, be it a duplicate or not. */
function isOpenLead({ row }: EntryState): boolean {
  const isLead = row.kind === 'commercial' || row.type === 'survey.type.contact';
  return isLead && row.resultat === null && row.closed === 0 && row.spam === 0;
}

/** A contact form counts in no year: for its date, the other lead must not be counted in another one. */
function mayMoveTo(kept: EntryState, other: EntryState): boolean {
  const year = yearOf(kept);
  return year === null || yearOf(other) !== null || other.row.contact_date.startsWith(String(year));
}

function yearOf({ row }: EntryState): number | null {
  const { kind, test, establishment_id: establishmentId, contact_date: contactDate, spam } = row;
  return (
    countedIn({ kind, test: test === 1, establishmentId, contactDate, excluded: spam === 1 })?.year ?? null
  );
}

/** What is one person's is not filled from that of another person. */
function fieldsTaken(kept: EntryState, other: EntryState, take: ReadonlySet<string>): Fields {
  const { kind } = kept.row;
  const isOther = haveOtherNames(ownPersonOf(kept), ownPersonOf(other));
  const ofPerson = new Set<string>([...ownNames(kind), 'numeroViaTrajectoire']);
  const offered =
    other.row.kind === kind
      ? [...ownNames(kind), ...requestFields[kind]].map((name) => [name, other.fields[name]] as const)
      : [['delais', other.fields.urgence] as const];
  return Object.fromEntries(
    offered.filter(
      ([name, value]) =>
        value !== undefined &&
        (take.has(name) || (kept.fields[name] === undefined && !(isOther && ofPerson.has(name)))),
    ),
  );
}

const ownPersonOf = ({ row, fields }: Pick<EntryState, 'row' | 'fields'>) => ownPerson(row.kind, fields);

/** The persons of the other entry who are not there yet: its own one, unless it is that of the kept one, and related ones. */
function personsTaken(
  kept: EntryState,
  other: EntryState,
  fields: Fields,
): Pick<EntryPatch, 'relations' | 'relationExtras'> {
  const there = personsOf(kept);
  const own = ownPersonOf({ row: kept.row, fields: { ...kept.fields, ...fields } });
  const otherOwn = ownPersonOf(other);
  const isOwn = other.row.kind === kept.row.kind && !haveOtherNames(own, otherOwn);
  const more = [
    { fields: otherOwn, extra: {}, isOwn },
    // A number that was preferred to another must not displace it.
    { fields: ownPersonOf(kept), extra: {}, isOwn: true },
    ...personsOf(other).values(),
  ].filter((person) => Object.keys({ ...person.fields, ...person.extra }).length > 0);
  const persons = withPersons(there, more, { own, firstFree: firstFreePosition(kept.row) });
  if (persons.size > Math.max(maxPersons, there.size))
    throw new ValidationError('of', `expected at most ${maxPersons} related persons together`);
  const changed = [...persons].filter(([position, person]) => person !== there.get(position));
  return {
    relations: new Map(changed.map(([position, person]) => [position, person.fields])),
    relationExtras: new Map(changed.map(([position, { extra }]) => [position, extra])),
  };
}

function personsOf({ relations, relationExtras }: EntryState): ReadonlyMap<number, Person> {
  return new Map(
    [...relations].map(([position, fields]) => [
      position,
      { fields, extra: relationExtras.get(position) ?? {} },
    ]),
  );
}

/** The first ones are for the two persons of a partner's request, and for the sender of a form that becomes a lead. */
function firstFreePosition({ kind, partner_id: partnerId }: EntryState['row']): number {
  if (partnerId !== null) return 2;
  return kind === 'survey' ? 1 : 0;
}

const plansOf = ({ actions }: EntryState) => [...actions.values()].filter(isPlanned);

function cancelled(state: EntryState): ActionPatch[] {
  return plansOf(state).map(({ position }) => ({ position, outcome: 'cancelled' }));
}

/** The actions of the other entry that are not there yet, with their authors. A result cancels what was planned. */
function actionsTaken(
  kept: EntryState,
  other: EntryState,
  { hasResult, ownerId }: { readonly hasResult: boolean; readonly ownerId: number | null },
): ActionPatch[] {
  const isForm = kept.row.kind === 'commercial' && other.row.kind !== 'commercial';
  const there = [...kept.actions.values()].map((action) => ({ ...action, content: comparable(action) }));
  const taken: ActionPatch[] = [];
  for (const one of other.actions.values()) {
    const { position: _, ...action } = one;
    const isForOwner = isPlanned(action) && action.assigneeId === null && ownerId !== other.row.owner_id;
    const moved = {
      ...action,
      // A contact form has no stages: there, the outcome says that the family was reached.
      ...(isForm && isContact(action) && { stage: 'Prise de contact' as const }),
      ...(isForOwner && { assigneeId: other.row.owner_id }),
    };
    const content = comparable(moved);
    const equal = there.findIndex((one) => one.content === content);
    const [same] = equal < 0 ? [] : there.splice(equal, 1);
    if (same !== undefined) continue;
    const uid = uidOf(other.row.id, one);
    const isThere = [...kept.actions.values()].some((action) => uidOf(kept.row.id, action) === uid);
    taken.push({
      ...moved,
      // One that was moved in both since they were separated is another action here.
      uid: isThere ? null : uid,
      ...(hasResult && isPlanned(moved) && { outcome: 'cancelled' }),
    });
  }
  const added = taken.filter(({ position }) => position === undefined).length;
  if (added > 0 && kept.actions.size + added > maxActions)
    throw new ValidationError('of', `expected at most ${maxActions} actions together`);
  return taken;
}

function comparable({ position: _, uid, ...content }: Partial<StoredAction>): string {
  return JSON.stringify(Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
