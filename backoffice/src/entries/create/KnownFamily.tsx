import { Alert, AlertTitle, Box, Stack } from '@mui/material';
import { useQueries } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { request } from '../../api/client.ts';
import type { KnownEntry } from '../../api/responses.ts';
import type { InputOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { translate } from '../../i18n/texts.ts';
import { emailPattern } from '../../ui/email.ts';
import { errorKind, errorText } from '../../ui/error-text.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { objectionText } from '../PhoneNumber.tsx';
import { FamilyCard } from './FamilyCard.tsx';

const phones = ['fields.phoneClient', 'fields.cellphoneClient', 'relation.telephone', 'relation.otherPhone'];
const emails = ['fields.emailClient', 'relation.email'];
const debounceMs = 300;

/** Existing entries with the phone numbers and e-mail addresses in the form, while they are typed. */
export function KnownFamily() {
  const typedPhones: readonly unknown[] = useWatch({ name: phones });
  const typedEmails: readonly unknown[] = useWatch({ name: emails });
  const { members, elsewhere, objectedOn, limited } = useFamily({
    phones: useDebounced(texts(typedPhones), debounceMs),
    emails: useDebounced(texts(typedEmails), debounceMs),
  });
  const isKnown = members.length > 0 || elsewhere > 0;
  return (
    // Always rendered: a live region that appears with its text is not announced.
    <Box aria-live="polite">
      {limited !== undefined && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          {errorText(limited)}
        </Alert>
      )}
      {objectedOn !== undefined && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          {objectionText(objectedOn)}
        </Alert>
      )}
      {isKnown && (
        <Alert severity="info" icon={false} sx={{ mb: 3, '& .MuiAlert-message': { flexGrow: 1 } }}>
          <AlertTitle>{translate('accueil.leads.family.known')}</AlertTitle>
          <Stack component="ul" sx={{ m: 0, p: 0, gap: 1, listStyle: 'none' }}>
            {members.map((member) => (
              <FamilyCard key={member.id} entry={member} />
            ))}
            {elsewhere > 0 && (
              <li>
                {translate('accueil.leads.family.elsewhere', {
                  smart_count: elsewhere,
                  count: format.number(elsewhere),
                })}
              </li>
            )}
          </Stack>
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
  readonly members: readonly KnownEntry[];
  readonly elsewhere: number;
  /** Since when the owner of one of them objects to being contacted. */
  readonly objectedOn: string | undefined;
  /** That too many families were looked up. */
  readonly limited: Error | undefined;
} {
  const queries: InputOf<'GET /desk/families'>[] = [
    ...listOf(phones)
      .filter((phone) => phone.replace(/\D/g, '').length >= minDigits)
      .map((phone) => ({ phone })),
    ...listOf(emails)
      .filter((email) => emailPattern.test(email))
      .map((email) => ({ email })),
  ];
  const answers = useQueries({
    queries: queries.map((query) => ({
      queryKey: ['families', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => request('GET /desk/families', query, { signal }),
      retry: false,
      // Look-ups are counted.
      refetchOnWindowFocus: false,
    })),
  });
  const known = answers.flatMap(({ data }) => data ?? []);
  const members = new Map(known.flatMap(({ data }) => data).map((member) => [member.id, member]));
  return {
    members: [...members.values()]
      // The kept one stands for both.
      .filter(({ duplicateOf }) => duplicateOf === null || !members.has(duplicateOf))
      // Open leads first.
      .toSorted((a, b) => Number(a.followUp === null) - Number(b.followUp === null) || b.id - a.id)
      .slice(0, maxShown),
    // The same entries may be found by several queries.
    elsewhere: Math.max(0, ...known.map(({ elsewhere }) => elsewhere)),
    objectedOn: known.flatMap(({ objectedOn }) => objectedOn ?? []).toSorted()[0],
    limited: answers.flatMap(({ error }) => error ?? []).find((error) => errorKind(error) === 'tooMany'),
  };
}

function listOf(json: string): string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.map(String) : [];
}
