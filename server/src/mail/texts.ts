import { frenchDay, frenchInstant } from '../french/dates.ts';
import { entryAddress } from './entry-address.ts';

/** The kinds of entries staff are notified of. */
export type NotificationCategory = 'lead' | 'orientation' | 'complaint' | 'application';

/** An entry: where to read it, but none of its content. */
interface WaitingEntry {
  readonly entryId: number;
  readonly kind: 'commercial' | 'survey' | 'postuler';
  /** The name of the residence; null until the entry is assigned to one. */
  readonly residence: string | null;
}

interface ArrivedEntry extends WaitingEntry {
  readonly category: NotificationCategory;
}

/** How many entries have arrived at a residence. */
export interface ResidenceCounts {
  readonly residence: string | null;
  readonly counts: Readonly<Record<NotificationCategory, number>>;
}

/** What « Ma journée » shows of a residence on a day: how many entries are in each of these blocks. */
export interface ResidenceWaiting {
  readonly residence: string | null;
  readonly counts: Readonly<Record<WaitingBlock, number>>;
}

export const waitingBlocks = ['to-call', 'appointments', 'late'] as const;
export type WaitingBlock = (typeof waitingBlocks)[number];

interface MailText {
  readonly subject: string;
  readonly body: string;
}

const one: Readonly<Record<NotificationCategory, string>> = {
  lead: 'nouvelle demande',
  orientation: 'nouvelle orientation',
  complaint: 'nouvelle réclamation',
  application: 'nouvelle candidature',
};
const several: Readonly<Record<NotificationCategory, string>> = {
  lead: 'nouvelles demandes',
  orientation: 'nouvelles orientations',
  complaint: 'nouvelles réclamations',
  application: 'nouvelles candidatures',
};
const oneWaiting: Readonly<Record<WaitingBlock, string>> = {
  'to-call': 'famille à rappeler',
  appointments: 'visite ou appel prévu',
  late: 'visite ou appel en retard',
};
const severalWaiting: Readonly<Record<WaitingBlock, string>> = {
  'to-call': 'familles à rappeler',
  appointments: 'visites et appels prévus',
  late: 'visites et appels en retard',
};
const order: readonly NotificationCategory[] = ['lead', 'orientation', 'complaint', 'application'];

/** Entries listed one by one in a mail about several. The others are only counted. */
const maxListed = 50;

/** What has happened since a user's last mail. */
interface News {
  readonly arrived: readonly ArrivedEntry[];
  /** The same by residence. */
  readonly counts: readonly ResidenceCounts[];
  /** Leads whose first call is long overdue. */
  readonly overdue: readonly WaitingEntry[];
}

/** The mail about new entries and overdue first calls. `publicUrl`: the back office's address, without a trailing slash. */
export function newsMail({ arrived, counts, overdue }: News, publicUrl: string): MailText {
  const [arrival, ...others] = arrived;
  if (arrival !== undefined && others.length === 0 && overdue.length === 0)
    return arrivalMail(arrival, publicUrl);
  const subjects = [
    ...(overdue.length === 0 ? [] : [overdueTitle(overdue)]),
    ...(arrived.length === 0 ? [] : [others.length === 0 ? 'une arrivée' : `${arrived.length} arrivées`]),
  ];
  const links = <Entry extends WaitingEntry>(entries: readonly Entry[], title: (entry: Entry) => string) => [
    '',
    ...entries
      .slice(0, maxListed)
      .map((entry) => `${title(entry)}\u00A0: ${entryAddress(entry.kind, entry.entryId, publicUrl)}`),
    ...(entries.length > maxListed ? [`et ${entries.length - maxListed} de plus, dans les listes`] : []),
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
      ...(arrived.length === 0
        ? []
        : [
            'Arrivé depuis le dernier e-mail\u00A0:',
            ...counts.flatMap(countLines),
            ...links(arrived, ({ category, residence }) => titleOf(category, residence)),
          ]),
      `Ouvrir ma journée\u00A0: ${publicUrl}/#/`,
      ...footer(publicUrl),
    ),
  };
}

function arrivalMail({ category, entryId, kind, residence }: ArrivedEntry, publicUrl: string): MailText {
  return {
    subject: titleOf(category, residence),
    body: lines(
      residence === null
        ? `Une ${one[category]} est arrivée. Elle est à affecter à une résidence.`
        : `Une ${one[category]} est arrivée pour ${placeName(residence)}.`,
      '',
      `L’ouvrir\u00A0: ${entryAddress(kind, entryId, publicUrl)}`,
      ...footer(publicUrl),
    ),
  };
}

function overdueTitle([first, ...others]: readonly WaitingEntry[]): string {
  return first !== undefined && others.length === 0
    ? `Une famille attend son premier appel – ${placeName(first.residence)}`
    : `${others.length + 1} familles attendent leur premier appel`;
}

/** The morning digest. `day`: `YYYY-MM-DD`, in Europe/Paris. */
export function digestMail(
  day: string,
  found: { readonly waiting: readonly ResidenceWaiting[]; readonly arrived: readonly ResidenceCounts[] },
  publicUrl: string,
): MailText {
  const section = (title: string, residences: readonly string[]) =>
    residences.length === 0 ? [] : [`${title}\u00A0:`, ...residences, ''];
  return {
    subject: `Point du matin du ${frenchDay(day)}`,
    body: lines(
      ...section('Aujourd’hui', found.waiting.flatMap(waitingLines)),
      ...section('Arrivé depuis le dernier point du matin', found.arrived.flatMap(countLines)),
      `Ouvrir ma journée\u00A0: ${publicUrl}/#/`,
      `Ouvrir l’agenda\u00A0: ${publicUrl}/#/agenda`,
      ...footer(publicUrl),
    ),
  };
}

/** A link to choose a password. */
export interface LinkText {
  /** The user's name. */
  readonly name: string;
  readonly url: string;
  readonly until: string;
}

/** The mail that invites a new user. */
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

/** The mail for a user who has forgotten the password. */
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

function titleOf(category: NotificationCategory, residence: string | null): string {
  const [first = '', ...others] = one[category];
  return `${first.toUpperCase()}${others.join('')} – ${placeName(residence)}`;
}

function countLines({ residence, counts }: ResidenceCounts): string[] {
  return placeLines(residence, order, counts, { one, several });
}

function waitingLines({ residence, counts }: ResidenceWaiting): string[] {
  return placeLines(residence, waitingBlocks, counts, { one: oneWaiting, several: severalWaiting });
}

/** The name of a residence, and a line for each count above 0. */
function placeLines<Name extends string>(
  residence: string | null,
  names: readonly Name[],
  counts: Readonly<Record<Name, number>>,
  words: Readonly<Record<'one' | 'several', Readonly<Record<Name, string>>>>,
): string[] {
  const found = names.filter((name) => counts[name] > 0);
  return [
    '',
    placeName(residence),
    ...found.map((name) => `- ${counts[name]} ${words[counts[name] === 1 ? 'one' : 'several'][name]}`),
  ];
}

function footer(publicUrl: string): string[] {
  return ['', `Choisir quand recevoir ces e-mails, ou n’en plus recevoir\u00A0: ${publicUrl}/#/mail`];
}

/** On one line: a line break in a name would start another header, or look like another residence. */
function placeName(residence: string | null): string {
  return residence === null ? 'à affecter' : oneLine(residence);
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

const lines = (...of: readonly string[]): string => `${of.join('\n')}\n`;
