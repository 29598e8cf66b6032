import type { OrientationBody } from '../contract/orientation.ts';
import type { FirstResidence } from '../residences/first-residences.ts';
import { dayOf, type Moment } from './calendar.ts';
import type { Chance } from './chance.ts';
import { commentOf, delays, monthlyBudget, stayWanted } from './leads.ts';
import { ageOn, type Elder, type Family } from './people.ts';
import { international } from './phone-book.ts';
import { addressLine, townAround } from './towns.ts';

/** Stored verbatim: partners write grades in many ways. */
const grades: readonly (readonly [string, number])[] = [
  ['GIR 1', 6],
  ['GIR 1-2', 8],
  ['GIR 2', 20],
  ['GIR 3', 20],
  ['GIR 4', 24],
  ['GIR 5/6', 10],
  ['Non évalué', 12],
];

/** The placement partner's message about a family. `assigned`: whether it names the residence. */
export function orientationBody(
  chance: Chance,
  request: {
    readonly number: number;
    readonly receivedAt: Moment;
    readonly residence: FirstResidence;
    readonly family: Family;
    readonly assigned: boolean;
  },
): OrientationBody {
  const { number, receivedAt, residence, family, assigned } = request;
  const { elder, contact, spouse } = family;
  const [town, postalCode] = townAround(chance, residence.id);
  const digits = String(number).padStart(6, '0');
  return {
    ...(assigned && { etablissementId: residence.id }),
    NumeroDemandeOrientationCR: `${receivedAt.year} / 014_${digits.slice(0, 3)}_${digits.slice(3)}`,
    DateContact: dayOf(receivedAt),
    GirEstime: residence.kind === 'RSS' ? chance.one(['GIR 5/6', 'Non évalué']) : chance.weighted(grades),
    BudgetMensuel: monthlyBudget(chance, residence),
    CommentaireContact: commentOf(chance),
    DelaiPlacementEstime: chance.weighted(delays),
    TypeAccueilSouhaite: stayWanted(chance, receivedAt),
    UniteProtege: residence.kind === 'EHPAD + UVP' && chance.share(0.3),
    'Contact / Civilite': contact.civility,
    'Contact / Nom': contact.lastName,
    'Contact / Prenom': contact.firstName,
    'Contact / Localite': town,
    'Contact / CodePostal': postalCode,
    'Contact / Email': contact.email,
    'Contact / Mobile': international(contact.mobile),
    'PersonneAgee / Age': ageOn(elder.birthdate, receivedAt),
    'PersonneAgee / AnneeNaissance': elder.birthdate,
    'PersonneAgee / Civilite': elder.civility,
    'PersonneAgee / Nom': nameInUse(elder),
    'PersonneAgee / Prenom': elder.firstName,
    'PersonneAgee / Adresse': addressLine(chance),
    'PersonneAgee / CodePostal': postalCode,
    'PersonneAgee / Localite': town,
    'PersonneAgee / Telephone': international(elder.phone),
    ...(spouse !== undefined && {
      'PersonneAgee2 / Age': ageOn(spouse.birthdate, receivedAt),
      'PersonneAgee2 / AnneeNaissance': spouse.birthdate,
      'PersonneAgee2 / Civilite': spouse.civility,
      'PersonneAgee2 / Nom': nameInUse(spouse),
      'PersonneAgee2 / Prenom': spouse.firstName,
    }),
  };
}

function nameInUse({ lastName, lastNameMarital }: Elder): string {
  return lastNameMarital ?? lastName;
}
