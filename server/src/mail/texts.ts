import { frenchDay, frenchInstant } from '../french/dates.ts';
import type { Deadlines } from './deadlines.ts';
import { entryAddress } from './entry-address.ts';

const whole = new Intl.NumberFormat('fr-FR');

/** A number as `1 113`, with a space that does not break. */
function frenchNumber(number: number): string {
  return whole.format(number);
}

/** The kinds of entries staff are notified of. */
export const notificationCategories = ['lead', 'orientation', 'complaint', 'opinion', 'application'] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

/** An entry: where to read it, but none of its content. */
interface WaitingEntry {
  readonly entryId: number;
  readonly kind: 'commercial' | 'survey' | 'postuler';
  /** The name of the residence; null until the entry is assigned to one. */
  readonly residence: string | null;
}

interface ArrivedEntry extends WaitingEntry {
  readonly category: NotificationCategory;
  /** Why the CV of an application was not kept, without the name of the file. */
  readonly lost: string | null;
}

/** How many entries there are at a residence, by name. */
export interface CountsOf<Name> {
  readonly residence: string | null;
  readonly counts: readonly (readonly [Name, number])[];
}

/** What the morning mail counts: blocks of « Ma journée », and complaints that are late. */
export const waitingBlocks = ['to-call', 'appointments', 'late', 'complaints-late'] as const;
export type WaitingBlock = (typeof waitingBlocks)[number];

interface MailText {
  readonly subject: string;
  readonly body: string;
}

const words = {
  lead: ['nouvelle demande', 'nouvelles demandes'],
  orientation: ['nouvelle orientation', 'nouvelles orientations'],
  complaint: ['nouvelle réclamation', 'nouvelles réclamations'],
  opinion: ['nouvelle note de satisfaction basse', 'nouvelles notes de satisfaction basses'],
  application: ['nouvelle candidature', 'nouvelles candidatures'],
  'to-call': ['famille à rappeler', 'familles à rappeler'],
  appointments: ['visite ou appel prévu', 'visites et appels prévus'],
  late: ['visite ou appel en retard', 'visites et appels en retard'],
  'complaints-late': ['réclamation en retard', 'réclamations en retard'],
} as const satisfies Record<NotificationCategory | WaitingBlock, readonly [one: string, several: string]>;

/** Entries listed one by one in a mail about several. The others are only counted. */
const maxListed = 50;

/** What a colleague gives to a user. */
const givenWords = {
  lead: 'demande',
  orientation: 'orientation',
  complaint: 'réclamation',
  opinion: 'note de satisfaction',
  application: 'candidature',
} as const satisfies Record<NotificationCategory, string>;

/** What has happened since a user's last mail. */
interface News {
  readonly arrived: readonly ArrivedEntry[];
  readonly counts: readonly CountsOf<NotificationCategory>[];
  /** Leads whose first call is long overdue. */
  readonly overdue: readonly WaitingEntry[];
  readonly given: readonly ArrivedEntry[];
}

/** The mail about new entries, those that colleagues give, and overdue first calls. `publicUrl`: the back office's address, without a trailing slash. */
export function newsMail({ arrived, counts, overdue, given }: News, publicUrl: string): MailText {
  const [arrival, ...others] = arrived;
  if (arrival !== undefined && others.length === 0 && overdue.length + given.length === 0)
    return arrivalMail(arrival, publicUrl);
  const subjects = [
    ...(overdue.length === 0 ? [] : [overdueTitle(overdue)]),
    ...(given.length === 0 ? [] : [givenTitle(given)]),
    ...(arrived.length === 0
      ? []
      : [others.length === 0 ? 'une arrivée' : `${frenchNumber(arrived.length)} arrivées`]),
  ];
  const links = <Entry extends WaitingEntry>(entries: readonly Entry[], title: (entry: Entry) => string) => [
    '',
    ...entries
      .slice(0, maxListed)
      .map((entry) => `${title(entry)}\u00A0: ${entryAddress(entry.kind, entry.entryId, publicUrl)}`),
    ...(entries.length > maxListed
      ? [`et ${frenchNumber(entries.length - maxListed)} de plus, dans les listes`]
      : []),
    '',
  ];
  return {
    subject: subjects.join(', '),
    body: lines(
      ...(overdue.length === 0
        ? []
        : [
            'Personne n’a encore appelé, et le double du délai prévu est écoulé\u00A0:',
            ...links(overdue, ({ residence }) => placeName(residence)),
          ]),
      ...(given.length === 0
        ? []
        : [
            'Un ou une collègue vous confie\u00A0:',
            ...links(
              given,
              ({ category, residence }) => `${capitalized(givenWords[category])} – ${placeName(residence)}`,
            ),
          ]),
      ...(arrived.length === 0
        ? []
        : [
            'Arrivé depuis le dernier e-mail\u00A0:',
            ...counts.flatMap(countLines),
            ...links(arrived, (entry) => `${titleOf(entry)}${entry.lost === null ? '' : ` (${entry.lost})`}`),
          ]),
      `Ouvrir ma journée\u00A0: ${publicUrl}/#/`,
      ...footer(publicUrl),
    ),
  };
}

function arrivalMail(arrival: ArrivedEntry, publicUrl: string): MailText {
  const { category, entryId, kind, residence, lost } = arrival;
  return {
    subject: titleOf(arrival),
    body: lines(
      residence === null
        ? `Une ${words[category][0]} est arrivée. Elle est à confier à une résidence.`
        : `Une ${words[category][0]} est arrivée pour ${placeName(residence)}.`,
      ...(lost === null ? [] : [`${lost}.`]),
      '',
      `L’ouvrir\u00A0: ${entryAddress(kind, entryId, publicUrl)}`,
      ...footer(publicUrl),
    ),
  };
}

function overdueTitle([first, ...others]: readonly WaitingEntry[]): string {
  return first !== undefined && others.length === 0
    ? `Une famille attend son premier appel – ${placeName(first.residence)}`
    : `${frenchNumber(others.length + 1)} familles attendent leur premier appel`;
}

function givenTitle([first, ...others]: readonly ArrivedEntry[]): string {
  return first !== undefined && others.length === 0
    ? `Une ${givenWords[first.category]} vous est confiée – ${placeName(first.residence)}`
    : `${others.length + 1} fiches vous sont confiées`;
}

/** The morning digest. `day`: `YYYY-MM-DD`, in Europe/Paris. Of requests of persons it says their numbers and days alone. */
export function digestMail(
  day: string,
  found: Deadlines & {
    readonly waiting: readonly CountsOf<WaitingBlock>[];
    readonly arrived: readonly CountsOf<NotificationCategory>[];
  },
  publicUrl: string,
): MailText {
  const section = (title: string, residences: readonly string[]) =>
    residences.length === 0 ? [] : [`${title}\u00A0:`, ...residences, ''];
  const tokens = found.tokens.map(
    ({ partner, label, until }) =>
      `- ${partner}${label === null ? '' : ` (${oneLine(label)})`}, valable jusqu’au ${frenchDay(until)} inclus`,
  );
  return {
    subject: digestSubject(day, found),
    body: lines(
      ...section('Aujourd’hui', found.waiting.flatMap(countLines)),
      ...section('Arrivé depuis le dernier point du matin', found.arrived.flatMap(countLines)),
      ...section(
        'Demandes d’exercice de droits, à répondre au plus tard le jour dit',
        found.requests.map(
          ({ id, dueOn }) =>
            `- n°\u00A0${id}, ${frenchDay(dueOn)}\u00A0: ${publicUrl}/#/privacy/requests/${id}`,
        ),
      ),
      ...section('Jetons de partenaires qui prennent fin, et à remplacer avant', [
        ...tokens,
        ...(tokens.length === 0
          ? []
          : [`Ouvrir les partenaires\u00A0: ${publicUrl}/#/integrations/partners`]),
      ]),
      `Ouvrir ma journée\u00A0: ${publicUrl}/#/`,
      `Ouvrir l’agenda\u00A0: ${publicUrl}/#/agenda`,
      ...footer(publicUrl),
    ),
  };
}

const inSubject = {
  'to-call': ['à rappeler', 'à rappeler'],
  appointments: ['rendez-vous', 'rendez-vous'],
  late: ['en retard', 'en retard'],
  'complaints-late': words['complaints-late'],
} as const satisfies Record<WaitingBlock, readonly [one: string, several: string]>;

/** « Point du matin du 24/11 : 4 à rappeler, 2 rendez-vous ». */
function digestSubject(
  day: string,
  { waiting, requests, tokens }: Deadlines & { readonly waiting: readonly CountsOf<WaitingBlock>[] },
): string {
  const title = `Point du matin du ${frenchDay(day).slice(0, 5)}`;
  const counted = waitingBlocks.map((block) => {
    const count = waiting
      .flatMap((one) => one.counts)
      .reduce((sum, [name, n]) => sum + (name === block ? n : 0), 0);
    return [count, inSubject[block]] as const;
  });
  const due = [
    [requests.length, ['demande de droits à répondre', 'demandes de droits à répondre']],
    [tokens.length, ['jeton prend fin', 'jetons prennent fin']],
  ] as const;
  const counts = [...counted, ...due].flatMap(([count, names]) =>
    count === 0 ? [] : [`${frenchNumber(count)} ${names[count === 1 ? 0 : 1]}`],
  );
  return counts.length === 0 ? title : `${title}\u00A0: ${counts.join(', ')}`;
}

interface LinkText {
  readonly name: string;
  readonly url: string;
  readonly until: string;
}

export function invitationMail({ name, url, until }: LinkText): MailText {
  return {
    subject: 'Votre accès à Accueil',
    body: lines(
      `Bonjour ${oneLine(name)},`,
      '',
      'Un compte a été ouvert pour vous sur Accueil, avec cette adresse e-mail.',
      '',
      `Choisir votre mot de passe\u00A0: ${url}`,
      '',
      `Ce lien sert une fois, jusqu’au ${momentText(until)}. Ne le transmettez à personne.`,
    ),
  };
}

export function newPasswordMail({ name, url, until }: LinkText): MailText {
  return {
    subject: 'Choisir un nouveau mot de passe',
    body: lines(
      `Bonjour ${oneLine(name)},`,
      '',
      'Un nouveau mot de passe a été demandé pour votre compte sur Accueil.',
      '',
      `Le choisir\u00A0: ${url}`,
      '',
      `Ce lien sert une fois, jusqu’au ${momentText(until)}. Ne le transmettez à personne.`,
      'Si vous n’avez rien demandé, ne faites rien\u00A0: votre mot de passe reste le même.',
    ),
  };
}

/** Formats an instant in Europe/Paris: « 11/03/2026 à 10:00 ». */
function momentText(instant: string): string {
  return frenchInstant(instant).replace(' ', ' à ');
}

function titleOf({ category, entryId, residence }: ArrivedEntry): string {
  // Staff speak of a complaint by its number.
  const number = category === 'complaint' ? ` n°\u00A0${entryId}` : '';
  return `${capitalized(words[category][0])}${number} – ${placeName(residence)}`;
}

function capitalized([first = '', ...others]: string): string {
  return `${first.toUpperCase()}${others.join('')}`;
}

/** The name of a residence, and a line for each count above 0. */
function countLines({ residence, counts }: CountsOf<keyof typeof words>): string[] {
  const found = counts.filter(([, count]) => count > 0);
  return [
    '',
    placeName(residence),
    ...found.map(([name, count]) => `- ${frenchNumber(count)} ${words[name][count === 1 ? 0 : 1]}`),
  ];
}

function footer(publicUrl: string): string[] {
  return ['', `Choisir quand recevoir ces e-mails, ou n’en plus recevoir\u00A0: ${publicUrl}/#/mail`];
}

/** On one line: a line break in a name would start another header, or look like another residence. */
function placeName(residence: string | null): string {
  return residence === null ? 'à confier' : oneLine(residence);
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

const lines = (...of: readonly string[]): string => `${of.join('\n')}\n`;
