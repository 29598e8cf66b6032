import { Box } from '@mui/material';
import type { AnswerOf } from '../api/routes.ts';
import { format } from '../i18n/format.ts';
import { useRight } from '../session/access.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { FigureTable } from './FigureTable.tsx';
import { Indicator, Indicators } from './Indicators.tsx';
import { listLink } from './statistics.ts';

const activityTexts = {
  reached: 'Familles jointes',
  received: 'Demandes reçues',
  applications: 'Candidatures',
  visits: 'Visites faites',
  calls: 'Appels',
  admissions: 'Admissions',
  complaintsOpened: 'Réclamations ouvertes',
  complaintsClosed: 'Réclamations closes',
};
const unitTexts = {
  week: { title: 'Activité de la semaine', before: 'semaine d’avant', last: '8 dernières semaines' },
  month: { title: 'Activité du mois', before: 'mois d’avant', last: '8 derniers mois' },
};

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
  const texts = unitTexts[unit];
  if (before === undefined || current === undefined) return null;
  // Complaints and applications are for those who may read them.
  const shown = counted.filter((name) => current[name] !== null);
  const place = establishmentId !== null && { establishmentId };
  return (
    <>
      <Indicators label={texts.title}>
        {shown.map((name) => {
          const value = current[name] ?? 0;
          const list = mayList && value > 0 && lists[name];
          return (
            <Indicator
              key={name}
              label={activityTexts[name]}
              value={format.number(value)}
              to={list && listLink(list, { from: current.from, to: current.to, ...place })}
              previous={`${texts.before} : ${format.number(before[name] ?? 0)}`}
            >
              <Sparkline label={texts.last} values={periods.map((period) => period[name] ?? 0)} />
            </Indicator>
          );
        })}
      </Indicators>
      {residences.length > 1 && (
        <SectionCard title="Par résidence">
          <FigureTable
            title="Par résidence"
            figures={{
              head: 'Résidence',
              columns: shown.map((name) => ({ label: activityTexts[name], kind: 'count' })),
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

const [width, gap, height] = [6, 3, 28];

/** A small bar for each value; the last one is told apart by its shade, on paper too. */
function Sparkline({ label, values }: { readonly label: string; readonly values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const all = values.length * (width + gap) - gap;
  return (
    <Box
      component="svg"
      role="img"
      aria-label={`${label} : ${values.join(', ')}`}
      viewBox={`0 0 ${all} ${height}`}
      sx={{ width: all, height, flexShrink: 0, color: 'primary.main', fill: 'currentColor', mb: 0.5 }}
    >
      {values.map((value, i) => {
        const tall = Math.max(1, (value / most) * height);
        const isLast = i === values.length - 1;
        const place = { x: i * (width + gap), y: height - tall, width, height: tall };
        // biome-ignore lint/suspicious/noArrayIndexKey: values have no other name than their place.
        return <rect key={i} {...place} fillOpacity={isLast ? 1 : 0.4} />;
      })}
    </Box>
  );
}
