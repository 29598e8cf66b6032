import { Alert, AlertTitle, Box, Link } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { useResidences } from '../../desk/use-residences.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { type FamilyMember, useFamily } from './use-family.ts';
import { useSettled } from './use-settled.ts';

const phones = ['fields.phoneClient', 'fields.cellphoneClient', 'relation.phone', 'relation.cellphone'];
const emails = ['fields.emailClient', 'relation.email'];
const settledMs = 300;

/** Who is known already by the numbers and addresses in the form, as they are typed. */
export function KnownFamily() {
  const translate = useTranslate();
  const format = useFormat();
  const { nameOf } = useResidences();
  const typedPhones: readonly unknown[] = useWatch({ name: phones });
  const typedEmails: readonly unknown[] = useWatch({ name: emails });
  const { members, elsewhere } = useFamily({
    phones: useSettled(texts(typedPhones), settledMs),
    emails: useSettled(texts(typedEmails), settledMs),
  });
  const isKnown = members.length > 0 || elsewhere > 0;
  return (
    // There from the start: a region that comes with its text is not read out.
    <Box aria-live="polite">
      {isKnown && (
        <Alert severity="info" sx={{ mb: 3 }}>
          <AlertTitle>{translate('accueil.leads.family.known')}</AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {members.map((member) => (
              <li key={member.id}>
                {/* In a window of its own: what is typed here stays. */}
                <Link component={RouterLink} to={pathOf(member)} target="_blank" color="inherit">
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

function pathOf({ kind, id }: FamilyMember): string {
  return kind === 'survey' ? `/surveys/${id}` : `/leads/${id}`;
}

function texts(values: readonly unknown[]): string {
  return JSON.stringify(values.filter((value) => typeof value === 'string' && value !== ''));
}
