import { fieldName } from '../../../../server/src/french/field-names.ts';
import type { EntryDetail, HistoryLine } from '../../api/responses.ts';
import { type Fields, stageName } from '../entry.ts';
import { dayText, nameOf, type ResidenceName, valueText } from './entry-fields.ts';

/** A change of an entry in words. */
interface Described {
  /** Who did what. */
  readonly sentence: string;
  /** What changed, such as « Délai : Immédiat (avant : Sous 15 jours) ». */
  readonly details: readonly string[];
}

/** Describes the actions and related persons that history names by position only. */
export type Known = Pick<EntryDetail, 'actions' | 'relations'> & Partial<Pick<EntryDetail, 'kind'>>;

/** Of an entry that is not read. */
export const nothingKnown: Known = { actions: [], relations: [] };

type Change = { readonly from: unknown; readonly to: unknown };
type Changes = ReadonlyMap<string, Change>;

/** Describes a line of an entry's history as plain text. */
export function describeLine(line: HistoryLine, known: Known, residence: ResidenceName): Described {
  const detail: Fields = { ...line.detail };
  const later = detail.laterDateContact;
  const changes =
    line.change === 'converted' ? withoutRenamed(changesIn(detail.changes)) : changesIn(detail.changes);
  return {
    sentence: sentenceOf({ ...line, detail }, changes, residence),
    details: [
      // Who agrees on an appointment takes charge by the same act.
      ...(line.change !== 'owner' && 'owner' in detail ? [`${line.author} prend en charge la fiche.`] : []),
      ...(line.change === 'followup' && typeof detail.state === 'string' ? [`État : ${detail.state}`] : []),
      ...(line.change === 'followup' && typeof detail.reason === 'string'
        ? [`Raison indiquée : ${detail.reason}`]
        : []),
      ...[...changes]
        .filter(([name]) => name !== line.change && !inSentence[line.change]?.includes(name))
        .map(([name, change]) => changeText(fieldName(name), name, change, residence)),
      ...byPosition(detail.relations).flatMap(([position, of]) =>
        relationTexts(position, of, known, residence),
      ),
      ...byPosition(detail.actions).flatMap(([position, of]) => actionTexts(position, of, known, residence)),
      ...(line.change !== 'written' && 'sent' in detail ? ['À envoyer par e-mail'] : []),
      // A later contact date from a partner does not replace the first.
      ...(typeof later === 'string' ? [`Nouvelle date de contact indiquée : ${dayText(later)}`] : []),
      ...(['corrected', 'stayed'] as const).flatMap((name) =>
        stayedTexts(detail[name], known).map(
          (what) =>
            ({ stayed: `Changé depuis, et laissé ici : ${what}`, corrected: `Corrigé : ${what}` })[name],
        ),
      ),
    ],
  };
}

/** Names what was corrected without trace, or stayed as it was when entries were separated: `ageClient`, `actions[3]`. */
export function stayedTexts(stayed: unknown, { actions, relations, kind }: Known): string[] {
  if (!Array.isArray(stayed)) return [];
  return stayed.map(String).map((path) => {
    const [, list, index] = /^(actions|relations)\[(\d+)\]$/.exec(path) ?? [];
    if (list === undefined) return fieldName(path);
    const position = Number(index);
    const action = actions.find((one) => one.position === position);
    if (list === 'actions')
      return action === undefined ? 'une action' : actionText({ ...action, comment: null }, kind);
    const person = nameOf(relations.find((one) => one.position === position)?.fields ?? {});
    return person || `Personne ${position + 1}`;
  });
}

/** Describes an action in a few words: « Visite, 12/03/2026 à 14:30 – avec sa fille ». */
export function actionText(
  { stage, author, date, time, done, comment, outcome }: Fields,
  kind?: EntryDetail['kind'],
): string {
  // An action that came from outside counts as a contact.
  const isNote = typeof stage !== 'string' && author !== null && done !== false && !outcome;
  const what = isNote ? 'Note' : stageName(typeof stage === 'string' ? stage : null, kind);
  const day = typeof date === 'string' ? dayText(date) : undefined;
  const when = typeof time === 'string' ? `${day} à ${time}` : day;
  const head = when === undefined ? what : `${what}, ${when}`;
  return typeof comment === 'string' ? `${head} – ${comment}` : head;
}

function sentenceOf(
  { author, change, detail }: Omit<HistoryLine, 'detail'> & { readonly detail: Fields },
  changes: Changes,
  residence: ResidenceName,
): string {
  const who = authorText(author);
  const value = (name: string, which: keyof Change) => valueText(name, changes.get(name)?.[which], residence);
  const of = valueText('duplicateOf', detail.of, residence);
  switch (change) {
    case 'assigned': {
      const to = value('establishment', 'to');
      const isFirst = (changes.get('establishment')?.from ?? null) === null;
      return isFirst
        ? `${who} a confié la fiche à ${to}.`
        : `${who} a confié la fiche à ${to} (avant : ${value('establishment', 'from')}).`;
    }
    case 'owner': {
      // The oldest lines don't say who it was.
      if (detail.owner === undefined) return `${who} a modifié la fiche.`;
      const { from, to } = changesIn({ owner: detail.owner }).get('owner') ?? {};
      if (typeof to !== 'string') return `${who} ne confie plus la fiche à personne (avant : ${from}).`;
      return to === author ? `${who} prend en charge la fiche.` : `${who} a confié la fiche à ${to}.`;
    }
    case 'spam':
      return changes.get('spam')?.to === false
        ? `${who} a indiqué que ce n’est pas un spam.`
        : `${who} a classé la fiche comme spam.`;
    case 'duplicate':
      return changes.get('duplicateOf')?.to === null
        ? `${who} a séparé la fiche de la fiche ${value('duplicateOf', 'from')}.`
        : `${who} a réuni la fiche avec la fiche ${value('duplicateOf', 'to')}, qui est conservée.`;
    case 'written': {
      const { cancelled, failed, resent, returned }: Fields = { ...(detail.sent as Fields) };
      if (returned !== undefined)
        return returned
          ? `${who} a noté qu’un message n’a pas été distribué.`
          : `${who} a noté qu’un message a été distribué.`;
      if (cancelled) return `${who} a annulé un message avant son départ.`;
      if (failed) return 'Un message n’a pas pu être remis.';
      return resent
        ? `${who} a renvoyé un message qui n’avait pas été remis.`
        : `${who} a écrit à une personne de la fiche.`;
    }
    case 'united':
      return detail.since === undefined
        ? `${who} a réuni la fiche ${of} avec celle-ci.`
        : `La fiche ${of} reste réunie avec celle-ci.`;
    case 'separated':
      return `${who} a séparé la fiche ${of} de celle-ci.`;
    case 'message':
      return `${who} a envoyé du nouveau sur la fiche ${of}, réunie avec celle-ci.`;
    default: {
      const did = deeds[change];
      return did === undefined ? `${who} : ${change}` : `${who} ${did}`;
    }
  }
}

/** What the author did, of changes that need no more. */
const deeds: Readonly<Record<string, string>> = {
  created: 'a saisi la fiche.',
  retyped: 'a corrigé sa saisie.',
  processed: 'a marqué la fiche comme traitée.',
  updated: 'a modifié la fiche.',
  seen: 'en a pris connaissance.',
  converted: 'a converti le contact en demande.',
  followup: 'a envoyé un suivi.',
  undone: 'a annulé sa dernière action.',
  asleep: 'a mis la fiche en sommeil ou l’a réveillée.',
  acknowledged: 'a envoyé l’accusé de réception.',
  'to-call': 'a remis la fiche à rappeler.',
  called: 'a pris un message de la famille.',
  limited: 'a limité le traitement de la fiche.',
  unlimited: 'a levé la limitation du traitement.',
  rectified: 'a rectifié la fiche.',
  redacted: 'a corrigé la fiche sans trace.',
  'relation-erased': 'a effacé les données d’une personne liée.',
};

/** A conversion stores the same values under the names of a lead: only what it really changes is told. */
function withoutRenamed(changes: Changes): Changes {
  const moved = new Set([...changes.values()].filter(({ to }) => to === null).map(({ from }) => from));
  return new Map([...changes].filter(([, { from, to }]) => to !== null && !(from === null && moved.has(to))));
}

/** The fields of the entry itself that a line of history changes. */
export function changedNames({ changes }: Fields): string[] {
  return [...changesIn(changes).keys()];
}

/** What the sentence of a change already mentions, besides the field of its own name, so that no detail repeats it. */
const inSentence: Readonly<Record<string, readonly string[]>> = {
  assigned: ['establishment'],
  duplicate: ['duplicateOf'],
  processed: ['status'],
  acknowledged: ['acknowledgedOn'],
  converted: ['kind'],
  spam: ['suspicion'],
};

/** The author: a member of staff by name, a partner by its short name. */
function authorText(author: string): string {
  const [, partner] = /^partner:(.*)$/s.exec(author) ?? [];
  return partner === undefined ? author : `Le partenaire ${partner}`;
}

function changeText(label: string, name: string, { from, to }: Change, residence: ResidenceName): string {
  const isNew = from === null || from === undefined;
  return isNew
    ? `${label} : ${valueText(name, to, residence)}`
    : `${label} : ${valueText(name, to, residence)} (avant : ${valueText(name, from, residence)})`;
}

function relationTexts(
  position: number,
  changes: Changes,
  { relations }: Known,
  residence: ResidenceName,
): string[] {
  const after = Object.fromEntries([...changes].map(([name, { to }]) => [name, to]));
  const known = relations.find((relation) => relation.position === position)?.fields ?? {};
  const name = nameOf({ ...known, ...after }) || `Personne ${position + 1}`;
  if (isAddition(changes)) return [`Personne ajoutée : ${name}`];
  return [...changes].map(([field, change]) =>
    changeText(`${name}, ${fieldName(field)}`, field, change, residence),
  );
}

function actionTexts(
  position: number,
  changes: Changes,
  { actions, kind }: Known,
  residence: ResidenceName,
): string[] {
  const after = Object.fromEntries([...changes].map(([name, { to }]) => [name, to]));
  if (isAddition(changes)) {
    const key = after.done === false ? 'actionPlanned' : 'actionAdded';
    return [
      {
        actionPlanned: `Action prévue : ${actionText(after, kind)}`,
        actionAdded: `Action notée : ${actionText(after, kind)}`,
      }[key],
    ];
  }
  const known = actions.find((action) => action.position === position);
  const { comment: _, ...named } = { ...known, ...after };
  const action = actionText(named, kind);
  const isDone = changes.get('done')?.to === true;
  return [...changes].flatMap(([field, change]) => {
    if (field === 'done' && isDone) return `Action faite : ${action}`;
    // An undo brings the one who planned it back.
    if (field === 'author') return isDone ? `${action} : prévue par ${change.from}` : [];
    if (field === 'assigneeId') return `${action} : confiée à ${givenTo(change.to)}`;
    return changeText(`${action}, ${fieldName(field)}`, field, change, residence);
  });

  /** History keeps the id: only the name of the present assignee is known here. */
  function givenTo(id: unknown): string {
    if (id === null) return 'la personne en charge de la fiche';
    return (known?.assigneeId === id ? known?.assigneeName : undefined) ?? 'une autre personne';
  }
}

/** Whether there was nothing before. */
function isAddition(changes: Changes): boolean {
  return [...changes.values()].every(({ from }) => from === null || from === undefined);
}

function byPosition(changes: unknown): (readonly [number, Changes])[] {
  return isRecord(changes)
    ? Object.entries(changes).map(([position, of]) => [Number(position), changesIn(of)] as const)
    : [];
}

function changesIn(changes: unknown): Changes {
  return new Map(
    Object.entries(isRecord(changes) ? changes : {}).flatMap(([name, change]) =>
      isRecord(change) ? [[name, { from: change.from, to: change.to }] as const] : [],
    ),
  );
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
