/** What staff are told of. */
export type News = 'lead' | 'orientation' | 'complaint' | 'application';

/** Something that has arrived: what it is and where it can be read. Nothing of what is in it. */
export interface Arrived {
  readonly news: News;
  readonly entryId: number;
  readonly kind: 'commercial' | 'survey' | 'postuler';
  /** The name of the residence; null while it waits to be assigned. */
  readonly residence: string | null;
}

/** How much has arrived at a residence. */
export interface Tally {
  readonly residence: string | null;
  readonly counts: Readonly<Record<News, number>>;
}

export interface Written {
  readonly subject: string;
  readonly body: string;
}

const one: Readonly<Record<News, string>> = {
  lead: 'nouvelle demande',
  orientation: 'nouvelle orientation',
  complaint: 'nouvelle réclamation',
  application: 'nouvelle candidature',
};
const several: Readonly<Record<News, string>> = {
  lead: 'nouvelles demandes',
  orientation: 'nouvelles orientations',
  complaint: 'nouvelles réclamations',
  application: 'nouvelles candidatures',
};
const order: readonly News[] = ['lead', 'orientation', 'complaint', 'application'];

/** The pages of the back office on which entries are read. */
const pages: Readonly<Record<Arrived['kind'], string>> = {
  commercial: 'leads',
  survey: 'surveys',
  postuler: 'applications',
};

/** The mail about one arrival. `publicUrl`: where the back office is, without a slash at its end. */
export function aboutArrival({ news, entryId, kind, residence }: Arrived, publicUrl: string): Written {
  return {
    subject: titleOf(news, residence),
    body: lines(
      residence === null
        ? `Une ${one[news]} est arrivée. Elle est à affecter à une résidence.`
        : `Une ${one[news]} est arrivée pour ${placeName(residence)}.`,
      '',
      `L’ouvrir\u00A0: ${addressOf({ kind, entryId }, publicUrl)}`,
      ...farewell(publicUrl),
    ),
  };
}

/** The mail of the morning. `day`: `YYYY-MM-DD`, in Europe/Paris. */
export function aboutMorning(day: string, tallies: readonly Tally[], publicUrl: string): Written {
  return {
    subject: `Point du matin du ${day.split('-').reverse().join('/')}`,
    body: lines(
      'Arrivé depuis le dernier point du matin\u00A0:',
      ...tallies.flatMap(tallyLines),
      '',
      `Ouvrir ma journée\u00A0: ${publicUrl}/#/`,
      ...farewell(publicUrl),
    ),
  };
}

/** The mail about more than is told one by one: all of it in figures, the first ones by name. */
export function aboutMany(tallies: readonly Tally[], named: readonly Arrived[], publicUrl: string): Written {
  const all = tallies.flatMap(({ counts }) => Object.values(counts)).reduce((sum, count) => sum + count, 0);
  const unnamed = all - named.length;
  return {
    subject: all === 1 ? 'Une autre arrivée' : `${all} autres arrivées`,
    body: lines(
      'Beaucoup est arrivé en une heure\u00A0: la suite est réunie ici.',
      ...tallies.flatMap(tallyLines),
      '',
      ...named.map(
        (arrived) => `${titleOf(arrived.news, arrived.residence)}\u00A0: ${addressOf(arrived, publicUrl)}`,
      ),
      ...(unnamed > 0 ? [`et ${unnamed} de plus, dans les listes`] : []),
      '',
      `Ouvrir ma journée\u00A0: ${publicUrl}/#/`,
      ...farewell(publicUrl),
    ),
  };
}

function titleOf(news: News, residence: string | null): string {
  const [first = '', ...others] = one[news];
  return `${first.toUpperCase()}${others.join('')} – ${placeName(residence)}`;
}

function addressOf({ kind, entryId }: Pick<Arrived, 'kind' | 'entryId'>, publicUrl: string): string {
  return `${publicUrl}/#/${pages[kind]}/${entryId}`;
}

/** What has arrived at a residence, in figures. */
function tallyLines({ residence, counts }: Tally): string[] {
  const arrived = order.filter((news) => counts[news] > 0);
  return [
    '',
    placeName(residence),
    ...arrived.map((news) => `- ${counts[news]} ${(counts[news] === 1 ? one : several)[news]}`),
  ];
}

function farewell(publicUrl: string): string[] {
  return ['', `Choisir quand recevoir ces e-mails, ou n’en plus recevoir\u00A0: ${publicUrl}/#/mail`];
}

/** In one line whatever somebody has typed: a line break would begin another header, or look like another residence. */
function placeName(residence: string | null): string {
  return residence === null ? 'à affecter' : residence.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

const lines = (...of: readonly string[]): string => `${of.join('\n')}\n`;
