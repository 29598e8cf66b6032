import MailOutlined from '@mui/icons-material/MailOutlined';
import { Box, Button, Chip, type ChipProps, Stack, Typography } from '@mui/material';
import { counted } from '../../../../server/src/french/dates.ts';
import { contractName, kindNames, outcomeNames } from '../../../../server/src/french/labels.ts';
import { useResidences } from '../../api/queries.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { nowIn, today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { mailLink, readPhone } from '../../ui/phone.ts';
import { nextText, statusName } from '../entry.ts';
import { isCovered, objectionText, PhoneNumber } from '../PhoneNumber.tsx';
import { type Contact, contactsOf } from './contacts.ts';
import { ageOf } from './entry-fields.ts';
import { admissionOf, inOrder, isLate, isPlanned } from './timeline.ts';

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

const markTexts = { spam: 'Spam', presumed: 'Spam probable' };

interface State {
  readonly text: string;
  readonly color: ChipProps['color'];
}

/** The one state of an entry: « À rappeler depuis dimanche », « Visite prévue mer. 4 mars 14:00 », « Admission réalisée ». */
export function StateChip({ entry }: { readonly entry: EntryDetail }) {
  const { text, color } = stateOf(entry);
  // A long state takes two lines: its end may be the day.
  const wraps = { height: 'auto', minHeight: 32, '& .MuiChip-label': { whiteSpace: 'normal' } };
  return <Chip color={color} label={text} sx={{ maxWidth: '100%', fontWeight: 600, ...wraps }} />;
}

function stateOf(entry: EntryDetail): State {
  const { spam, suspicion, resultat, motif, followUp } = entry;
  if (spam) {
    const mark = suspicion === null ? 'spam' : 'presumed';
    return { text: markTexts[mark], color: 'warning' };
  }
  if (resultat !== null) {
    const names = [resultat, motif].flatMap((value) => (value === null ? [] : contractName(value)));
    if (resultat !== 'commercial.resultat.realisee') return { text: names.join(', '), color: 'default' };
    const day = admissionOf(entry)?.date ?? null;
    if (day === null) return { text: names.join(', '), color: 'success' };
    return {
      text: day > today() ? `Admission le ${format.day(day)}` : `Admission réalisée le ${format.day(day)}`,
      color: 'success',
    };
  }
  if (followUp !== null) return followedUp(entry, followUp);
  return { text: statusName(entry), color: entry.status === 'new' ? 'primary' : 'default' };
}

function followedUp(
  { attempts, asleepUntil, asleepReason, lastContact, receivedAt, actions, zone }: EntryDetail,
  followUp: NonNullable<EntryDetail['followUp']>,
): State {
  const next = inOrder(actions).find(isPlanned);
  const date = next?.date ?? null;
  const called = attempts > 0 && counted(attempts, 'tentative');
  // A day tells more than that a call is due.
  const state = followUp === 'to-call' && date !== null ? 'planned' : followUp;
  switch (state) {
    case 'asleep': {
      const until = asleepUntil === null ? '' : format.day(asleepUntil);
      return { text: format.dotted(`En sommeil jusqu’au ${until}`, asleepReason), color: 'default' };
    }
    case 'unplanned':
      return { text: 'Rien de prévu', color: 'warning' };
    case 'to-call': {
      const waits = lastContact === null ? `À rappeler depuis ${format.since(receivedAt)}` : 'À rappeler';
      return { text: format.dotted(waits, called), color: 'warning' };
    }
    case 'planned': {
      if (next === undefined || date === null) return { text: 'Prévue', color: 'default' };
      const text = format.dotted(nextText(next), followUp === 'to-call' && called);
      return isLate(next, nowIn(zone))
        ? { text: format.dotted(text, 'En retard'), color: 'error' }
        : { text, color: 'info' };
    }
    default:
      return state satisfies never;
  }
}

/** Whether the entry is held, and whether its persons object to being contacted. */
export function PrivacyChips({ entry: { hold, objection, relations } }: { readonly entry: EntryDetail }) {
  const marks = [
    hold !== null &&
      {
        hold: `Litige en cours jusqu’au ${format.day(hold.until)}`,
        limitation: `Traitement limité jusqu’au ${format.day(hold.until)}`,
      }[hold.kind],
    ...[objection, ...relations.map((one) => one.objection)].map(objectionText),
  ];
  return [...new Set(marks)].map(
    (mark) => mark && <Chip key={mark} size="small" color="warning" variant="outlined" label={mark} />,
  );
}
