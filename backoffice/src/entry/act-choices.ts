import type { Act } from './acts.ts';
import type { WholeEntry } from './whole-entry.ts';

/** An act by its text, `accueil.entry.act.<name>`. */
export type ActName =
  | 'call'
  | 'planVisit'
  | 'result'
  | 'visitDone'
  | 'planCall'
  | 'note'
  | 'comment'
  | 'processed'
  | 'assign'
  | 'assignFirst'
  | 'spam'
  | 'notSpam'
  | 'convert'
  | 'answer'
  | 'owner';

/** Something that can be done with an entry now. */
export interface Choice {
  readonly name: ActName;
  /** Of these there are buttons; the first is the main one. */
  readonly isUsual: boolean;
  /** What is done at once; undefined when a form asks for more. */
  readonly act?: Act;
}

/** What can be done with an entry of its kind, as it stands. */
export function choicesFor({ kind, type, status, spam, establishmentId }: WholeEntry): Choice[] {
  const isNew = status === 'new';
  const usual = (...names: readonly ActName[]): Choice[] => names.map((name) => ({ name, isUsual: true }));
  const others = (...names: readonly ActName[]): Choice[] => names.map((name) => ({ name, isUsual: false }));
  const processed = (isUsual: boolean): Choice[] =>
    isNew ? [{ name: 'processed', isUsual, act: { name: 'processed' } }] : [];
  const always: Choice[] = [
    ...others('comment', establishmentId === null ? 'assignFirst' : 'assign'),
    {
      name: spam ? 'notSpam' : 'spam',
      isUsual: false,
      act: { name: 'spam', body: { spam: !spam } },
    },
  ];
  switch (kind) {
    case 'commercial':
      return [
        ...usual('call', 'planVisit', 'result'),
        ...others('visitDone', 'planCall', 'note'),
        ...processed(false),
        ...always,
      ];
    case 'survey':
      // A complaint is closed by its answer.
      if (type === 'survey.type.complaint')
        return [...usual(...(isNew ? (['answer'] as const) : []), 'owner', 'note'), ...always];
      return [
        ...processed(true),
        ...usual('note', ...(type === 'survey.type.contact' ? (['convert'] as const) : [])),
        ...always,
      ];
    case 'postuler':
      return [...processed(true), ...usual('note'), ...always];
    default:
      return kind satisfies never;
  }
}
