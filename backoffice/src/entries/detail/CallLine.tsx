import MailOutlined from '@mui/icons-material/MailOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
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

/**
 * Whom to call, with a button that calls, or that writes where every number is wrong; then the others who may be called, and
 * « pour Colette Meunier, 82 ans · n° 4903 · Les Tilleuls ».
 */
export function CallLine({ entry }: { readonly entry: EntryDetail }) {
  const { nameAmong } = useResidences();
  const { id, kind, type, name, establishmentId, fields } = entry;
  const [first, ...others] = contactsOf(entry);
  const isForOther = name !== null && first?.who !== name;
  const age = ageOf(fields);
  const years = age !== undefined && counted(age, 'an');
  const person = [isForOther && name, years].filter((part) => part !== false).join(', ');
  const own = isForOther ? others.find((other) => other.person === 'entry') : undefined;
  return (
    <Stack spacing={0.5}>
      {first !== undefined && (
        <Stack
          direction="row"
          sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, minHeight: 44 }}
        >
          <Typography variant="h5" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {first.who ?? 'Sans nom'}
            {first.kinship !== null && (
              <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                {` (${first.kinship.toLowerCase()})`}
              </Box>
            )}
          </Typography>
          <Ways entry={entry} contact={first} isButton />
        </Stack>
      )}
      {others
        .filter((other) => other !== own)
        .map((other) => (
          <Stack
            key={`${other.who} ${other.phones[0]?.phone}`}
            direction="row"
            sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}
          >
            {[other.who ?? 'Sans nom', other.kinship && `(${other.kinship.toLowerCase()})`]
              .filter(Boolean)
              .join(' ')}
            <Ways entry={entry} contact={other} />
          </Stack>
        ))}
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          flexWrap: 'wrap',
          columnGap: 1,
          typography: 'body2',
          color: 'text.secondary',
          overflowWrap: 'anywhere',
        }}
      >
        {isForOther ? `pour ${person}` : person}
        {own !== undefined && <Ways entry={entry} contact={own} />}
        <span>
          {format.dotted(
            `n° ${id}`,
            establishmentId === null ? 'À confier à une résidence' : nameAmong(establishmentId),
            kind !== 'commercial' && (type === null ? kindNames[kind] : contractName(type)),
          )}
        </span>
      </Stack>
    </Stack>
  );
}

interface WaysProps {
  readonly entry: EntryDetail;
  readonly contact: Contact;
  readonly isButton?: boolean;
}

/** The numbers of a person, and where none is left to call, their address. */
function Ways({ entry, contact: { person, who, phones, email }, isButton = false }: WaysProps) {
  const objection =
    person === 'entry'
      ? entry.objection
      : (entry.relations.find(({ position }) => position === person)?.objection ?? null);
  return (
    <>
      {phones.map(({ phone, isWrong }) =>
        isWrong ? (
          <Typography key={phone} color="textSecondary">
            <s>{readPhone(phone).text}</s> {outcomeNames['wrong-number'].toLowerCase()}
          </Typography>
        ) : (
          <PhoneNumber
            key={phone}
            phone={phone}
            objection={objection}
            {...(isButton && { button: { name: who } })}
          />
        ),
      )}
      {email !== null && !isCovered(objection, 'email') && (
        <Button
          href={mailLink(email)}
          variant="outlined"
          startIcon={<MailOutlined />}
          sx={{ minHeight: 44, overflowWrap: 'anywhere' }}
        >
          {email}
        </Button>
      )}
    </>
  );
}
