import {
  applicationStepNames,
  contractName,
  statusNames,
  surveyStatusNames,
} from '../../../server/src/french/labels.ts';
import type { EntryKind } from '../api/enumerations.ts';
import type { KnownEntry, ListedAction, ListedEntry } from '../api/responses.ts';
import { format } from '../i18n/format.ts';

/** Fields by the names of the contract; unknown ones are absent. */
export type Fields = Readonly<Record<string, unknown>>;

/** Where a lead stands. */
export const followUpNames: Readonly<Record<NonNullable<ListedEntry['followUp']>, string>> = {
  'to-call': 'À rappeler',
  planned: 'Prévue',
  unplanned: 'Rien de prévu',
  asleep: 'En sommeil',
};

/** The target that a lead has missed. */
export const missedTexts = {
  'first-call': 'Premier appel en retard',
  'after-visit': 'Rien depuis la visite',
  stale: 'Sans nouvelles',
};

/** The address of the list of each kind, and the start of those of its entries. */
export const folders: Readonly<Record<EntryKind, string>> = {
  commercial: 'leads',
  survey: 'surveys',
  postuler: 'applications',
};

/** The address of an entry's page. */
export function entryPath({ kind, id }: { readonly kind: EntryKind; readonly id: number }): string {
  return `/${folders[kind]}/${id}`;
}

type Kinded = Pick<ListedEntry, 'kind' | 'type'>;

/** Whether an entry is named by a masculine word in French: « un contact », « un avis ». */
export function isMasculine({ kind, type }: Kinded): boolean {
  return kind === 'survey' && type !== 'survey.type.complaint';
}

/** An entry's status: « Nouvelle », « Nouveau », « Lu ». */
export function statusName({ type, status }: Pick<ListedEntry, 'type' | 'status'>): string {
  return (surveyStatusNames[type ?? ''] ?? statusNames)[status];
}

/** What was wrong with a partner's message, for staff: the service's sentences are written for the partner. */
export function problemForStaff(problem: string): string {
  return problem.replace(/^Sans etablissementId,/, 'Sans résidence demandée,');
}

type Stands = Pick<KnownEntry, 'followUp' | 'next' | 'resultat' | 'status'> &
  Partial<Pick<ListedEntry, 'type'>>;

/** How a known family stands, in words: « Visite prévue mer. 4 mars 14:00 », « À rappeler », « Sans suite ». */
export function knownState({ followUp, next, resultat, status, type = null }: Stands): string {
  if (resultat !== null) return contractName(resultat);
  if (followUp === null) return statusName({ type, status });
  return format.dotted(
    (followUp === 'asleep' || next === null) && followUpNames[followUp],
    next && nextText(next),
  );
}

/** « Visite prévue mer. 4 mars 14:00 » */
export function nextText({ date, time, stage }: Pick<ListedAction, 'date' | 'time' | 'stage'>): string {
  const at = [date && format.shortDay(date), time].filter(Boolean).join(' ');
  const kind = actionKind(stage);
  if (kind === 'visit') return `Visite prévue ${at}`;
  return kind === 'call' ? `Appel prévu ${at}` : `${plannedName(stage)} : ${at}`;
}

/** Whether a family waits for a call that has no day yet; one with a day is told by it. */
export function isToCall({ followUp, nextAction }: Pick<ListedEntry, 'followUp' | 'nextAction'>): boolean {
  return followUp === 'to-call' && nextAction === null;
}

/** Details of an entry have no `contactName`. */
type Named = Pick<ListedEntry, 'name'> & Partial<Pick<ListedEntry, 'contactName'>>;

/** Whom to call: the first related person, else the person concerned. */
export function callerName({ name, contactName }: Named): string {
  return contactName ?? name ?? 'Sans nom';
}

/** « pour Colette Meunier », where the person concerned is not the one to call; else null. */
export function aboutText({ name, contactName = null }: Named): string | null {
  return name === null || contactName === null || name === contactName ? null : `pour ${name}`;
}

/** « Abeline Carpentier, pour Colette Meunier » */
export function bothNames(entry: Named): string {
  return [callerName(entry), aboutText(entry)].filter((part) => part !== null).join(', ');
}

/** « Répondre : Odette Garnier »: the name of a button in a list, where many have the same text. */
export function labelFor(text: string, entry: Named): string {
  return `${text}\u00A0: ${callerName(entry)}`;
}

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
