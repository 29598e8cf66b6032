import { labelOf } from '../api/enumerations.ts';

/** The message key of what is planned: a contact that is still to be made is a call. */
export function plannedLabel(stage: string | null): string {
  return stage === null || stage === 'Prise de contact' ? 'accueil.today.planned' : labelOf(stage);
}
