import { labelOf } from '../api/enumerations.ts';

/** The message key of what is planned: a contact that is still to be made is a call, an admission is not « réalisée ». */
export function plannedLabel(stage: string | null): string {
  if (stage === null || stage === 'Prise de contact') return 'accueil.today.planned';
  return stage === 'Admission réalisé' ? 'accueil.today.plannedAdmission' : labelOf(stage);
}
