import Type, { type Static } from 'typebox';
import { orNull } from '../../http/desk-answers.ts';
import type { Flag } from '../../store/tables.ts';

/** The job offer that somebody has applied for. */
export const Announcement = orNull(
  Type.Object(
    {
      id: Type.Integer(),
      title: orNull(Type.String({ description: 'Null for a job offer that is not known.' })),
      open: Type.Boolean(),
    },
    { description: 'The job offer applied for.' },
  ),
);

/** Who has taken charge. */
export const Owner = orNull(
  Type.Object(
    { id: Type.Integer(), name: Type.String() },
    { description: 'The user who has taken charge; only of a complaint.' },
  ),
);

/** A job offer as it is answered: from its id, and what is known of it. */
export function announcementOf(
  id: number | null,
  title: string | null,
  open: Flag | null,
): Static<typeof Announcement> {
  return id === null ? null : { id, title, open: open === 1 };
}

export function ownerOf(id: number | null, name: string | null): Static<typeof Owner> {
  return id === null ? null : { id, name: name ?? '' };
}
