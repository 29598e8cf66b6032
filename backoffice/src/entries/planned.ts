import type { EntryKind } from '../../../server/src/contract/enumerations.ts';
import { applicationStepNames, contractName } from '../../../server/src/french/labels.ts';

/** Whether an action of this stage is a call: anything but a visit or a later stage. */
export function isCallStage(stage: string | null): stage is 'Prise de contact' | null {
  return stage === null || stage === 'Prise de contact';
}

export function actionKind(stage: string | null, kind?: EntryKind): 'visit' | 'call' | 'interview' | 'other' {
  if (kind === 'postuler') return 'interview';
  return stage === 'Visite' ? 'visit' : isCallStage(stage) ? 'call' : 'other';
}

/** The name of an action of this stage: a contact is a call, and with an applicant an interview. */
export function stageName(stage: string | null, kind?: EntryKind): string {
  if (kind === 'postuler') return applicationStepNames.interview;
  return isCallStage(stage) ? 'Appel' : contractName(stage);
}

/** What a planned action is: a planned admission is not yet « réalisée ». */
export function plannedName(stage: string | null, kind?: EntryKind): string {
  return stage === 'Admission réalisé' ? 'Admission' : stageName(stage, kind);
}
