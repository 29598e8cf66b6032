import { labelOf } from '../api/enumerations.ts';

/** The message key of a planned action: a planned contact is a call, and a planned admission is not yet « réalisée ». */
export function plannedLabel(stage: string | null): string {
  if (stage === null || stage === 'Prise de contact') return 'accueil.today.planned';
  return stage === 'Admission réalisé' ? 'accueil.today.plannedAdmission' : labelOf(stage);
}
