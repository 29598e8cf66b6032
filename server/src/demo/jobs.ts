import type { FirstResidence } from '../residences/first-residences.ts';
import type { Member } from '../residences/statements.ts';
import type { Chance } from './chance.ts';
import type { People } from './people.ts';

interface Job {
  readonly title: string;
  readonly medical: boolean;
  readonly doctor: boolean;
  /** Number of staff in an EHPAD, and in a residence for seniors. */
  readonly inEhpad: number;
  readonly inRss: number;
  /** Whether there may be offers for it. */
  readonly offered: boolean;
}

const direction = 'Directeur(trice)';
const commercial = 'Assistant(e) commercial(e)';

const other = { medical: false, doctor: false, offered: true };
const medical = { medical: true, doctor: false, offered: true };
const jobs: readonly Job[] = [
  { title: direction, inEhpad: 1, inRss: 1, ...other, offered: false },
  { title: commercial, inEhpad: 1, inRss: 1, ...other, offered: false },
  { title: 'Médecin coordonnateur', inEhpad: 1, inRss: 0, ...medical, doctor: true },
  { title: 'IDEC', inEhpad: 1, inRss: 0, ...medical },
  { title: 'IDE', inEhpad: 5, inRss: 1, ...medical },
  { title: 'Aide-soignant(e)', inEhpad: 14, inRss: 0, ...medical },
  { title: 'AES', inEhpad: 4, inRss: 3, ...medical },
  { title: 'Psychomotricien(ne)', inEhpad: 1, inRss: 0, ...medical },
  { title: 'ASH', inEhpad: 8, inRss: 3, ...other },
  { title: 'Cuisinier(ère)', inEhpad: 3, inRss: 3, ...other },
  { title: 'Animateur(trice)', inEhpad: 2, inRss: 2, ...other },
];

/** A current or former member of a residence's staff. */
export interface StaffMember extends Member {
  readonly establishmentId: number;
}

/** A job offer. */
export interface Announcement {
  readonly id: number;
  readonly establishmentId: number;
  readonly title: string;
  /** The job title without the kind of contract. */
  readonly job: string;
  readonly open: boolean;
}

/** The staff of a residence, and some who have left. */
export function staffOf(chance: Chance, { adult }: People, { id, kind }: FirstResidence): StaffMember[] {
  return jobs.flatMap((job) =>
    Array.from({ length: kind === 'RSS' ? job.inRss : job.inEhpad }, () => {
      const { firstName, lastName } = adult();
      return {
        establishmentId: id,
        name: `${firstName} ${lastName}`,
        job: job.title,
        medical: job.medical,
        doctor: job.doctor,
        active: !job.offered || chance.share(0.92),
      };
    }),
  );
}

/** The members of staff who answer families: names with weights. */
export function responders(staff: readonly StaffMember[]): (readonly [string, number])[] {
  const weights = new Map([
    [commercial, 7],
    [direction, 3],
  ]);
  return staff.filter(({ job }) => weights.has(job)).map(({ name, job }) => [name, weights.get(job) ?? 0]);
}

/** Two to five offers of a residence; `firstId` is the id of the first. */
export function announcementsOf(
  chance: Chance,
  { id, kind }: FirstResidence,
  firstId: number,
): Announcement[] {
  const offered = jobs.filter((job) => job.offered && (kind === 'RSS' ? job.inRss : job.inEhpad) > 0);
  return Array.from({ length: chance.integer(2, 5) }, (_, i) => {
    const { title } = chance.weighted(
      offered.map((job) => [job, kind === 'RSS' ? job.inRss : job.inEhpad] as const),
    );
    return {
      id: firstId + i,
      establishmentId: id,
      title: `${title} – ${chance.weighted([
        ['CDI', 7],
        ['CDD de 6 mois', 2],
        ['temps partiel', 1],
      ])}`,
      job: title,
      // Every residence has at least one.
      open: i === 0 || chance.share(0.6),
    };
  });
}
