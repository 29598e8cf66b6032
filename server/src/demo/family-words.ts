import type { Chance } from './chance.ts';
import type { Family } from './people.ts';
import texts from './texts.json' with { type: 'json' };

/** `{S}`: who it is about, `{e}`: the ending of a woman's participle, `{P}`: the pronoun. */

/** What the contact of a family writes about the elder. */
export function familyWords(chance: Chance, { elder, link }: Family): string {
  const woman = elder.civility === 'contact.civility.mrs';
  const isParent = link === 'Fille' || link === 'Fils';
  const subject = isParent ? (woman ? 'Maman' : 'Papa') : woman ? 'Ma tante' : 'Mon oncle';
  const text = `${chance.one(texts.written.situations)} ${chance.one(texts.written.wishes)}`
    .replaceAll('{e}', woman ? 'e' : '')
    .replaceAll('{P2}', woman ? 'Elle' : 'Il')
    .replaceAll('{P}', woman ? 'elle' : 'il')
    .replaceAll('{le}', woman ? 'la' : 'le');
  const within = isParent ? subject.toLowerCase() : subject.charAt(0).toLowerCase() + subject.slice(1);
  return text.replace(/^\{S\}/, subject).replaceAll('{S}', within);
}
