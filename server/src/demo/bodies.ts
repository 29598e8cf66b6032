import { ApplicationBody } from '../contract/application.ts';
import { CommercialBody } from '../contract/commercial.ts';
import type { commercialTypes } from '../contract/enumerations.ts';
import { OrientationBody } from '../contract/orientation.ts';
import { SurveyBody } from '../contract/survey.ts';
import { wireDefaults } from '../contract/wire-names.ts';
import { safeFileName } from '../entries/create/file-name.ts';
import { readApplication } from '../intake/application.ts';
import { readCommercial } from '../intake/commercial.ts';
import { readSurvey } from '../intake/survey.ts';
import type { FirstResidence } from '../residences/first-residences.ts';
import type { Normalized } from '../validation/normalize.ts';
import { validator } from '../validation/validator.ts';
import { asDate, type Chance, dayOf, type Moment } from './chance.ts';
import { type Adult, type Family, familyWords } from './people.ts';
import texts from './texts.json' with { type: 'json' };

export type Source = (typeof commercialTypes)[number];
export type SurveyType = keyof typeof texts.surveys;

/** What is sent of a residence. */
interface Sent {
  readonly receivedAt: Moment;
  readonly residence: FirstResidence;
  /** Of the caller. */
  readonly customId: string;
}

// Each is validated by its schema: a body that breaks the contract is rejected like any other.
const validate = {
  lead: validator(CommercialBody, wireDefaults) as (body: unknown) => Normalized<CommercialBody>,
  survey: validator(SurveyBody, wireDefaults) as (body: unknown) => Normalized<SurveyBody>,
  application: validator(ApplicationBody, wireDefaults) as (body: unknown) => Normalized<ApplicationBody>,
  orientation: validator(OrientationBody, wireDefaults) as (body: unknown) => Normalized<OrientationBody>,
};

const delays = (chance: Chance) => chance.weighted(texts.delays.map((delay, i) => [delay, 24 - 3 * i]));
const budget = (chance: Chance, { kind }: FirstResidence) =>
  50 * (kind === 'RSS' ? chance.integer(22, 44) : chance.integer(36, 66));
const stay = (chance: Chance) =>
  `commercial.sejourType.${chance.share(0.17) ? 'temporaire' : 'permanent'}` as const;
const noted = (chance: Chance) => `${chance.one(texts.noted.situations)} ${chance.one(texts.noted.wishes)}`;
const ageOn = (birthdate: string, moment: Moment) =>
  Temporal.PlainDate.from(birthdate).until(moment.toPlainDate(), { largestUnit: 'years' }).years;
/** A made-up identifier in the form of Google's gclid. */
const gclid = (chance: Chance) => `Cj0KCQ${chance.integer(1e15, 9e15).toString(36).repeat(4)}_wcB`;

/** Where families of a residence live. */
function addressOf(chance: Chance, { id }: FirstResidence) {
  const towns = Object.entries(texts.towns).find(([key]) => Number(key) === id)?.[1] ?? '';
  const [, town = '', postalCode = ''] = /^(.*) (\d+)$/.exec(chance.one(towns.split(', '))) ?? [];
  return { town, postalCode, line: `${chance.integer(1, 90)} ${chance.one(texts.streets)}` };
}

/** A phone number in one of the ways in which people type it. */
function typed(chance: Chance, phone: string): string {
  return chance.weighted([
    [phone, 5],
    [phone.replaceAll(' ', ''), 4],
    [phone.replaceAll(' ', '.'), 1],
    [international(phone), 1],
  ]);
}

const international = (phone: string) => `+33${phone.replaceAll(' ', '').slice(1)}`;

/** A lead from a form of the website, or entered by staff after a call, a mail or a visit. */
export function leadOf(
  chance: Chance,
  { receivedAt, residence, customId, source, family }: Sent & { source: Source; family: Family },
) {
  const { elder, contact, link } = family;
  const { town, postalCode, line } = addressOf(chance, residence);
  const online = source === 'commercial.type.website';
  const written = online || source === 'commercial.type.email';
  const click = online && chance.share(0.45);
  const body = {
    type: source,
    sejourType: stay(chance),
    civiliteClient: elder.civility,
    delais: delays(chance),
    budget: String(budget(chance, residence)),
    comment: written ? familyWords(chance, family) : noted(chance),
    firstNameClient: elder.firstName,
    lastNameClient: elder.lastName,
    phoneClient: typed(chance, elder.phone),
    adresseClient: line,
    codePostalClient: postalCode,
    villeClient: town,
    ageClient: ageOn(elder.birthdate, receivedAt),
    ...(online
      ? { customId, page: `/residences/${residence.details.slug}` }
      : { dateFirstContact: dayOf(receivedAt), birthdateClient: elder.birthdate }),
    ...(click && { gclid: gclid(chance), adUserData: 'GRANTED', adPersonalization: 'GRANTED' }),
    commercialrelations: [
      {
        civilite: contact.civility,
        firstName: contact.firstName,
        lastName: contact.lastName,
        cellphone: typed(chance, contact.mobile),
        email: contact.email,
        ville: town,
        lien: link,
      },
    ],
  };
  return readCommercial(validate.lead(body), asDate(receivedAt));
}

/** A form of the residence's site. */
export function surveyOf(
  chance: Chance,
  { receivedAt, residence, customId, type, adult }: Sent & { type: SurveyType; adult: Adult },
) {
  const body = {
    ...{ type, civility: adult.civility, firstName: adult.firstName, lastName: adult.lastName },
    ...{ email: adult.email, phone: typed(chance, adult.mobile), customId },
    ip: `203.0.113.${chance.integer(1, 254)}`,
    contact: chance.one(texts.surveys[type]),
    page: `/residences/${residence.details.slug}`,
    ...(type === 'survey.type.contact' && { urgence: delays(chance) }),
    ...(type === 'survey.type.survey' && { note: chance.integer(6, 10) }),
  };
  return readSurvey(validate.survey(body), type, asDate(receivedAt));
}

/** An application for an offer, or an unsolicited one. */
export function applicationOf(
  chance: Chance,
  { receivedAt, residence, customId, adult, offer }: Sent & { adult: Adult; offer: Offer | undefined },
) {
  const job = offer?.title ?? 'Aide-soignant(e)';
  const { firstName, lastName, mobile: phone, email } = adult;
  const body = {
    ...(offer === undefined ? { etablissementId: residence.id } : { announcementId: offer.id }),
    ...{ civility: adult.civility, firstName, lastName, email, phone, customId },
    message: chance.one(texts.applications),
    ip: `203.0.113.${chance.integer(1, 254)}`,
  };
  const since = chance.integer(2008, 2022);
  const name = `${firstName} ${lastName}`;
  const lines = [
    name,
    job,
    `${phone} - ${email}`,
    ...texts.cv.map((line) => line.replace('{year}', `${since}`)),
  ];
  const type = 'application/pdf';
  const file = { name: safeFileName(`CV ${name}.pdf`, type), type, content: pdfOf(lines) };
  return readApplication(validate.application(body), chance.share(0.85) ? file : null, asDate(receivedAt));
}

/** A job offer of a residence. */
export interface Offer {
  readonly id: number;
  readonly establishmentId: number;
  readonly title: string;
}

/** The placement partner's message about a family; without `assigned` it names no residence. */
export function orientationOf(
  chance: Chance,
  request: Omit<Sent, 'customId'> & { number: number; family: Family; assigned: boolean },
): Normalized<OrientationBody> {
  const { number, receivedAt, residence, assigned } = request;
  const { elder, contact } = request.family;
  const { town, postalCode, line } = addressOf(chance, residence);
  const digits = String(number).padStart(6, '0');
  return validate.orientation({
    ...(assigned && { etablissementId: residence.id }),
    NumeroDemandeOrientationCR: `${receivedAt.year} / 014_${digits.slice(0, 3)}_${digits.slice(3)}`,
    DateContact: dayOf(receivedAt),
    GirEstime: residence.kind === 'RSS' ? 'GIR 5/6' : chance.one(texts.grades),
    BudgetMensuel: budget(chance, residence),
    CommentaireContact: noted(chance),
    DelaiPlacementEstime: delays(chance),
    TypeAccueilSouhaite: stay(chance),
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
    'PersonneAgee / Nom': elder.lastName,
    'PersonneAgee / Prenom': elder.firstName,
    'PersonneAgee / Adresse': line,
    'PersonneAgee / CodePostal': postalCode,
    'PersonneAgee / Localite': town,
    'PersonneAgee / Telephone': international(elder.phone),
  });
}

/** A one-page PDF with these lines of text; French letters are supported. */
function pdfOf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
  const page = `BT /F1 12 Tf 18 TL 72 760 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  file += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  // Latin-1: one byte per character, as the offsets above assume. Missing characters get a similar one.
  return Buffer.from(file.replaceAll('’', "'").replaceAll('–', '-'), 'latin1');
}
