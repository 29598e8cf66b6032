import { Alert, AlertTitle, Box, Stack } from '@mui/material';
import { useQueries } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { request } from '../../api/client.ts';
import type { InputOf } from '../../api/routes.ts';
import { format, plural } from '../../i18n/format.ts';
import { emailPattern } from '../../ui/email.ts';
import { errorKind, errorText } from '../../ui/error-text.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { objectedText } from '../PhoneNumber.tsx';
import { FamilyCard } from './FamilyCard.tsx';

type Query = InputOf<'GET /desk/families'>;

const phones = ['fields.phoneClient', 'fields.cellphoneClient', 'relation.telephone', 'relation.otherPhone'];
const emails = ['fields.emailClient', 'relation.email'];
const debounceMs = 300;
const minDigits = 4;
const maxShown = 10;

/** Existing entries with the phone numbers and e-mail addresses in the form, while they are typed. */
export function KnownFamily() {
  const typed: readonly unknown[] = useWatch({ name: [...phones, ...emails] });
  const queries: readonly Query[] = JSON.parse(useDebounced(JSON.stringify(queriesOf(typed)), debounceMs));
  const { members, elsewhere, warnings } = useFamily(queries);
  return (
    // Always rendered: a live region that appears with its text is not announced.
    <Box aria-live="polite">
      {warnings.map((warning) => (
        <Alert key={warning} severity="warning" sx={{ mb: 3 }}>
          {warning}
        </Alert>
      ))}
      {(members.length > 0 || elsewhere > 0) && (
        <Alert severity="info" icon={false} sx={{ mb: 3, '& .MuiAlert-message': { flexGrow: 1 } }}>
          <AlertTitle>Cette famille est déjà connue</AlertTitle>
          <Stack component="ul" sx={{ m: 0, p: 0, gap: 1, listStyle: 'none' }}>
            {members.map((member) => (
              <FamilyCard key={member.id} entry={member} />
            ))}
            {elsewhere > 0 && (
              <li>{`Connue ailleurs : ${format.number(elsewhere)} ${plural(elsewhere, 'demande dans une autre résidence.', 'demandes dans d’autres résidences.')}`}</li>
            )}
          </Stack>
        </Alert>
      )}
    </Box>
  );
}

/** The look-ups for what is typed so far: whole e-mail addresses, and numbers of at least {@link minDigits} digits. */
function queriesOf(typed: readonly unknown[]): Query[] {
  return typed.flatMap((value, i): Query[] => {
    const text = typeof value === 'string' ? value : '';
    if (i >= phones.length) return emailPattern.test(text) ? [{ email: text }] : [];
    return text.replace(/\D/g, '').length < minDigits ? [] : [{ phone: text }];
  });
}

/** The entries known by any of these, how many more there are, and what is to be minded. */
function useFamily(queries: readonly Query[]) {
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
  const limited = answers.flatMap(({ error }) => error ?? []).find((error) => errorKind(error) === 'tooMany');
  const [objectedOn] = known.flatMap((family) => family.objectedOn ?? []).toSorted();
  return {
    members: [...members.values()]
      // The kept one stands for both.
      .filter(({ duplicateOf }) => duplicateOf === null || !members.has(duplicateOf))
      // Open leads first.
      .toSorted((a, b) => Number(a.followUp === null) - Number(b.followUp === null) || b.id - a.id)
      .slice(0, maxShown),
    // The same entries may be found by several queries.
    elsewhere: Math.max(0, ...known.map((family) => family.elsewhere)),
    warnings: [
      ...(limited === undefined ? [] : [errorText(limited)]),
      ...(objectedOn === undefined ? [] : [objectedText(objectedOn)]),
    ],
  };
}
