import { Alert, Box, Button, Chip, Stack, TextField, Typography } from '@mui/material';
import { type SyntheticEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { change } from '../../api/client.ts';
import type { Retention, RetentionPreview } from '../../api/privacy-responses.ts';
import { useDeskRead } from '../../api/queries.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { useAct } from '../../ui/use-act.ts';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { useResidenceName } from '../acts/names.ts';
import { LastRun } from './LastRun.tsx';

type Rule = Retention['rules'][number];
type Due = RetentionPreview['rules'][number];

/** How long data is kept: each rule with its days, what is due, and whether it runs. */
export function RetentionPage() {
  const t = useTexts('privacy.retention');
  const { data, error } = useDeskRead('/desk/privacy/retention');
  const preview = useDeskRead('/desk/privacy/retention/preview');
  return (
    <>
      <SectionHead title={t('title')} />
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('explained')}
      </Typography>
      <WhenLoaded data={data} error={error}>
        {({ rules, lastRun }) => (
          <Stack spacing={2}>
            <LastRun run={lastRun} />
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

/** Who confirmed the rules of a new installation. */
const byInstallation = 'installation';

interface RuleProps {
  readonly rule: Rule;
  /** Undefined until it is counted. */
  readonly due: Due | undefined;
}

function RuleCard({ rule, due }: RuleProps) {
  const translate = useTranslate();
  const format = useFormat();
  const t = useTexts('privacy.retention');
  const { name, days, confirmedAt, confirmedBy, runs } = rule;
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
      <DaysForm key={days} name={name} title={title} days={days} />
      {due !== undefined && <DueFacts due={due} />}
      {!runs ? (
        due !== undefined && (
          <Box sx={{ mt: 1, ml: -0.75 }}>
            <ConfirmButton
              text={t('confirm')}
              label={t('confirmThis', { title })}
              title={t('confirmTitle', { title })}
              content={t('confirmContent', { smart_count: due.due, count: format.number(due.due) })}
              done="accueil.privacy.retention.confirmed"
              onConfirm={() => change('PATCH', `/desk/privacy/retention/${name}`, { confirm: true })}
            />
          </Box>
        )
      ) : (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {confirmedAt === null || confirmedBy === null
            ? t('always')
            : confirmedBy === byInstallation
              ? t('sinceInstallation')
              : t('confirmedBy', { name: confirmedBy, at: format.moment(confirmedAt) })}
        </Typography>
      )}
    </SectionCard>
  );
}

interface DaysFormProps {
  readonly name: string;
  readonly title: string;
  readonly days: number;
}

const maxDays = 3_650;

function DaysForm({ name, title, days }: DaysFormProps) {
  const t = useTexts('privacy.retention');
  const { act, isBusy } = useAct();
  const [typed, setTyped] = useState(String(days));
  const wanted = Number(typed);
  const isValid = /^\d+$/.test(typed.trim()) && wanted >= 1 && wanted <= maxDays;
  function save(event: SyntheticEvent) {
    event.preventDefault();
    void act(
      () => change('PATCH', `/desk/privacy/retention/${name}`, { days: wanted }),
      'accueil.privacy.retention.saved',
    );
  }
  return (
    <Stack component="form" direction="row" onSubmit={save} sx={{ flexWrap: 'wrap', gap: 1 }}>
      <TextField
        label={t('days')}
        value={typed}
        error={!isValid}
        helperText={isValid ? inYears(wanted, t) : t('daysRange', { most: maxDays })}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ htmlInput: { inputMode: 'numeric', 'aria-label': t('daysOf', { title }) } }}
        sx={{ width: 150 }}
      />
      {typed !== String(days) && (
        <Button type="submit" disabled={!isValid} loading={isBusy} sx={{ alignSelf: 'flex-start', mt: 1.25 }}>
          {t('save')}
        </Button>
      )}
    </Stack>
  );
}

/** 1095 → « 3 ans »; nothing for what is no round number of years or months. */
function inYears(days: number, t: (key: string, options: Record<string, unknown>) => string): string {
  if (days % 365 === 0) return t('years', { smart_count: days / 365 });
  if (days % 30 === 0 && days < 365) return t('months', { smart_count: days / 30 });
  return ' ';
}

/** What the next run would do by this rule. */
function DueFacts({ due: { due, byEstablishment, oldest, next30Days } }: { readonly due: Due }) {
  const t = useTexts('privacy.retention');
  const format = useFormat();
  const residence = useResidenceName();
  const [first] = oldest;
  return (
    <>
      <Typography>
        {[
          t('due', { smart_count: due, count: format.number(due) }),
          t('next30Days', { smart_count: next30Days, count: format.number(next30Days) }),
          first !== undefined && t('oldest', { day: format.moment(first.at) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      {byEstablishment.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {byEstablishment
            .map(({ establishmentId, due: here }) =>
              t('at', { residence: residence(establishmentId), count: format.number(here) }),
            )
            .join(' · ')}
        </Typography>
      )}
    </>
  );
}
