import { Chip, Stack } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';

/** A filter that is wanted every day, by the name of its text. */
export interface ListView {
  readonly name: string;
  readonly filter: Readonly<Record<string, string>>;
}

interface Props {
  readonly views: readonly ListView[];
  /** Where their texts stand. */
  readonly texts: string;
}

/** Filters that are wanted every day, one click each. What is searched for and the residence stay as they are. */
export function ListViews({ views, texts }: Props) {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const { q, establishmentId, ...others } = filterValues;
  const chosen = JSON.stringify(Object.entries(others).toSorted());
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={translate('accueil.leads.view.label')}
      sx={{ flexWrap: 'wrap', gap: 1, p: 1.5 }}
    >
      {views.map(({ name, filter }) => {
        const isChosen = chosen === JSON.stringify(Object.entries(filter).toSorted());
        return (
          <Chip
            key={name}
            label={translate(`${texts}.view.${name}`)}
            clickable
            component="button"
            type="button"
            aria-pressed={isChosen}
            color={isChosen ? 'primary' : 'default'}
            variant={isChosen ? 'filled' : 'outlined'}
            onClick={() => setFilters({ ...kept({ q, establishmentId }), ...filter }, [])}
          />
        );
      })}
    </Stack>
  );
}

function kept(filters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
