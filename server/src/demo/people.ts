import { dayOf, type Moment } from './calendar.ts';
import type { Chance } from './chance.ts';
import { firstName as firstNameOf, lastName } from './names.ts';
import { phoneBook } from './phone-book.ts';

type Civility = 'contact.civility.mr' | 'contact.civility.mrs';

/** An adult: a visitor, a relative, an applicant or a member of staff. */
export interface Adult {
  readonly civility: Civility;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly mobile: string;
}

/** A person for whom a place is sought. */
export interface Elder {
  readonly civility: Civility;
  readonly firstName: string;
  /** At birth. */
  readonly lastName: string;
  /** The husband's. */
  readonly lastNameMarital: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly birthdate: string;
  readonly phone: string;
}

/** An elder, the contact who asks on their behalf and, for some, a spouse who would move in too. */
export interface Family {
  readonly elder: Elder;
  readonly contact: Adult;
  /** The contact's relation to the elder. */
  readonly link: string;
  readonly spouse: Elder | undefined;
}

const women =
  'Simone Jeannine Yvette Odette Ginette Huguette Lucienne Marcelle Raymonde Paulette Denise Germaine Andrée Renée Suzanne Madeleine Jacqueline Colette Gisèle Monique Thérèse Solange Josette Arlette Micheline Henriette';
const men =
  'Marcel Raymond Roger Maurice Lucien Fernand Gaston André René Robert Georges Henri Léon Émile Gilbert Guy Roland Bernard Serge Jean Pierre Jacques Claude Michel';

/** Generates fictional people: mail at example.org, phones in the ranges reserved for fiction. */
export function people(chance: Chance, now: Moment) {
  const phones = phoneBook();

  function adult(name = lastName(chance)): Adult {
    const woman = chance.share(0.66);
    const firstName = firstNameOf(chance, woman);
    return {
      civility: civilityOf(woman),
      firstName,
      lastName: name,
      email: `${plain(firstName)}.${plain(name)}${chance.integer(10, 99)}@example.org`,
      mobile: phones.mobile(),
    };
  }

  function elder(woman: boolean, lastNames: Pick<Elder, 'lastName' | 'lastNameMarital'>): Elder {
    // The sum of two draws peaks in the middle: most are between 80 and 90.
    const days = chance.integer(35 * 365, 49 * 365) + chance.integer(36 * 365, 49 * 365);
    return {
      civility: civilityOf(woman),
      firstName: chance.one((woman ? women : men).split(' ')),
      ...lastNames,
      birthdate: dayOf(now.subtract({ days })),
      phone: phones.landline(),
    };
  }

  function family(): Family {
    const woman = chance.share(0.68);
    const name = lastName(chance);
    const married = woman && chance.share(0.75);
    const first = elder(woman, {
      lastName: married ? lastName(chance) : name,
      lastNameMarital: married ? name : undefined,
    });
    const contact = adult(chance.share(0.6) ? name : lastName(chance));
    const child = contact.civility === 'contact.civility.mrs' ? ['Fille', 'Nièce'] : ['Fils', 'Neveu'];
    return {
      elder: first,
      contact,
      link: chance.share(0.85) ? (child[0] ?? '') : (child[1] ?? ''),
      spouse: chance.share(0.05) ? elder(!woman, { lastName: name, lastNameMarital: undefined }) : undefined,
    };
  }

  return { adult, family };
}

export type People = ReturnType<typeof people>;

/** The age in years on a day. */
export function ageOn(birthdate: string, moment: Moment): number {
  return Temporal.PlainDate.from(birthdate).until(moment.toPlainDate(), { largestUnit: 'years' }).years;
}

function civilityOf(woman: boolean): Civility {
  return woman ? 'contact.civility.mrs' : 'contact.civility.mr';
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-');
}
