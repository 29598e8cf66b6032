import type { Action, EntryDetail } from '../../api/responses.ts';
import type { Act } from './acts.ts';
import { isPlanned } from './timeline.ts';

/** The acts on an entry. */
export const actNames = {
  planVisit: 'Planifier une visite',
  result: 'Saisir le résultat',
  visitDone: 'Noter une visite',
  planCall: 'Planifier un appel',
  planInterview: 'Planifier un entretien',
  comment: 'Commentaire transmis au site',
  processed: 'Marquer comme traitée',
  acknowledged: 'Accusé de réception envoyé',
  spam: 'Spam',
  notSpam: 'Ce n’est pas un spam',
  convert: 'Créer une demande',
  answer: 'Consigner la réponse et clore',
  reopen: 'Rouvrir la réclamation',
  sleep: 'Mettre en sommeil',
  wake: 'Sortir de sommeil',
  toCall: 'Remettre à rappeler',
  consent: 'Noter un accord',
  write: 'Écrire',
};
export type ActName = keyof typeof actNames;

/** An act that is offered for an entry. */
export interface Choice {
  readonly name: ActName;
  /** Its text, where that is not that of {@link actNames}. */
  readonly text?: string;
  /** Whether it has a button; the first is the main one. The others are in a menu. */
  readonly isUsual: boolean;
  /** Sent at once; undefined for an act that needs a form. */
  readonly act?: Act;
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

/** Whether the user may note a call with this entry: not with one that is closed. */
export function isCalled({ kind, type, ...entry }: Offering): boolean {
  const { mayChange, duplicateOf, spam, resultat } = entry;
  const isPerson = kind === 'commercial' || (kind === 'survey' && type !== 'survey.type.survey');
  return isPerson && mayChange && duplicateOf === null && !spam && resultat === null;
}

/** The acts that are offered for an entry in its present state, besides noting a call. */
export function choicesFor(entry: Offering): Choice[] {
  const { kind, type, status, spam, suspicion, duplicateOf, followUp, resultat } = entry;
  const isNew = status === 'new';
  const usual = (...names: readonly ActName[]): Choice[] => names.map((name) => ({ name, isUsual: true }));
  const others = (...names: readonly ActName[]): Choice[] => names.map((name) => ({ name, isUsual: false }));
  const atOnce = (name: ActName, act: Act, isUsual = false): Choice => ({ name, isUsual, act });
  const always = [
    ...(entry.mayWrite || entry.mayText ? usual('write') : []),
    ...others(...commentActs(entry)),
  ];
  // Everything else is done with the entry that was kept.
  if (duplicateOf !== null) return others(...commentActs(entry));
  // A notice asks about a presumed one.
  if (spam)
    return [atOnce('notSpam', { name: 'spam', body: { spam: false } }, suspicion === null), ...always];
  always.push(atOnce('spam', { name: 'spam', body: { spam: true } }));
  if (kind === 'postuler')
    return [
      { name: 'answer', text: 'Répondre au candidat', isUsual: true },
      ...(entry.actions.some(isPlanned) ? [] : usual('planInterview')),
      ...processed(true),
      ...always,
    ];
  // A complaint is closed by answering it.
  if (type === 'survey.type.complaint')
    return [
      ...(isNew ? usual('answer') : [atOnce('reopen', { name: 'toCall' })]),
      ...(isNew && entry.acknowledgedOn === null
        ? [atOnce('acknowledged', { name: 'acknowledged' }, true)]
        : []),
      ...always,
    ];
  if (kind === 'survey' && type !== 'survey.type.contact') return [...processed(true), ...always];
  if (resultat !== null)
    return [
      { name: 'toCall', text: 'Rouvrir', isUsual: true },
      ...others('result', 'visitDone', 'consent'),
      ...always,
    ];
  const isLead = kind === 'commercial';
  return [
    ...(isLead ? usual('planVisit', 'result') : [...usual('convert'), ...processed(true)]),
    ...(isLead ? others('visitDone') : []),
    ...others('planCall', 'consent'),
    ...(isLead ? processed(false) : []),
    ...(followUp === 'asleep' ? [atOnce('wake', { name: 'sleep', body: { sleep: null } })] : []),
    ...(followUp !== null && followUp !== 'asleep' ? others('sleep') : []),
    ...(isNew
      ? []
      : entry.actions.some(isPlanned)
        ? others('toCall')
        : [atOnce('toCall', { name: 'toCall' })]),
    ...always,
  ];

  function processed(isUsual: boolean): Choice[] {
    const text =
      type === 'survey.type.contact'
        ? 'Marquer comme traité'
        : kind === 'survey'
          ? 'Marquer comme lu'
          : actNames.processed;
    return isNew ? [{ ...atOnce('processed', { name: 'processed' }, isUsual), text }] : [];
  }
}

/** The comment is for the site that sent the entry; that of an application is its answer. */
function commentActs({ kind, caller, comment }: Offering): ActName[] {
  return kind === 'postuler' || (caller === null && comment === null) ? [] : ['comment'];
}

/** Whether the family's turn is over with an act: a call was noted, or what comes next is said or left to another. */
export function endsTurn(act: Act, userId: number | undefined): boolean {
  if (act.entryId !== undefined) return false;
  if (act.name === 'owner') return act.body.userId !== null && act.body.userId !== userId;
  if (act.name !== 'edit') return ['sleep', 'assign', 'spam', 'processed'].includes(act.name);
  const { actions = [], resultat, sleep } = act.body ?? {};
  return (
    (resultat ?? null) !== null ||
    sleep !== undefined ||
    actions.some(
      ({ done, outcome }) => done === false || ((outcome ?? null) !== null && outcome !== 'cancelled'),
    )
  );
}
