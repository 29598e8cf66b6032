import { labelOf } from '../api/enumerations.ts';

/** Whether an action of this stage is a call: anything but a visit or a later stage. */
export function isCallStage(stage: string | null): stage is 'Prise de contact' | null {
  return stage === null || stage === 'Prise de contact';
}

/** The message key of a planned action: a planned contact is a call, and a planned admission is not yet « réalisée ». */
export function plannedLabel(stage: string | null): string {
  if (isCallStage(stage)) return 'accueil.today.planned';
  return stage === 'Admission réalisé' ? 'accueil.today.plannedAdmission' : labelOf(stage);
}
