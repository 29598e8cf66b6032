import { contractName } from '../../../server/src/french/labels.ts';
import { translate } from '../i18n/texts.ts';

/** Whether an action of this stage is a call: anything but a visit or a later stage. */
export function isCallStage(stage: string | null): stage is 'Prise de contact' | null {
  return stage === null || stage === 'Prise de contact';
}

/** What a planned action is: a planned contact is a call, and a planned admission is not yet « réalisée ». */
export function plannedName(stage: string | null): string {
  if (isCallStage(stage)) return translate('accueil.today.planned');
  return stage === 'Admission réalisé' ? translate('accueil.today.plannedAdmission') : contractName(stage);
}
