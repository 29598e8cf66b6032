import { dayText, fieldLabel, labelOf, nameOf, valueText, type Words } from './formatters.ts';
import type { Fields, HistoryLine, WholeEntry } from './whole-entry.ts';

/** What happened to an entry, as people tell it. */
export interface Told {
  /** Who did what, in one sentence. */
  readonly sentence: string;
  /** What it changed: each a text such as « Délai : Immédiat (avant : Sous 15 jours) ». */
  readonly details: readonly string[];
}

/** What changes of actions and related persons are told about: they come by position alone. */
export type Known = Pick<WholeEntry, 'actions' | 'relations'>;

type Change = { readonly from: unknown; readonly to: unknown };
type Changes = ReadonlyMap<string, Change>;

/** A line of an entry's history in words. Whatever it holds stays text, to be shown as text. */
export function tell(line: HistoryLine, known: Known, words: Words): Told {
  const changes = changesIn(line.detail.changes);
  return {
    sentence: sentenceOf(line, changes, words),
    details: [
      ...(line.change === 'followup' ? followUp(line.detail, words) : []),
      ...[...changes]
        .filter(([name]) => !isSaid(name, line.change))
        .map(([name, change]) => changeText(fieldLabel(name, words), name, change, words)),
      ...byPosition(line.detail.relations).flatMap(([position, of]) =>
        relationTexts(position, of, known, words),
      ),
      ...byPosition(line.detail.actions).flatMap(([position, of]) => actionTexts(position, of, known, words)),
      ...laterDate(line.detail, words),
    ],
  };
}

/** An action in a few words: « Visite, 12/03/2026 à 14:30 – avec sa fille ». */
export function actionText({ stage, author, date, time, comment }: Fields, words: Words): string {
  const { translate } = words;
  // What came over the interface, which knows no stages, counts so.
  const meant = stage ?? (author === null ? 'Prise de contact' : null);
  const what = typeof meant === 'string' ? labelOf(meant, words) : translate('accueil.entry.note');
  const day = typeof date === 'string' ? dayText(date, words) : undefined;
  const when = typeof time === 'string' ? translate('accueil.entry.dayAndTime', { day, time }) : day;
  const head = when === undefined ? what : `${what}, ${when}`;
  return typeof comment === 'string' ? `${head} – ${comment}` : head;
}

function sentenceOf({ author, change, detail }: HistoryLine, changes: Changes, words: Words): string {
  const { translate } = words;
  const say = (key: string, more: Fields = {}) =>
    translate(`accueil.entry.history.${key}`, { author: authorText(author, words), ...more });
  const value = (name: string, which: keyof Change) => valueText(name, changes.get(name)?.[which], words);
  switch (change) {
    case 'assigned': {
      const to = value('establishment', 'to');
      const isFirst = (changes.get('establishment')?.from ?? null) === null;
      return isFirst ? say('assigned', { to }) : say('moved', { to, from: value('establishment', 'from') });
    }
    case 'owner': {
      const { from, to } = changesIn({ owner: detail.owner }).get('owner') ?? {};
      if (typeof to !== 'string') return say('left', { from });
      return to === author ? say('taken') : say('given', { to });
    }
    case 'spam':
      return say(changes.get('spam')?.to === false ? 'notSpam' : 'spam');
    case 'duplicate':
      return changes.get('duplicateOf')?.to === null
        ? say('notDuplicate', { of: value('duplicateOf', 'from') })
        : say('duplicate', { of: value('duplicateOf', 'to') });
    case 'created':
    case 'processed':
    case 'updated':
    case 'seen':
    case 'converted':
    case 'followup':
      return say(change);
    default:
      return say('other', { change });
  }
}

/** What the sentence says already, so that no detail repeats it. */
function isSaid(name: string, change: string): boolean {
  switch (change) {
    case 'assigned':
      return name === 'establishment';
    case 'duplicate':
      return name === 'duplicateOf';
    case 'processed':
      return name === 'status';
    case 'converted':
      return name === 'kind';
    case 'spam':
      return name === 'spam' || name === 'suspicion';
    default:
      return name === change;
  }
}

/** Who did it: a member of staff by name, a partner by its short name. */
export function authorText(author: string, { translate }: Pick<Words, 'translate'>): string {
  const [, partner] = /^partner:(.*)$/s.exec(author) ?? [];
  return partner === undefined ? author : translate('accueil.entry.history.partner', { partner });
}

function changeText(label: string, name: string, { from, to }: Change, words: Words): string {
  const isNew = from === null || from === undefined;
  return words.translate(isNew ? 'accueil.entry.history.set' : 'accueil.entry.history.changed', {
    label,
    from: valueText(name, from, words),
    to: valueText(name, to, words),
  });
}

function followUp({ state, reason }: Fields, words: Words): string[] {
  return [
    ['state', state],
    ['reason', reason],
  ].flatMap(([name, value]) =>
    typeof value === 'string' ? [words.translate(`accueil.entry.history.${name}`, { value })] : [],
  );
}

function relationTexts(position: number, changes: Changes, { relations }: Known, words: Words): string[] {
  const { translate } = words;
  const after = Object.fromEntries([...changes].map(([name, { to }]) => [name, to]));
  const known = relations.find((relation) => relation.position === position)?.fields ?? {};
  const name = nameOf({ ...known, ...after }) || translate('accueil.entry.person', { number: position + 1 });
  if (isAddition(changes)) return [translate('accueil.entry.history.personAdded', { name })];
  return [...changes].map(([field, change]) =>
    changeText(`${name}, ${fieldLabel(field, words)}`, field, change, words),
  );
}

function actionTexts(position: number, changes: Changes, { actions }: Known, words: Words): string[] {
  const { translate } = words;
  const after = Object.fromEntries([...changes].map(([name, { to }]) => [name, to]));
  if (isAddition(changes)) {
    const key = after.done === false ? 'actionPlanned' : 'actionAdded';
    return [translate(`accueil.entry.history.${key}`, { action: actionText(after, words) })];
  }
  const known = actions.find((action) => action.position === position);
  const { comment: _, ...named } = { ...known, ...after };
  const action = actionText(named, words);
  return [...changes].map(([field, change]) =>
    field === 'done' && change.to === true
      ? translate('accueil.entry.history.actionDone', { action })
      : changeText(`${action}, ${fieldLabel(field, words)}`, field, change, words),
  );
}

/** A date of contact that a partner has named after the first, which stays. */
function laterDate({ laterDateContact: date }: Fields, words: Words): string[] {
  return typeof date === 'string'
    ? [words.translate('accueil.entry.history.laterDate', { date: dayText(date, words) })]
    : [];
}

/** Whether something is there now of which nothing was there before. */
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
