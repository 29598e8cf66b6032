import type { ApplicationBody } from '../contract/application.ts';
import type { Chance } from './chance.ts';
import { pdfOf } from './cv.ts';
import type { Announcement } from './jobs.ts';
import type { Adult } from './people.ts';
import texts from './texts.json' with { type: 'json' };

export const applicationsAYear = 240;

/** An application for an offer, or an unsolicited one to a residence (`announcement` undefined). */
export function applicationBody(
  chance: Chance,
  application: {
    readonly announcement: Announcement | undefined;
    readonly establishmentId: number;
    readonly adult: Adult;
    readonly customId: string;
  },
): ApplicationBody {
  const { announcement, establishmentId, adult, customId } = application;
  const job = announcement?.job ?? 'Aide-soignant(e)';
  return {
    ...(announcement === undefined
      ? { etablissementId: establishmentId }
      : { announcementId: announcement.id }),
    civility: adult.civility,
    firstName: adult.firstName,
    lastName: adult.lastName,
    email: adult.email,
    phone: adult.mobile,
    message: chance.one(texts.applications),
    ip: `203.0.113.${chance.integer(1, 254)}`,
    customId,
    ...(chance.share(0.85) && {
      cv: {
        name: `CV ${adult.firstName} ${adult.lastName}.pdf`,
        type: 'application/pdf',
        content: pdfOf(cvOf(chance, adult, job)).toString('base64'),
      },
    }),
  };
}

function cvOf(chance: Chance, adult: Adult, job: string): string[] {
  const year = chance.integer(2008, 2022);
  return [
    `${adult.firstName} ${adult.lastName}`,
    job,
    `${adult.mobile} - ${adult.email}`,
    '',
    'EXPÉRIENCE',
    `Depuis ${year + 3} : ${job}, résidence Les Glycines`,
    `${year} à ${year + 3} : ${job}, maison de retraite Le Verger`,
    '',
    'FORMATION',
    `${year} : diplôme ou titre préparant au métier`,
    `${chance.integer(2023, 2025)} : gestes et soins d’urgence`,
  ];
}
