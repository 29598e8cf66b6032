import {
  Alert,
  Button,
  Card,
  Chip,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { type SyntheticEvent, useState } from 'react';
import { request } from '../../api/client.ts';
import type { Retention } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { ActButton } from '../../ui/ActButton.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { useAct } from '../../ui/use-act.ts';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { type Due, DuePlaces } from './DueFacts.tsx';
import { LastRun } from './LastRun.tsx';
import { ShortenDialog } from './ShortenDialog.tsx';

const t = textsOf('privacy.retention');

type Rule = Retention['rules'][number];
const columns = ['data', 'days', 'due', 'state'] as const;

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
            <TableContainer component={Card} tabIndex={0} role="region" aria-label={t('title')}>
              <Table size="small">
                <TableHead>
                  <TableRow>
                    {columns.map((column) => (
                      <TableCell key={column}>{t(`column.${column}`)}</TableCell>
                    ))}
                  </TableRow>
                </TableHead>
                <TableBody>
                  {rules.map((rule) => (
                    <RuleRow
                      key={rule.name}
                      rule={rule}
                      due={preview.data?.rules.find(({ name }) => name === rule.name)}
                    />
                  ))}
                </TableBody>
              </Table>
            </TableContainer>
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

function RuleRow({ rule, due }: RuleProps) {
  const { name, hides, confirmedAt, confirmedBy, runs } = rule;
  const title = t(`rules.${name}`, { _: name });
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {title}
      </TableCell>
      <TableCell>
        <Days key={`${rule.days} ${rule.next?.days}`} rule={rule} title={title} />
      </TableCell>
      <TableCell>
        {due !== undefined && (
          <>
            {format.number(due.due)}
            <DuePlaces due={due} />
          </>
        )}
      </TableCell>
      <TableCell>
        <Chip
          size="small"
          variant="outlined"
          color={runs ? 'success' : 'warning'}
          label={t(runs ? 'runs' : 'waits')}
        />
        {!runs ? (
          due !== undefined && (
            <ActButton
              texts="privacy.retention.confirm"
              options={{ title, smart_count: due.due, count: format.number(due.due) }}
              {...(hides && {
                content: t('confirmHides', { smart_count: due.due, count: format.number(due.due) }),
              })}
              onAct={() => request('PATCH /desk/privacy/retention/:name', { name, confirm: true })}
            />
          )
        ) : (
          <Typography variant="caption" component="p" color="textSecondary">
            {confirmedAt === null
              ? t('always')
              : t('confirmedBy', { name: confirmedBy, at: format.moment(confirmedAt) })}
          </Typography>
        )}
      </TableCell>
    </TableRow>
  );
}

interface DaysProps {
  readonly rule: Rule;
  readonly title: string;
}

const mostDays = 3_650;

/** More days are saved at once; fewer are looked at and confirmed first, and do not apply yet. */
function Days({ rule: { name, days, fewestDays, next }, title }: DaysProps) {
  const { act, isBusy } = useAct();
  const [typed, setTyped] = useState(String(days));
  const [isShortening, setShortening] = useState(false);
  const wanted = Number(typed);
  const isValid = /^\d+$/.test(typed.trim()) && wanted >= fewestDays && wanted <= mostDays;
  const store = (chosen: number) =>
    void act(
      () => request('PATCH /desk/privacy/retention/:name', { name, days: chosen }),
      'accueil.privacy.retention.saved',
    );
  const keep = t('keepDays', { days: format.number(days) });
  return (
    <>
      <Stack
        component="form"
        direction="row"
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          if (wanted < days) setShortening(true);
          else store(wanted);
        }}
        sx={{ alignItems: 'center', gap: 1, minWidth: 200 }}
      >
        <TextField
          hiddenLabel
          margin="none"
          value={typed}
          error={!isValid}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric', 'aria-label': t('daysOf', { title }) } }}
          sx={{ width: 80, flexShrink: 0 }}
        />
        <Typography variant="body2" color={isValid ? 'textSecondary' : 'error'} sx={{ flexGrow: 1 }}>
          {isValid ? inYears(wanted) : t('daysRange', { fewest: fewestDays, most: mostDays })}
        </Typography>
        {typed !== String(days) && (
          <Button type="submit" size="small" disabled={!isValid} loading={isBusy}>
            {t('save')}
          </Button>
        )}
      </Stack>
      {next !== null && (
        <Typography variant="body2" color="warning" sx={{ mt: 1 }}>
          {t('coming', { days: format.number(next.days), day: format.day(next.from) })}
          <Button size="small" loading={isBusy} aria-label={`${keep} : ${title}`} onClick={() => store(days)}>
            {keep}
          </Button>
        </Typography>
      )}
      {isShortening && (
        <ShortenDialog {...{ name, title, days, wanted }} onClose={() => setShortening(false)} />
      )}
    </>
  );
}

/** 1095 → « 3 ans »; nothing for what is no round number of years or months. */
function inYears(days: number): string {
  if (days % 365 === 0) return t('years', { smart_count: days / 365 });
  if (days % 30 === 0 && days < 365) return t('months', { smart_count: days / 30 });
  return '';
}
