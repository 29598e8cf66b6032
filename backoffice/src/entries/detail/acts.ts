import type { CallOptions } from '../../api/client.ts';
import type { Action, EntryDetail } from '../../api/responses.ts';
import type { InputOf, Route } from '../../api/routes.ts';
import { isPlanned } from './timeline.ts';

/** What is sent for an entry: whether « Annuler » takes it back, and whether the family's turn is over with it. */
export const requests = {
  // What it says decides whether it ends the turn.
  edit: { route: 'PATCH /desk/entries/:id', isUndoable: true },
  processed: { route: 'POST /desk/entries/:id/processed', isUndoable: true, endsTurn: true },
  acknowledged: { route: 'POST /desk/entries/:id/acknowledged', isUndoable: true },
  seen: { route: 'POST /desk/entries/:id/seen' },
  assign: { route: 'POST /desk/entries/:id/assign', isUndoable: true, endsTurn: true },
  spam: { route: 'POST /desk/entries/:id/spam', isUndoable: true, endsTurn: true },
  // Separating takes it back.
  duplicate: { route: 'POST /desk/entries/:id/duplicate' },
  convert: { route: 'POST /desk/entries/:id/convert', isUndoable: true },
  // Given to another user, it ends the turn.
  owner: { route: 'POST /desk/entries/:id/owner', isUndoable: true },
  sleep: { route: 'POST /desk/entries/:id/sleep', isUndoable: true, endsTurn: true },
  toCall: { route: 'POST /desk/entries/:id/to-call', isUndoable: true },
  step: { route: 'POST /desk/entries/:id/step', isUndoable: true },
  consent: { route: 'POST /desk/entries/:id/consent' },
} as const satisfies Record<
  string,
  { readonly route: Route; readonly isUndoable?: true; readonly endsTurn?: true }
>;

export type Requests = typeof requests;
type Name = keyof Requests;
type BodyOf<N extends Name> = Omit<InputOf<Requests[N]['route']>, 'id' | 'version'>;
export type Edit = BodyOf<'edit'>;

/** One request for an entry. */
export type Act = {
  [N in Name]: {
    readonly name: N;
    /** Another entry than that of the page, and its version where it is known. */
    readonly entryId?: number;
    readonly version?: number;
    /** Its idempotency key, where a message leaves with it. */
    readonly options?: CallOptions;
  } & (object extends BodyOf<N> ? { readonly body?: BodyOf<N> } : { readonly body: BodyOf<N> });
}[Name];

/** Whether the family's turn is over with an act: a call was noted, or what comes next is said or left to another. */
export function endsTurn(act: Act, userId: number | undefined): boolean {
  if (act.entryId !== undefined) return false;
  if (act.name === 'owner') return act.body.userId !== null && act.body.userId !== userId;
  if (act.name !== 'edit') return 'endsTurn' in requests[act.name];
  const { actions = [], resultat, sleep } = act.body ?? {};
  return (
    (resultat ?? null) !== null ||
    sleep !== undefined ||
    actions.some(
      ({ done, outcome }) => done === false || ((outcome ?? null) !== null && outcome !== 'cancelled'),
    )
  );
}

/** What decides which acts are offered. */
export type Offering = Pick<
  EntryDetail,
  | 'kind'
  | 'type'
  | 'status'
  | 'spam'
  | 'suspicion'
  | 'duplicateOf'
  | 'followUp'
  | 'resultat'
  | 'acknowledgedOn'
  | 'caller'
  | 'comment'
  | 'mayChange'
  | 'mayWrite'
  | 'mayText'
> & { readonly actions: readonly Pick<Action, 'done' | 'outcome'>[] };

const followed = ['lead', 'contact'] as const;
const open = [...followed, 'closed', 'complaint', 'opinion', 'application'] as const;
const spam = ['spam', 'presumed'] as const;
type Case = (typeof open)[number] | (typeof spam)[number] | 'united';

/** What an entry is to those who work it. */
function caseOf({ kind, type, spam: isSpam, suspicion, duplicateOf, resultat }: Offering): Case {
  // Everything is done with the entry that was kept.
  if (duplicateOf !== null) return 'united';
  if (isSpam) return suspicion === null ? 'spam' : 'presumed';
  if (kind === 'postuler') return 'application';
  if (type === 'survey.type.complaint') return 'complaint';
  if (kind === 'survey' && type !== 'survey.type.contact') return 'opinion';
  if (resultat !== null) return 'closed';
  return kind === 'commercial' ? 'lead' : 'contact';
}

interface Offer {
  readonly text: string;
  /** Its text in some cases. */
  readonly textOf?: Readonly<Partial<Record<Case, string>>>;
  /** The cases in which it has a button; the first button is the main one. */
  readonly button?: readonly Case[];
  /** Those in which it is in the menu. */
  readonly menu?: readonly Case[];
  /** What else it needs. */
  readonly when?: (entry: Offering) => boolean;
  /** Sent at once; where it is absent or makes nothing, its form in `EntryActions.tsx` asks first. */
  readonly act?: (entry: Offering) => Act | undefined;
}

const isNew = ({ status }: Offering) => status === 'new';
const isDone = ({ status }: Offering) => status !== 'new';
const hasPlans = ({ actions }: Offering) => actions.some(isPlanned);

/** The acts that are offered for an entry, besides noting a call, in the order of their buttons. */
const offers = {
  notSpam: {
    text: 'Ce n’est pas un spam',
    // A notice asks about a presumed one.
    ...{ button: ['spam'], menu: ['presumed'] },
    act: () => ({ name: 'spam', body: { spam: false } }),
  },
  planVisit: { text: 'Planifier une visite', button: ['lead'] },
  convert: { text: 'Créer une demande', button: ['contact'] },
  // A complaint is closed by answering it.
  answer: {
    text: 'Consigner la réponse et clore',
    textOf: { application: 'Répondre au candidat' },
    button: ['complaint', 'application'],
    when: (entry) => entry.kind === 'postuler' || isNew(entry),
  },
  acknowledged: {
    text: 'Accusé de réception envoyé',
    button: ['complaint'],
    when: (entry) => isNew(entry) && entry.acknowledgedOn === null,
    act: () => ({ name: 'acknowledged' }),
  },
  planInterview: {
    text: 'Planifier un entretien',
    button: ['application'],
    when: (entry) => !hasPlans(entry),
  },
  result: { text: 'Saisir le résultat', button: ['lead'], menu: ['closed'] },
  visitDone: { text: 'Noter une visite', menu: ['lead', 'closed'] },
  planCall: { text: 'Planifier un appel', menu: followed },
  consent: { text: 'Noter un accord', menu: [...followed, 'closed'] },
  processed: {
    text: 'Marquer comme traitée',
    textOf: { contact: 'Marquer comme traité', opinion: 'Marquer comme lu' },
    ...{ button: ['contact', 'opinion', 'application'], menu: ['lead'] },
    when: isNew,
    act: () => ({ name: 'processed' }),
  },
  sleep: {
    text: 'Mettre en sommeil',
    menu: followed,
    when: ({ followUp }) => followUp !== null && followUp !== 'asleep',
  },
  wake: {
    text: 'Sortir de sommeil',
    menu: followed,
    when: ({ followUp }) => followUp === 'asleep',
    act: () => ({ name: 'sleep', body: { sleep: null } }),
  },
  toCall: {
    text: 'Remettre à rappeler',
    textOf: { closed: 'Rouvrir' },
    ...{ button: ['closed'], menu: followed },
    when: (entry) => entry.resultat !== null || isDone(entry),
    // Its result and its plans are lost by it.
    act: (entry) => (entry.resultat !== null || hasPlans(entry) ? undefined : { name: 'toCall' }),
  },
  reopen: {
    text: 'Rouvrir la réclamation',
    menu: ['complaint'],
    when: isDone,
    act: () => ({ name: 'toCall' }),
  },
  write: { text: 'Écrire', button: [...open, ...spam], when: ({ mayWrite, mayText }) => mayWrite || mayText },
  // It is for the site that sent the entry; that of an application is its answer.
  comment: {
    text: 'Commentaire transmis au site',
    menu: [...open, ...spam, 'united'],
    when: ({ kind, caller, comment }) => kind !== 'postuler' && (caller !== null || comment !== null),
  },
  spam: { text: 'Spam', menu: open, act: () => ({ name: 'spam', body: { spam: true } }) },
} as const satisfies Record<string, Offer>;

export type OfferName = keyof typeof offers;
/** Those that a form asks about. */
export type AskedName = {
  [N in OfferName]: (typeof offers)[N] extends { act: (entry: Offering) => Act } ? never : N;
}[OfferName];

export type Choice = ReturnType<typeof choicesFor>[number];

/** The acts that are offered for an entry in its present state. Where one has no `act`, its form asks first. */
export function choicesFor(entry: Offering) {
  const is = caseOf(entry);
  return (Object.keys(offers) as OfferName[]).flatMap((name) => {
    const { text, textOf, button, menu, when, act }: Offer = offers[name];
    const isButton = button?.includes(is) === true;
    if ((!isButton && menu?.includes(is) !== true) || when?.(entry) === false) return [];
    return { name, text: textOf?.[is] ?? text, isButton, act: act?.(entry) };
  });
}

/** Whether the user may note a call with this entry: not with one that is closed. */
export function isCalled(entry: Offering): boolean {
  const is = caseOf(entry);
  const isOpen = ['lead', 'contact'].includes(is) || (is === 'complaint' && isNew(entry));
  return isOpen && entry.resultat === null && entry.mayChange;
}
