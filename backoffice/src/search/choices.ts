import type { KnownEntry, ListedEntry, SearchResults } from '../api/responses.ts';
import { entryPath } from '../entries/entry.ts';

/**
 * What a search proposes: an entry, the whole list of its kind, a new lead, or one of a family that is known by an entry
 * which the user may not read. Each leads to a page.
 */
export type Choice = { readonly path: string; readonly group: string } & (
  | { readonly what: 'entry'; readonly entry: ListedEntry }
  | { readonly what: 'known'; readonly entry: KnownEntry }
  | { readonly what: 'all'; readonly count: number }
  | {
      readonly what: 'newPhone' | 'newName';
      readonly text: string;
      /** Since when the owner of the number objects to being contacted. */
      readonly objectedOn: string | null;
    }
);

const lists: Readonly<Record<string, string>> = {
  commercial: '/leads',
  contact: '/surveys',
  complaint: '/surveys/complaints',
  survey: '/surveys/satisfaction',
  postuler: '/applications',
};

/** The choices for a text that was searched, in the order in which they are shown. */
export function choicesFor(
  text: string,
  { groups, near, known, objectedOn }: SearchResults,
  { mayAdd }: { readonly mayAdd: boolean },
): Choice[] {
  const entries = (group: string, some: readonly ListedEntry[]) =>
    some.map((entry) => ({ what: 'entry' as const, group, entry, path: entryPath(entry) }));
  return [
    ...groups.flatMap(({ kind, type, data, count }): Choice[] => {
      const group = type?.replace('survey.type.', '') ?? kind;
      const path = `${lists[group]}?${new URLSearchParams({ filter: JSON.stringify({ q: text }), sort: 'received', order: 'DESC' })}`;
      return [
        ...entries(group, data),
        ...(count > data.length ? [{ what: 'all' as const, group, count, path }] : []),
      ];
    }),
    ...entries('near', near),
    ...known.map((entry) => ({ what: 'known' as const, group: 'known', entry, path: newLeadOf(text) })),
    ...(mayAdd ? newLead(text, objectedOn) : []),
  ];
}

const minPhoneDigits = 6;

/** A new lead with the phone number or the name that was searched; none for anything else. */
function newLead(text: string, objectedOn: string | null): Choice[] {
  const isPhone = /^[\d\s+().-]+$/.test(text) && text.replace(/\D/g, '').length >= minPhoneDigits;
  if (!isPhone && !/^[\p{L}\p{M}\s'’-]+$/u.test(text)) return [];
  const what = isPhone ? 'newPhone' : 'newName';
  return [{ what, group: 'new', text, objectedOn, path: newLeadOf(text) }];
}

/** The form of a new lead, which shows the entries known by a phone number or an e-mail address. */
function newLeadOf(text: string): string {
  const name = text.includes('@') ? 'email' : /\d/.test(text) ? 'phone' : 'lastName';
  return `/leads/create?${new URLSearchParams({ [name]: text })}`;
}
