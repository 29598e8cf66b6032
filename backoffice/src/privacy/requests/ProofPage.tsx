import ArrowBack from '@mui/icons-material/ArrowBack';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link, useParams } from 'react-router';
import type { Proof } from '../../api/privacy-responses.ts';
import { useDeskRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Facts } from '../../ui/Facts.tsx';
import { PrintStyles } from '../../ui/PrintStyles.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { ProvenEntries } from './ProvenEntries.tsx';

/** What was done for a request, printable. The person is named by the number of the request alone. */
export function ProofPage() {
  const t = useTexts('privacy.proof');
  const { id = '' } = useParams();
  const { data, error } = useDeskRead(`/desk/privacy/requests/${Number(id)}/proof`);
  return (
    <>
      <PrintStyles />
      <Button
        className="screen-only"
        component={Link}
        to={`/privacy/requests/${Number(id)}`}
        startIcon={<ArrowBack />}
        sx={{ mb: 1 }}
      >
        {t('back')}
      </Button>
      <SectionHead title={t('title', { id: Number(id) })}>
        <Stack direction="row" className="screen-only" sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Button variant="contained" startIcon={<PrintOutlined />} onClick={() => window.print()}>
            {t('print')}
          </Button>
          <Button
            startIcon={<DownloadOutlined />}
            href={`/desk/privacy/requests/${Number(id)}/proof.html`}
            download={`preuve-${Number(id)}.html`}
          >
            {t('download')}
          </Button>
        </Stack>
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {(proof) => <ProofParts proof={proof} />}
      </WhenLoaded>
    </>
  );
}

function ProofParts({ proof }: { readonly proof: Proof }) {
  const translate = useTranslate();
  const t = useTexts('privacy.proof');
  const tRequest = useTexts('privacy.request');
  const { request, told, toTell, exports, moreExports, backups, steps } = proof;
  const { kind, asker, channel, receivedOn, dueOn, extended, decision, ground, closedAt } = request;
  const moment = (at: string | null) => (at === null ? '' : format.moment(at));
  return (
    <Stack spacing={2}>
      <Typography color="textSecondary">{t('writtenAt', { at: format.moment(proof.writtenAt) })}</Typography>
      <SectionCard title={t('request')}>
        <Facts
          facts={[
            [t('number'), String(request.number)],
            [tRequest('kind'), tRequest(`kinds.${kind}`)],
            [tRequest('asker'), tRequest(`askers.${asker}`)],
            [tRequest('receivedOn'), format.day(receivedOn)],
            [tRequest('channel'), translate(`accueil.privacy.request.channels.${channel}`, { _: channel })],
            [t('dueOn'), extended ? t('extended', { day: format.day(dueOn) }) : format.day(dueOn)],
            [t('decision'), decision === null ? t('none') : tRequest(`decisions.${decision}`)],
            [tRequest('decision.ground'), ground ?? undefined],
            [t('closedAt'), closedAt === null ? t('none') : format.moment(closedAt)],
          ]}
        />
      </SectionCard>
      <SectionCard title={t('found')}>
        <Typography sx={{ mb: 1 }}>{t('foundCount', { smart_count: proof.found })}</Typography>
        <ProvenEntries entries={proof.entries} />
      </SectionCard>
      <SectionCard title={t('told')}>
        <Lines
          none={t('noRecipient')}
          lines={told.map(({ entryId, recipient, event, state, at }) => [
            recipient,
            translate(`accueil.integrations.events.${event}`, { _: event }),
            t(`states.${state}`),
            moment(at),
            t('entry', { id: entryId }),
          ])}
        />
      </SectionCard>
      <SectionCard title={t('toTell')}>
        <Lines
          none={t('noRecipient')}
          lines={toTell.map(({ entryId, recipient, why }) => [
            recipient,
            t(`why.${why}`),
            t('entry', { id: entryId }),
          ])}
        />
      </SectionCard>
      <SectionCard title={t('exports')}>
        <Lines
          none={t('noExport')}
          lines={exports.map(({ at, what, count }) => [
            moment(at),
            t(`what.${what}`),
            count === null ? '' : t('rows', { smart_count: count }),
          ])}
        />
        {moreExports && <Typography variant="body2">{t('moreExports')}</Typography>}
      </SectionCard>
      <SectionCard title={t('backups')}>
        <Typography>
          {backups.until === null
            ? t('noBackup')
            : t('backupsUntil', { smart_count: backups.days, day: format.day(backups.until) })}
        </Typography>
      </SectionCard>
      <SectionCard title={tRequest('log')}>
        <Lines
          none={t('none')}
          lines={steps.map(({ at, step }) => [
            moment(at),
            translate(`accueil.privacy.request.did.${step}`, { _: step }),
          ])}
        />
      </SectionCard>
    </Stack>
  );
}

interface LinesProps {
  readonly none: string;
  readonly lines: readonly (readonly string[])[];
}

function Lines({ none, lines }: LinesProps) {
  if (lines.length === 0) return <Typography color="textSecondary">{none}</Typography>;
  // Two lines may be the same: a list of one's own keys.
  const texts = lines.map((parts) => parts.filter((part) => part !== '').join(' · '));
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {[...new Set(texts)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </Box>
  );
}
