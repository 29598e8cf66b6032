import { Alert, Box, Button, Chip, Stack, TextField, Typography } from '@mui/material';
import { type SyntheticEvent, useState } from 'react';
import { request } from '../../api/client.ts';
import type { Retention } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { useAct } from '../../ui/use-act.ts';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { type Due, DueFacts } from './DueFacts.tsx';
import { LastRun } from './LastRun.tsx';
import { ShortenDialog } from './ShortenDialog.tsx';

const t = textsOf('privacy.retention');

type Rule = Retention['rules'][number];

/** How long data is kept: each rule with its days, what is due, and whether it runs. */
export function RetentionPage() {
  const { data, error } = useRead('GET /desk/privacy/retention');
  const preview = useRead('GET /desk/privacy/retention/preview');
  return (
    <>
      <SectionHead title={t('title')} />
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('explained')}
      </Typography>
      <WhenLoaded data={data} error={error}>
        {({ rules, ...retention }) => (
          <Stack spacing={2}>
            <LastRun rules={rules} {...retention} />
            {rules.some(({ runs }) => !runs) && <Alert severity="warning">{t('someWait')}</Alert>}
            {preview.error !== null && <Alert severity="error">{t('notCounted')}</Alert>}
            {rules.map((rule) => (
              <RuleCard
                key={rule.name}
                rule={rule}
                due={preview.data?.rules.find(({ name }) => name === rule.name)}
              />
            ))}
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}

interface RuleProps {
  readonly rule: Rule;
  /** Undefined until it is counted. */
  readonly due: Due | undefined;
}

function RuleCard({ rule, due }: RuleProps) {
  const { name, hides, confirmedAt, confirmedBy, runs } = rule;
  const title = translate(`accueil.privacy.retention.rules.${name}`, { _: name });
  return (
    <SectionCard
      title={title}
      act={
        <Chip
          size="small"
          variant="outlined"
          color={runs ? 'success' : 'warning'}
          label={t(runs ? 'runs' : 'waits')}
        />
      }
    >
      <DaysForm key={`${rule.days} ${rule.next?.days}`} rule={rule} title={title} />
      {rule.next !== null && <ComingDays rule={rule} next={rule.next} title={title} />}
      {due !== undefined && <DueFacts due={due} />}
      {!runs ? (
        due !== undefined && (
          <Box sx={{ mt: 1, ml: -0.75 }}>
            <ConfirmButton
              text={t('confirm')}
              label={t('confirmThis', { title })}
              title={t('confirmTitle', { title })}
              content={t(hides ? 'confirmHides' : 'confirmContent', {
                smart_count: due.due,
                count: format.number(due.due),
              })}
              done="accueil.privacy.retention.confirmed"
              onConfirm={() => request('PATCH /desk/privacy/retention/:name', { name, confirm: true })}
            />
          </Box>
        )
      ) : (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {confirmedAt === null
            ? t('always')
            : t('confirmedBy', { name: confirmedBy, at: format.moment(confirmedAt) })}
        </Typography>
      )}
    </SectionCard>
  );
}

interface DaysFormProps {
  readonly rule: Rule;
  readonly title: string;
}

const mostDays = 3_650;

/** More days are saved at once; fewer are looked at and confirmed first. */
function DaysForm({ rule: { name, days, fewestDays }, title }: DaysFormProps) {
  const { act, isBusy } = useAct();
  const [typed, setTyped] = useState(String(days));
  const [isShortening, setShortening] = useState(false);
  const wanted = Number(typed);
  const isValid = /^\d+$/.test(typed.trim()) && wanted >= fewestDays && wanted <= mostDays;
  function save(event: SyntheticEvent) {
    event.preventDefault();
    if (wanted < days) setShortening(true);
    else
      void act(
        () => request('PATCH /desk/privacy/retention/:name', { name, days: wanted }),
        'accueil.privacy.retention.saved',
      );
  }
  return (
    <Stack component="form" direction="row" onSubmit={save} sx={{ flexWrap: 'wrap', gap: 1 }}>
      <TextField
        label={t('days')}
        value={typed}
        error={!isValid}
        helperText={isValid ? inYears(wanted) : t('daysRange', { fewest: fewestDays, most: mostDays })}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ htmlInput: { inputMode: 'numeric', 'aria-label': t('daysOf', { title }) } }}
        sx={{ width: 150 }}
      />
      {typed !== String(days) && (
        <Button type="submit" disabled={!isValid} loading={isBusy} sx={{ alignSelf: 'flex-start', mt: 1.25 }}>
          {t('save')}
        </Button>
      )}
      {isShortening && (
        <ShortenDialog
          name={name}
          title={title}
          days={days}
          wanted={wanted}
          onClose={() => setShortening(false)}
        />
      )}
    </Stack>
  );
}

interface ComingDaysProps extends DaysFormProps {
  readonly next: NonNullable<Rule['next']>;
}

/** Fewer days that do not apply yet, and the way back. */
function ComingDays({ rule: { name, days }, next, title }: ComingDaysProps) {
  const { act, isBusy } = useAct();
  const keep = t('keepDays', { days: format.number(days) });
  return (
    <Alert
      severity="warning"
      sx={{ my: 1 }}
      action={
        <Button
          color="inherit"
          size="small"
          loading={isBusy}
          aria-label={t('keepDaysOf', { keep, title })}
          onClick={() =>
            void act(
              () => request('PATCH /desk/privacy/retention/:name', { name, days }),
              'accueil.privacy.retention.saved',
            )
          }
        >
          {keep}
        </Button>
      }
    >
      {t('coming', { days: format.number(next.days), day: format.day(next.from) })}
    </Alert>
  );
}

/** 1095 → « 3 ans »; nothing for what is no round number of years or months. */
function inYears(days: number): string {
  if (days % 365 === 0) return t('years', { smart_count: days / 365 });
  if (days % 30 === 0 && days < 365) return t('months', { smart_count: days / 30 });
  return ' ';
}
