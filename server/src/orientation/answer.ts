import type { OrientationResult } from '../contract/orientation.ts';
import { resNumber } from './messages.ts';
import type { Orientation } from './requests.ts';

/** Returns the response to a request or a follow-up (contract 2.6), without our number when nothing is stored. */
export function orientationResult(
  numero: string | undefined,
  orientation: Orientation | undefined,
  problems: readonly string[],
  treatments: readonly string[],
): OrientationResult {
  return {
    NumeroDemandeOrientationCR: numero ?? '',
    NumeroDemandeOrientationRES: orientation === undefined ? '' : resNumber(orientation.id),
    MessageProblemes: problems.join(' '),
    Messagetraitements: treatments.join(' '),
  };
}
