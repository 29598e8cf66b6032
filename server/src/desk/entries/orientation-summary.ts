import Type from 'typebox';
import { problemsOf, resNumber } from '../../orientation/messages.ts';
import { text } from './summary.ts';

/** What the details of an entry show of a partner's request. */
export const OrientationSummary = {
  partner: Type.String(),
  numero: text,
  res: Type.String(),
  problems: Type.Array(Type.String()),
};

interface OrientationRow {
  readonly id: number;
  readonly partner: string;
  readonly numero: string | null;
}

/** Returns the values of {@link OrientationSummary}. */
export function orientationSummary({ id, partner, numero }: OrientationRow, establishmentId: number | null) {
  const problems = problemsOf(numero ?? undefined, establishmentId !== null);
  return { partner, numero, res: resNumber(id), problems };
}
