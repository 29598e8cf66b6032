import type { Grant } from '../access/roles.ts';
import { type FirstResidence, firstResidences } from '../residences/first-residences.ts';

/** The users of the demo: one of each role, and a commercial of all residences. */
export const demoUsers: readonly {
  readonly email: string;
  readonly name: string;
  readonly grants: readonly Grant[];
}[] = [
  {
    email: 'admin@example.org',
    name: 'Administrateur',
    grants: [{ role: 'administrator', establishmentId: null }],
  },
  {
    email: 'direction@example.org',
    name: 'Nadège Carpentier',
    grants: [{ role: 'direction', establishmentId: 1 }],
  },
  {
    email: 'commercial@example.org',
    name: 'Yanis Ferrand',
    grants: [
      { role: 'commercial', establishmentId: 5 },
      { role: 'commercial', establishmentId: 6 },
    ],
  },
  {
    email: 'groupe@example.org',
    name: 'Mathilde Vasseur',
    grants: [{ role: 'commercial', establishmentId: null }],
  },
  {
    email: 'appels@example.org',
    name: 'Bastien Lemoine',
    grants: [{ role: 'call-centre', establishmentId: null }],
  },
  {
    email: 'marketing@example.org',
    name: 'Inès Caradec',
    grants: [{ role: 'marketing', establishmentId: null }],
  },
  { email: 'siege@example.org', name: 'Odile Texier', grants: [{ role: 'reader', establishmentId: null }] },
  { email: 'dpo@example.org', name: 'Hervé Quentin', grants: [{ role: 'privacy', establishmentId: null }] },
];

const ids = new Set(demoUsers.flatMap(({ grants }) => grants.map(({ establishmentId }) => establishmentId)));
/** The residences where users of the demo work. */
export const residencesOfUsers: readonly FirstResidence[] = firstResidences.filter(({ id }) => ids.has(id));

/** La Roseraie, where README tries out a lead. */
export const residenceToTry = firstResidences.find(({ id }) => id === 5);
