import type { EntriesTable } from '../store/tables.ts';
import type { NotificationCategory } from './texts.ts';

/** The category under which staff are notified of a new entry. */
export function categoryOf({
  kind,
  type,
  isOfPartner,
}: Pick<EntriesTable, 'kind' | 'type'> & { readonly isOfPartner: boolean }): NotificationCategory {
  switch (kind) {
    case 'postuler':
      return 'application';
    case 'survey':
      if (type === 'survey.type.survey') return 'opinion';
      return type === 'survey.type.complaint' ? 'complaint' : 'lead';
    case 'commercial':
      return isOfPartner ? 'orientation' : 'lead';
  }
}
