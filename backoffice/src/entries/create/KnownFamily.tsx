import { Alert, AlertTitle, Box, Link } from '@mui/material';
import { useQueries } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { type Query, read } from '../../api/client.ts';
import { useResidences } from '../../api/queries.ts';
import type { FamilyEntry } from '../../api/responses.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { entryPath } from '../entry.ts';

const phones = ['fields.phoneClient', 'fields.cellphoneClient', 'relation.telephone', 'relation.otherPhone'];
const emails = ['fields.emailClient', 'relation.email'];
const debounceMs = 300;

/** Existing entries with the phone numbers and e-mail addresses in the form, while they are typed. */
export function KnownFamily() {
  const translate = useTranslate();
  const format = useFormat();
  const { nameOf } = useResidences();
  const typedPhones: readonly unknown[] = useWatch({ name: phones });
  const typedEmails: readonly unknown[] = useWatch({ name: emails });
  const { members, elsewhere } = useFamily({
    phones: useDebounced(texts(typedPhones), debounceMs),
    emails: useDebounced(texts(typedEmails), debounceMs),
  });
  const isKnown = members.length > 0 || elsewhere > 0;
  return (
    // Always rendered: a live region that appears with its text is not announced.
    <Box aria-live="polite">
      {isKnown && (
        <Alert severity="info" sx={{ mb: 3 }}>
          <AlertTitle>{translate('accueil.leads.family.known')}</AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {members.map((member) => (
              <li key={member.id}>
                {/* In a new window, to keep what is typed here. */}
                <Link component={RouterLink} to={entryPath(member)} target="_blank" color="inherit">
                  {translate('accueil.leads.family.entry', {
                    name: member.name ?? member.contactName ?? translate('accueil.leads.unnamed'),
                    residence:
                      member.establishmentId === null
                        ? translate('accueil.leads.unassigned')
                        : nameOf(member.establishmentId),
                    date: format.day(member.contactDate),
                  })}
                </Link>
              </li>
            ))}
            {elsewhere > 0 && (
              <li>
                {translate('accueil.leads.family.elsewhere', {
                  smart_count: elsewhere,
                  count: format.number(elsewhere),
                })}
              </li>
            )}
          </Box>
        </Alert>
      )}
    </Box>
  );
}

function texts(values: readonly unknown[]): string {
  return JSON.stringify(values.filter((value) => typeof value === 'string' && value !== ''));
}

const minDigits = 4;
const maxShown = 10;

/** The entries known by any of these; both are JSON arrays of texts. */
function useFamily({ phones, emails }: { readonly phones: string; readonly emails: string }): {
  readonly members: readonly FamilyEntry[];
  readonly elsewhere: number;
} {
  const queries: Query[] = [
    ...listOf(phones)
      .filter((phone) => phone.replace(/\D/g, '').length >= minDigits)
      .map((phone) => ({ phone })),
    ...listOf(emails)
      .filter((email) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email))
      .map((email) => ({ email })),
  ];
  const answers = useQueries({
    queries: queries.map((query) => ({
      queryKey: ['families', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => read('/desk/families', query, signal),
      retry: false,
    })),
  });
  const known = answers.flatMap(({ data }) => data ?? []);
  const members = new Map(known.flatMap(({ data }) => data).map((member) => [member.id, member]));
  return {
    members: [...members.values()].toSorted((a, b) => b.id - a.id).slice(0, maxShown),
    // The same entries may be found by several queries.
    elsewhere: Math.max(0, ...known.map(({ elsewhere }) => elsewhere)),
  };
}

function listOf(json: string): string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.map(String) : [];
}
