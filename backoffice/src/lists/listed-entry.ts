import type { EntryStatus } from '../desk/enumerations.ts';
import type { Lead } from '../leads/lead.ts';

/** A partner's request, as lists show it. */
export interface ListedOrientation {
  readonly partner: string;
  readonly numero: string | null;
  readonly res: string;
  /** What the partner was told, in French. */
  readonly problems: readonly string[];
  /** Newest first. */
  readonly followUps: readonly {
    readonly at: string;
    readonly state: string | null;
    readonly reason: string | null;
  }[];
}

/** What a list shows of an entry of any kind. */
export interface ListedEntry extends Omit<Lead, 'type'> {
  /** How the contact came, or the type of a survey. */
  readonly type: string | null;
  readonly status: EntryStatus;
  /** The job offer applied for; its title is null when it is not known. */
  readonly announcement: {
    readonly id: number;
    readonly title: string | null;
    readonly open: boolean;
  } | null;
  /** Who has taken charge of a complaint. */
  readonly owner: { readonly id: number; readonly name: string } | null;
  readonly hasFile: boolean;
  readonly orientation: ListedOrientation | null;
}

/** The person a contact is called by: the related one, unless it is the same as the first name shown. */
export function otherContact({
  name,
  contactName,
}: Pick<ListedEntry, 'name' | 'contactName'>): string | null {
  return contactName === name ? null : contactName;
}
