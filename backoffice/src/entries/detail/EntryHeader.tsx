import {
  Alert,
  Button,
  Card,
  CardContent,
  Chip,
  Link,
  Stack,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { EntryDetail } from '../../api/responses.ts';
import { PhoneLink } from '../../ui/links.tsx';
import { AgeNote } from '../EntryParts.tsx';
import { entryPath, statusLabel } from '../entry.ts';
import { EntryActions } from './EntryActions.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { dayText, labelOf, nameOf } from './formatters.ts';
import { actionText } from './history-sentences.ts';
import { PrivacyChips } from './PrivacyChips.tsx';
import { inOrder } from './timeline.ts';
import { useFormatters } from './use-formatters.ts';

/** The state of an entry, and the acts on it. */
export function EntryHeader({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const formatters = useFormatters();
  const { mayChange, run } = useActs();
  const {
    kind,
    establishmentId,
    type,
    status,
    stage,
    resultat,
    motif,
    contactDate,
    duplicateOf,
    owner,
    suspicion,
  } = entry;
  const isComplaint = kind === 'survey' && type === 'survey.type.complaint';
  const about = [
    establishmentId === null ? translate('accueil.entry.unassigned') : formatters.residence(establishmentId),
    type === null ? labelOf(`kind.${kind}`, formatters) : labelOf(type, formatters),
    translate('accueil.entry.state.received', { day: dayText(contactDate, formatters) }),
  ];
  const result = [resultat, motif]
    .filter((value) => value !== null)
    .map((value) => labelOf(value, formatters));
  return (
    <Card component="section" aria-label={translate('accueil.entry.state.label')}>
      <CardContent>
        <Stack spacing={1.5}>
          <CallLine entry={entry} />
          <Typography color="text.secondary">{about.join(' · ')}</Typography>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Chip
              size="small"
              color={status === 'new' ? 'primary' : 'default'}
              label={translate(statusLabel(entry))}
            />
            {stage !== null && (
              <Chip
                size="small"
                variant="outlined"
                label={translate('accueil.entry.state.stageIs', { stage: labelOf(stage, formatters) })}
              />
            )}
            {result.length > 0 && (
              <Chip
                size="small"
                variant="outlined"
                label={translate('accueil.entry.state.resultIs', { result: result.join(', ') })}
              />
            )}
            {isComplaint && (
              <Chip
                size="small"
                variant="outlined"
                label={
                  owner === null
                    ? translate('accueil.entry.owner.none')
                    : translate('accueil.entry.owner.is', { name: owner.name })
                }
              />
            )}
            {isComplaint && status === 'new' && (
              <Chip size="small" variant="outlined" color="warning" label={<AgeNote entry={entry} />} />
            )}
            <PrivacyChips entry={entry} />
            {entry.test && (
              <Chip size="small" color="warning" label={translate('accueil.entry.state.test')} />
            )}
            {entry.spam && (
              <Chip
                size="small"
                color="warning"
                label={translate(`accueil.leads.mark.${suspicion === null ? 'spam' : 'presumed'}`)}
              />
            )}
          </Stack>
          {entry.flagged && (
            <Alert
              severity="info"
              action={
                mayChange && (
                  <Button color="inherit" onClick={() => void run({ name: 'seen' })}>
                    {translate('accueil.entry.state.seen')}
                  </Button>
                )
              }
            >
              {translate('accueil.entry.state.flagged')}
            </Alert>
          )}
          {suspicion !== null && <PresumedNotice suspicion={suspicion} />}
          {entry.spam && suspicion === null && (
            <Alert severity="warning">{translate('accueil.entry.state.spamNotice')}</Alert>
          )}
          {duplicateOf !== null && (
            <Alert
              severity="warning"
              action={
                mayChange && (
                  <Button color="inherit" onClick={() => void run({ name: 'duplicate', body: { of: null } })}>
                    {translate('accueil.entry.family.unmerge')}
                  </Button>
                )
              }
            >
              {translate('accueil.entry.state.duplicateNotice')}{' '}
              <Link component={RouterLink} to={entryPath({ kind, id: duplicateOf })} color="inherit">
                {translate('accueil.entry.state.keptEntry', { id: duplicateOf })}
              </Link>
              .
            </Alert>
          )}
          {mayChange && <EntryActions entry={entry} />}
        </Stack>
      </CardContent>
    </Card>
  );
}

interface PresumedNoticeProps {
  readonly suspicion: 'trap' | 'haste';
}

/** Why an entry is presumed spam, with buttons to decide. */
function PresumedNotice({ suspicion }: PresumedNoticeProps) {
  const translate = useTranslate();
  const { mayChange, run } = useActs();
  const decide = (spam: boolean) => void run({ name: 'spam', body: { spam } });
  return (
    <Alert severity="warning">
      {translate(`accueil.entry.presumed.${suspicion}`)} {translate('accueil.entry.presumed.apart')}
      {mayChange && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
          <Button color="inherit" variant="outlined" onClick={() => decide(false)}>
            {translate('accueil.entry.presumed.release')}
          </Button>
          <Button color="inherit" onClick={() => decide(true)}>
            {translate('accueil.entry.presumed.confirm')}
          </Button>
        </Stack>
      )}
    </Alert>
  );
}

/** On a phone: whom to call and what is planned next, visible without scrolling. */
function CallLine({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const formatters = useFormatters();
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  if (!isNarrow) return null;
  const next = inOrder(entry.actions).find(({ done }) => !done);
  return (
    <Stack spacing={0.5}>
      {phonesOf(entry).map(({ phone, who }) => (
        <Typography key={phone} sx={{ overflowWrap: 'anywhere' }}>
          <PhoneLink phone={phone} />
          {who !== '' && ` ${who}`}
        </Typography>
      ))}
      {next !== undefined && (
        <Typography>
          {translate('accueil.entry.state.next', { action: actionText({ ...next }, formatters) })}
        </Typography>
      )}
    </Stack>
  );
}

/** At most two numbers; relatives first, who are usually the ones to call. */
function phonesOf({ fields, relations }: EntryDetail): { phone: string; who: string }[] {
  const own = [fields.phoneClient, fields.cellphoneClient, fields.phone].map((phone) => ({ phone, who: '' }));
  const others = relations.flatMap(({ fields: related }) =>
    [related.cellphone, related.phone].map((phone) => ({ phone, who: nameOf(related) })),
  );
  const known = [...others, ...own].flatMap(({ phone, who }) =>
    typeof phone === 'string' ? [{ phone, who }] : [],
  );
  return known.slice(0, 2);
}
