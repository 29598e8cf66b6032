import type { CommercialBody } from '../contract/commercial.ts';
import type { FirstResidence } from '../residences/first-residences.ts';
import { asDate, dayOf, type Habit, type Moment } from './calendar.ts';
import type { Chance } from './chance.ts';
import { familyWords } from './family-words.ts';
import { ageOn, type Elder, type Family } from './people.ts';
import texts from './texts.json' with { type: 'json' };
import { addressLine, townAround } from './towns.ts';

/** The sources of leads, with their weights and hours. */
export const sources: Readonly<
  Record<NonNullable<CommercialBody['type']>, { readonly percent: number; readonly habit: Habit }>
> = {
  'commercial.type.website': { percent: 40, habit: 'any hour' },
  'commercial.type.phone': { percent: 25, habit: 'office hours' },
  'commercial.type.organisme': { percent: 20, habit: 'office hours' },
  'commercial.type.email': { percent: 10, habit: 'any hour' },
  'commercial.type.visite': { percent: 5, habit: 'office hours' },
};
export type Source = keyof typeof sources;

/** A body as sent, with additional fields. */
export type Sent<Body> = Body & Readonly<Record<string, unknown>>;

/** Share of the website's leads that come from an advertisement. */
const gclidShare = 0.45;
const gclidLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Free text on the wire. */
export const delays: readonly (readonly [string, number])[] = [
  ['Immédiat', 20],
  ['Sous 15 jours', 18],
  ['Moins d’1 mois', 20],
  ['1 à 3 mois', 20],
  ['3 à 6 mois', 8],
  ['Plus de 6 mois', 4],
  ['Se renseigne', 10],
];

/** The body of a lead, from a form of the website or entered by staff after a call, a mail or a visit. */
export function leadBody(
  chance: Chance,
  lead: {
    readonly source: Source;
    readonly receivedAt: Moment;
    readonly residence: FirstResidence;
    readonly family: Family;
    /** Given by the caller; for leads of the website. */
    readonly customId: string;
  },
): Sent<CommercialBody> {
  const { source, receivedAt, residence, family } = lead;
  const { elder, contact, spouse } = family;
  const online = source === 'commercial.type.website';
  const [town, postalCode] = townAround(chance, residence.id);
  const protectedUnit = residence.kind === 'EHPAD + UVP' && chance.share(0.25);
  const related = {
    civilite: contact.civility,
    firstName: contact.firstName,
    lastName: contact.lastName,
    cellphone: asTyped(contact.mobile, chance),
    email: contact.email,
    ville: town,
    lien: family.link,
  };
  return {
    type: source,
    sejourType: stayWanted(chance, receivedAt),
    civiliteClient: elder.civility,
    ...(!online && { dateFirstContact: dayOf(receivedAt) }),
    delais: chance.weighted(delays),
    budget: String(monthlyBudget(chance, residence)),
    ...(protectedUnit && { securite: 'Unité de vie protégée souhaitée' }),
    comment: isWritten(source) ? familyWords(chance, family) : commentOf(chance),
    firstNameClient: elder.firstName,
    lastNameClient: elder.lastName,
    ...(elder.lastNameMarital !== undefined && { lastNameMaritalClient: elder.lastNameMarital }),
    phoneClient: asTyped(elder.phone, chance),
    adresseClient: addressLine(chance),
    codePostalClient: postalCode,
    villeClient: town,
    ageClient: ageOn(elder.birthdate, receivedAt),
    ...(!online && { birthdateClient: elder.birthdate }),
    ...(!online && chance.share(0.12) && { emailAdresseur: 'service-social@example.org' }),
    ...(online && chance.share(gclidShare) && clickOf(chance, receivedAt)),
    ...(online && { customId: lead.customId, page: `/residences/${residence.details.slug}` }),
    commercialrelations: [related, ...(spouse === undefined ? [] : [relationOf(spouse)])],
  };
}

/** Temporary stays are twice as frequent in summer, when families go away. */
export function stayWanted(chance: Chance, { month }: Moment) {
  const temporary = month >= 6 && month <= 8 ? 0.28 : 0.14;
  return chance.share(temporary) ? 'commercial.sejourType.temporaire' : 'commercial.sejourType.permanent';
}

/** In euros. */
export function monthlyBudget(chance: Chance, { kind }: FirstResidence): number {
  return 50 * (kind === 'RSS' ? chance.integer(22, 44) : chance.integer(36, 66));
}

/** The family wrote itself: staff or a partner note what they are told. */
const isWritten = (source: Source) =>
  source === 'commercial.type.website' || source === 'commercial.type.email';

/** What staff or a partner note about a family. */
export function commentOf(chance: Chance): string {
  return `${chance.one(texts.noted.situations)} ${chance.one(texts.noted.wishes)}`;
}

/** An advertisement's click, with what the visitor has consented to. */
function clickOf(chance: Chance, receivedAt: Moment) {
  const adUserData = chance.weighted([
    ['GRANTED', 85],
    ['DENIED', 7],
    [undefined, 8],
  ] as const);
  return {
    gclid: newGclid(chance),
    gclidCapturedAt: asDate(receivedAt.subtract({ minutes: chance.integer(1, 40) })).toISOString(),
    ...(adUserData !== undefined && { adUserData, adPersonalization: adUserData }),
  };
}

/** A made-up identifier in the form of Google's gclid. */
export function newGclid(chance: Chance): string {
  return `Cj0KCQ${chance.letters(gclidLetters, 48)}_wcB`;
}

/** A phone number in one of the many ways in which people type it. */
export function asTyped(phone: string, chance: Chance): string {
  return chance.weighted([
    [phone, 5],
    [phone.replaceAll(' ', ''), 4],
    [phone.replaceAll(' ', '.'), 1],
    [`+33 ${phone.slice(1)}`, 1],
  ]);
}

function relationOf(spouse: Elder) {
  return {
    civilite: spouse.civility,
    firstName: spouse.firstName,
    lastName: spouse.lastName,
    phone: spouse.phone,
    lien: 'Conjoint(e)',
  };
}
