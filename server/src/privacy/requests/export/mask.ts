import { type Fields, isFields } from '../../../entries/diff.ts';
import { additionalKey } from '../../../validation/normalize.ts';
import { enumeratedChanges } from '../../history-details.ts';
import { messagePrefixes, type PersonKey } from '../../persons.ts';
import { type EntryParts, isLetterTo } from '../../texts/entry-parts.ts';
import { isProse } from '../../texts/free-texts.ts';

/** Stands for each value of another person. */
const otherPerson = '[autre personne]';
/** Stands for the name of a member of staff. */
const someStaff = '[personnel]';

/** Fields of an entry about the one who referred the person. */
const referrer = new Set(['phoneAdresseur', 'emailAdresseur']);

/** Masks the values of all persons of an entry but `people`. Free texts of the contract's fields stay. */
export function maskOthers(parts: EntryParts, people: readonly PersonKey[]): EntryParts {
  const asks = new Set(people);
  const own = asks.has('entry');
  const ownValue = (name: string) =>
    !referrer.has(name) &&
    (own || isProse(name) || enumeratedChanges.has(name) || name === 'dateFirstContact');
  const unnamed = (fields: Fields) => (own ? fields : masked(fields));
  return {
    comment: parts.comment,
    originalComment: parts.originalComment,
    asleepReason: parts.asleepReason,
    fields: maskUnless(parts.fields, ownValue),
    extra: unnamed(parts.extra),
    relations: parts.relations.map((relation) =>
      asks.has(relation.position)
        ? relation
        : { ...relation, fields: masked(relation.fields), extra: masked(relation.extra) },
    ),
    actions: parts.actions.map((action) => ({ ...action, extra: unnamed(action.extra) })),
    message: parts.message === null ? null : maskMessage(parts.message),
    letters: parts.letters.map((letter) =>
      isLetterTo(people, parts, letter)
        ? letter
        : { ...letter, recipient: otherPerson, subject: otherPerson, body: otherPerson },
    ),
    history: parts.history.map(maskHistory),
  };

  function maskMessage({ [additionalKey]: additional, ...declared }: Fields): Fields {
    const shown = maskUnless(declared, (name) => {
      const [, person = 'entry'] = messagePrefixes.find(([prefix]) => name.startsWith(prefix)) ?? [];
      return isProse(name) || asks.has(person);
    });
    return isFields(additional) ? { ...shown, [additionalKey]: unnamed(additional) } : shown;
  }

  function maskHistory({ id, detail }: EntryParts['history'][number]) {
    const { changes, relations, actions, ...others } = detail;
    return {
      id,
      detail: {
        ...others,
        ...(isFields(changes) && { changes: maskUnless(changes, ownValue) }),
        ...(isFields(relations) && {
          relations: maskUnless(relations, (position) => asks.has(Number(position))),
        }),
        ...(isFields(actions) && {
          actions: Object.fromEntries(
            Object.entries(actions).map(([position, action]) => [position, withoutAuthor(action)]),
          ),
        }),
      },
    };
  }
}

function withoutAuthor(action: unknown): unknown {
  return isFields(action) && 'author' in action ? { ...action, author: someStaff } : action;
}

function masked(fields: Fields): Fields {
  return maskUnless(fields, () => false);
}

function maskUnless(fields: Fields, isShown: (name: string) => boolean): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isShown(name) ? value : otherPerson]),
  );
}
