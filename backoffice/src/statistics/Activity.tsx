import type { AnswerOf } from '../api/routes.ts';
import { format } from '../i18n/format.ts';
import { useRight } from '../session/access.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { FigureTable } from './FigureTable.tsx';
import { Indicator, Indicators } from './Indicators.tsx';
import { listLink } from './list-link.ts';
import { Sparkline } from './Sparkline.tsx';

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
