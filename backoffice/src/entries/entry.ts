import { statusNames, surveyStatusNames } from '../../../server/src/french/labels.ts';
import type { EntryKind } from '../api/enumerations.ts';
import type { ListedEntry } from '../api/responses.ts';
import { translate } from '../i18n/texts.ts';

/** Fields by the names of the contract; unknown ones are absent. */
export type Fields = Readonly<Record<string, unknown>>;

const folders: Readonly<Record<EntryKind, string>> = {
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

/** The number to call: that of the related person, else of the person concerned. */
export function phoneToCall({ contact, phone }: Pick<ListedEntry, 'contact' | 'phone'>): string | null {
  return contact.phone ?? phone;
}

/** The related person to call, unless it is the person shown as the entry's name. */
export function otherContact({
  name,
  contactName,
}: Pick<ListedEntry, 'name' | 'contactName'>): string | null {
  return contactName === name ? null : contactName;
}

/** « Colette Meunier · Abeline Carpentier »: the person concerned and whom to call; empty without any name. */
export function bothNames(entry: Pick<ListedEntry, 'name' | 'contactName'>): string {
  return [entry.name, otherContact(entry)].filter((name) => name !== null).join(' · ');
}

/** « Répondre : Odette Garnier »: the name of a button in a list, where many have the same text. */
export function labelFor(text: string, { name }: Pick<ListedEntry, 'name'>): string {
  return `${text}\u00A0: ${name ?? translate('accueil.leads.unnamed')}`;
}
