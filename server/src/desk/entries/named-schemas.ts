import Type, { type Static } from 'typebox';
import { orNull } from '../../http/desk-answers.ts';
import type { Flag } from '../../store/tables.ts';

export const Announcement = orNull(
  Type.Object(
    {
      id: Type.Integer(),
      title: orNull(Type.String({ description: 'Null for an unknown job offer.' })),
      open: Type.Boolean(),
    },
    { description: 'The job offer applied for.' },
  ),
);

export const Owner = orNull(
  Type.Object(
    { id: Type.Integer(), name: Type.String() },
    { description: 'The user who has taken charge; only of a complaint.' },
  ),
);

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
