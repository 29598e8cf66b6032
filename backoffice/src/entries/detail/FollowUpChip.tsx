import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { inOrder, isLate, isPlanned, parisNow } from './timeline.ts';

/** The state of an open lead: « À rappeler · 2 tentatives », « Prévu mar. 10 mars 14:30 ». */
export function FollowUpChip({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const { followUp, attempts, asleepUntil, asleepReason, actions } = entry;
  if (followUp === null) return null;
  const next = inOrder(actions).find(isPlanned);
  const t = (key: string, options = {}) => translate(`accueil.entry.followUp.${key}`, options);
  const isAsleep = followUp === 'asleep' && asleepUntil !== null;
  const isOverdue = next !== undefined && isLate(next, parisNow());
  const texts = [
    isAsleep ? t('asleep', { day: format.day(asleepUntil) }) : t(followUp),
    followUp === 'to-call' && attempts > 0 && t('attempts', { smart_count: attempts }),
    isOverdue && t('late'),
    !isAsleep && next !== undefined && next.date !== null && momentOf(format.shortDay(next.date), next.time),
    isAsleep && asleepReason,
  ].filter((text) => typeof text === 'string');
  const color = isOverdue ? 'error' : followUp === 'planned' || isAsleep ? 'default' : 'warning';
  return <Chip size="small" color={color} label={texts.join(' · ')} />;
}

const momentOf = (day: string, time: string | null) => (time === null ? day : `${day} ${time}`);
