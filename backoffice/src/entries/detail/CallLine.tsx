import MailOutlined from '@mui/icons-material/MailOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { counted } from '../../../../server/src/french/dates.ts';
import { contractName, kindNames, outcomeNames } from '../../../../server/src/french/labels.ts';
import { useResidences } from '../../api/queries.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { mailLink } from '../../ui/links.ts';
import { readPhone } from '../../ui/phone.ts';
import { isCovered, PhoneNumber } from '../PhoneNumber.tsx';
import { type Contact, contactsOf } from './contacts.ts';
import { ageOf } from './value-text.ts';

/** Whom to call, with buttons that call, or that write where every number is wrong. */
export function CallLine({ entry }: { readonly entry: EntryDetail }) {
  const objectionOf = (person: Contact['person']) =>
    person === 'entry'
      ? entry.objection
      : (entry.relations.find(({ position }) => position === person)?.objection ?? null);
  return (
    <Stack spacing={1}>
      {contactsOf(entry).map(({ person, who, kinship, phones, email }, i) => (
        <Stack
          key={`${who} ${phones[0]?.phone}`}
          direction="row"
          sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 1 }}
        >
          <Typography variant={i === 0 ? 'h5' : 'subtitle1'} component="p" sx={{ overflowWrap: 'anywhere' }}>
            {who ?? 'Sans nom'}
            {kinship !== null && (
              <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                {` (${kinship.toLowerCase()})`}
              </Box>
            )}
          </Typography>
          {phones.map(({ phone, isWrong }) =>
            isWrong ? (
              <Typography key={phone} color="textSecondary">
                <s>{readPhone(phone).text}</s> {outcomeNames['wrong-number'].toLowerCase()}
              </Typography>
            ) : (
              <PhoneNumber key={phone} phone={phone} objection={objectionOf(person)} button={{ name: who }} />
            ),
          )}
          {email !== null && !isCovered(objectionOf(person), 'email') && (
            <Button
              href={mailLink(email)}
              variant="outlined"
              startIcon={<MailOutlined />}
              sx={{ minHeight: 44, overflowWrap: 'anywhere' }}
            >
              {email}
            </Button>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

interface AboutLineProps {
  readonly entry: EntryDetail;
  /** What follows on the line. */
  readonly children?: ReactNode;
}

/** « pour Colette Meunier, 82 ans · n° 4903 · Les Tilleuls · Site internet » */
export function AboutLine({ entry, children }: AboutLineProps) {
  const { nameOf: residence } = useResidences();

  const { id, kind, type, name, establishmentId, fields } = entry;
  const age = ageOf(fields);
  const years = age !== undefined && counted(age, 'an');
  const isForOther = name !== null && contactsOf(entry)[0]?.who !== name;
  const person = [isForOther && name, years].filter((part) => part !== false).join(', ');
  return (
    <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {format.dotted(
        isForOther ? `pour ${person}` : person,
        `n° ${id}`,
        establishmentId === null ? 'À confier à une résidence' : residence(establishmentId),
        type === null ? kindNames[kind] : contractName(type),
      )}
      {children}
    </Typography>
  );
}
