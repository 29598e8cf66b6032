import type { AnswerOf } from '../api/routes.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { useRight } from '../session/access.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { FigureTable } from './FigureTable.tsx';
import { Indicator, Indicators } from './Indicators.tsx';
import { listLink } from './list-link.ts';
import { Sparkline } from './Sparkline.tsx';

const t = textsOf('statistics.activity');

const counted = [
  'received',
  'calls',
  'reached',
  'visits',
  'admissions',
  'complaintsOpened',
  'complaintsClosed',
  'applications',
] as const;
/** Where those that a figure counts are listed. */
const lists: Readonly<Record<string, string>> = {
  received: '/leads',
  complaintsOpened: '/surveys/complaints',
  applications: '/applications',
};

interface Props {
  readonly unit: 'week' | 'month';
  readonly activity: AnswerOf<'GET /desk/statistics/activity'>;
}

/** What was done in a week or a month, beside those before. */
export function Activity({ unit, activity: { periods, residences, establishmentId } }: Props) {
  const mayList = useRight('entries.read');
  const [before, current] = periods.slice(-2);
  if (before === undefined || current === undefined) return null;
  // Complaints and applications are for those who may read them.
  const shown = counted.filter((name) => current[name] !== null);
  const place = establishmentId !== null && { establishmentId };
  return (
    <>
      <Indicators label={t(`of.${unit}`)}>
        {shown.map((name) => {
          const value = current[name] ?? 0;
          const list = mayList && value > 0 && lists[name];
          return (
            <Indicator
              key={name}
              label={t(name)}
              value={format.number(value)}
              to={list && listLink(list, { from: current.from, to: current.to, ...place })}
              previous={t(`before.${unit}`, { value: format.number(before[name] ?? 0) })}
            >
              <Sparkline label={t(`last.${unit}`)} values={periods.map((period) => period[name] ?? 0)} />
            </Indicator>
          );
        })}
      </Indicators>
      {residences.length > 1 && (
        <SectionCard title={t('residences')}>
          <FigureTable
            title={t('residences')}
            figures={{
              head: t('residence'),
              columns: shown.map((name) => ({ label: t(name), kind: 'count' })),
              rows: residences.map((residence) => ({
                id: residence.id,
                label: residence.name,
                cells: shown.map((name) => residence[name]),
              })),
            }}
          />
        </SectionCard>
      )}
    </>
  );
}
