import { problemsOf, resNumber } from '../../orientation/messages.ts';

interface OrientationRow {
  readonly id: number;
  readonly partner: string;
  readonly numero: string | null;
}

/** Returns what the details of an entry show of a partner's request. */
export function orientationSummary({ id, partner, numero }: OrientationRow, establishmentId: number | null) {
  const problems = problemsOf(numero ?? undefined, establishmentId !== null);
  return { partner, numero, res: resNumber(id), problems };
}
