import { useCommonFilters } from '../leads/use-lead-filters.tsx';
import { EntryCards } from '../lists/EntryCards.tsx';
import type { ListView } from '../lists/ListViews.tsx';
import type { ListedEntry } from '../lists/listed-entry.ts';
import { QueueList } from '../lists/QueueList.tsx';
import { SurveyCard } from './SurveyCard.tsx';
import { SurveyTable } from './SurveyTable.tsx';
import type { SurveyName } from './survey.ts';

const views: readonly ListView[] = [
  { name: 'new', filter: { status: 'new' } },
  { name: 'processed', filter: { status: 'processed' } },
  { name: 'all', filter: {} },
  { name: 'presumed', filter: { aside: 'presumed' } },
];

/** The surveys of one kind that staff see, what nobody has dealt with at first. */
export function SurveyQueue({ name }: { readonly name: SurveyName }) {
  const filters = useCommonFilters();
  const texts = `accueil.queues.surveys.${name}`;
  return (
    <QueueList
      resource="surveys"
      name={`surveys.${name}`}
      title="accueil.menu.surveys"
      texts={texts}
      only={{ type: `survey.type.${name}` }}
      views={views}
      filters={filters}
      // A complaint that has been open for long comes first.
      order={name === 'complaint' ? 'ASC' : 'DESC'}
      table={<SurveyTable name={name} texts={texts} />}
      cards={
        <EntryCards<ListedEntry> texts={texts}>
          {(survey) => <SurveyCard survey={survey} name={name} />}
        </EntryCards>
      }
    />
  );
}
