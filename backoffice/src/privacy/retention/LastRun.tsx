import { Alert } from '@mui/material';
import type { Retention } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';

const t = textsOf('privacy.retention.lastRun');

export function LastRun({ lastRun: run, rules }: Retention) {
  if (run === null) return <Alert severity="info">{t('none')}</Alert>;
  const { startedAt, finishedAt, counts, failed } = run;
  const done = Object.entries(counts).filter(([, count]) => count > 0);
  const what =
    done.length === 0
      ? t('nothing')
      : done
          .map(([name, count]) =>
            t(rules.some((rule) => rule.name === name && rule.hides) ? 'hidden' : 'count', {
              rule: translate(`accueil.privacy.retention.rules.${name}`, { _: name }),
              smart_count: count,
              count: format.number(count),
            }),
          )
          .join(', ');
  return (
    <Alert severity={finishedAt === null || failed > 0 ? 'warning' : 'success'}>
      {t(finishedAt === null ? 'unfinished' : 'finished', {
        at: format.moment(finishedAt ?? startedAt),
        what,
      })}
      {failed > 0 && <div>{t('failed', { smart_count: failed })}</div>}
    </Alert>
  );
}
