import { type Chance, dayOf, type Moment } from './chance.ts';
import texts from './texts.json' with { type: 'json' };

type Civility = 'contact.civility.mr' | 'contact.civility.mrs';

/** A visitor, a relative, an applicant or a member of staff. */
export interface Adult {
  readonly civility: Civility;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly mobile: string;
}

/** An elder for whom a place is sought, and the contact who asks. */
export interface Family {
  readonly contact: Adult;
  /** The contact's relation to the elder. */
  readonly link: string;
  readonly elder: {
    readonly civility: Civility;
    readonly firstName: string;
    readonly lastName: string;
    /** `YYYY-MM-DD`. */
    readonly birthdate: string;
    readonly phone: string;
  };
}

const listOf = (names: string) => names.split(' ');
const names = {
  women: listOf(texts.names.women),
  men: listOf(texts.names.men),
  elderWomen: listOf(texts.names.elderWomen),
  elderMen: listOf(texts.names.elderMen),
  last: listOf(texts.names.last),
};

/** Ranges reserved for fiction: their numbers are never assigned. */
const landlines = ['01 99 00', '02 61 91', '03 53 01', '04 65 71', '05 36 49'];
/** A prime: steps of this size visit each of 9,900 numbers before any repeats. The last hundred are left for tests. */
const step = 7_919;

/** Fictional people: mail at example.org, phones that no two people share. */
export function people(chance: Chance, now: Moment) {
  let given = 0;
  const phone = (range: string) => {
    const digits = String((++given * step) % 9_900).padStart(4, '0');
    return `${range} ${digits.slice(0, 2)} ${digits.slice(2)}`;
  };
  const civilityOf = (woman: boolean): Civility => (woman ? 'contact.civility.mrs' : 'contact.civility.mr');

  function adult(lastName = chance.one(names.last)): Adult {
    const woman = chance.share(0.66);
    const firstName = chance.one(woman ? names.women : names.men);
    const email = `${plain(firstName)}.${plain(lastName)}${chance.integer(10, 99)}@example.org`;
    return { civility: civilityOf(woman), firstName, lastName, email, mobile: phone('06 39 98') };
  }

  function family(): Family {
    const woman = chance.share(0.68);
    const lastName = chance.one(names.last);
    const contact = adult(chance.share(0.6) ? lastName : undefined);
    const isChild = chance.share(0.85);
    const isWoman = contact.civility === 'contact.civility.mrs';
    return {
      contact,
      link: isWoman ? (isChild ? 'Fille' : 'Nièce') : isChild ? 'Fils' : 'Neveu',
      elder: {
        civility: civilityOf(woman),
        firstName: chance.one(woman ? names.elderWomen : names.elderMen),
        lastName,
        birthdate: dayOf(now.subtract({ days: chance.integer(74 * 365, 96 * 365) })),
        phone: phone(chance.one(landlines)),
      },
    };
  }

  return { adult, family };
}
export type People = ReturnType<typeof people>;

/** What the contact of a family writes. `{S}`: the elder, `{e}`: a woman's ending, `{P}`, `{P2}`, `{le}`: pronouns. */
export function familyWords(chance: Chance, { elder, link }: Family): string {
  const woman = elder.civility === 'contact.civility.mrs';
  const isParent = link === 'Fille' || link === 'Fils';
  const subject = isParent ? (woman ? 'Maman' : 'Papa') : woman ? 'Ma tante' : 'Mon oncle';
  const within = isParent ? subject.toLowerCase() : `${subject.charAt(0).toLowerCase()}${subject.slice(1)}`;
  return `${chance.one(texts.written.situations)} ${chance.one(texts.written.wishes)}`
    .replaceAll('{e}', woman ? 'e' : '')
    .replaceAll('{P2}', woman ? 'Elle' : 'Il')
    .replaceAll('{P}', woman ? 'elle' : 'il')
    .replaceAll('{le}', woman ? 'la' : 'le')
    .replace(/^\{S\}/, subject)
    .replaceAll('{S}', within);
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-');
}
