import { Alert, Button, Card, CardContent, Chip, Link, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { contractName, kindNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { StepSelect } from '../ApplicationStep.tsx';
import { AgeNote } from '../EntryParts.tsx';
import { entryPath, isMasculine, statusName } from '../entry.ts';
import { CallLine } from './CallLine.tsx';
import { ConsentLines, NeededConsent } from './ConsentDialog.tsx';
import { EntryActions } from './EntryActions.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { FollowUpChip } from './FollowUpChip.tsx';
import { dayText } from './formatters.ts';
import { OwnerLine } from './OwnerLine.tsx';
import { PrivacyChips } from './PrivacyChips.tsx';
import { useFormatters } from './use-formatters.ts';

/** The state of an entry, and the acts on it. */
export function EntryHeader({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const formatters = useFormatters();
  const { mayChange, run } = useActs();
  const { kind, establishmentId, type, status, stage, resultat, motif, contactDate, duplicateOf, suspicion } =
    entry;
  const isComplaint = kind === 'survey' && type === 'survey.type.complaint';
  const about = [
    establishmentId === null ? translate('accueil.entry.unassigned') : formatters.residence(establishmentId),
    type === null ? kindNames[kind] : contractName(type),
    kind === 'commercial'
      ? translate('accueil.entry.state.received', { day: dayText(contactDate, formatters) })
      : `${translate(`accueil.entry.source.receivedAt${isMasculine(entry) ? 'Masculine' : ''}`)} ${formatters.format.moment(entry.receivedAt)}`,
  ];
  const result = [resultat, motif].filter((value) => value !== null).map((value) => contractName(value));
  return (
    <Card component="section" aria-label={translate('accueil.entry.state.label')}>
      <CardContent>
        <Stack spacing={1.5}>
          <CallLine entry={entry} />
          <ConsentLines entry={entry} />
          <NeededConsent entry={entry} />
          <Typography color="text.secondary">{about.join(' · ')}</Typography>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            {entry.followUp === null && (
              <Chip size="small" color={status === 'new' ? 'primary' : 'default'} label={statusName(entry)} />
            )}
            {stage !== null && (
              <Chip
                size="small"
                variant="outlined"
                label={translate('accueil.entry.state.stageIs', { stage: contractName(stage) })}
              />
            )}
            {result.length > 0 && (
              <Chip
                size="small"
                variant="outlined"
                label={translate('accueil.entry.state.resultIs', { result: result.join(', ') })}
              />
            )}
            <FollowUpChip entry={entry} />
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
                    {translate('accueil.entry.unite.separate')}
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
          {kind === 'postuler' && <StepLine entry={entry} />}
          <OwnerLine entry={entry} />
          {mayChange && <EntryActions entry={entry} />}
        </Stack>
      </CardContent>
    </Card>
  );
}

/** How far an application has come. */
function StepLine({ entry }: { readonly entry: EntryDetail }) {
  const t = useTexts('queues.applications');
  const { mayChange, run } = useActs();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
      <Typography variant="body2">{t('step')}</Typography>
      {mayChange ? (
        <StepSelect application={entry} onChange={(step) => void run({ name: 'step', body: { step } })} />
      ) : (
        <Typography variant="body2">{t(`steps.${entry.applicationStep ?? 'none'}`)}</Typography>
      )}
    </Stack>
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
