import { Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { PhoneNumber } from '../PhoneNumber.tsx';
import { nameOf } from './formatters.ts';

/** Whom to call, for whom, and a button that calls. */
export function CallLine({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const { fields, relations, name, objectedOn } = entry;
  const people = callable(entry);
  if (people.length === 0) return null;
  const isForOther = relations.length > 0 && name !== null && people.every(({ who }) => who !== name);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
      {people.map(({ phone, who, kinship }) => (
        <Stack key={phone} direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
          {who !== null && (
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {kinship === null ? who : `${who} (${kinship.toLowerCase()})`}
            </Typography>
          )}
          <PhoneNumber phone={phone} objectedOn={objectedOn} button={{ name: who }} />
        </Stack>
      ))}
      {isForOther && (
        <Typography color="text.secondary">
          {translate('accueil.entry.call.about', { name: clientText(name, fields) })}
        </Typography>
      )}
    </Stack>
  );
}

/** « Colette Meunier, 82 » */
function clientText(name: string, { ageClient }: EntryDetail['fields']): string {
  return typeof ageClient === 'number' ? `${name}, ${ageClient}` : name;
}

interface Callable {
  readonly phone: string;
  readonly who: string | null;
  readonly kinship: string | null;
}

/** At most two numbers; relatives first, who are usually the ones to call. */
function callable({ fields, relations, name }: EntryDetail): Callable[] {
  const related = relations.flatMap(({ fields: one, extra }) =>
    [one.cellphone, one.phone].map((phone) => ({ phone, who: nameOf(one) || null, kinship: extra.lien })),
  );
  const own = [fields.phoneClient, fields.cellphoneClient, fields.phone].map((phone) => ({
    phone,
    who: name,
    kinship: null,
  }));
  return [...related, ...own]
    .flatMap(({ phone, who, kinship }) =>
      typeof phone === 'string'
        ? [{ phone, who, kinship: typeof kinship === 'string' ? kinship : null }]
        : [],
    )
    .slice(0, 2);
}
