import { Chip, Stack } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { useViews } from './use-views.ts';

/** Filters that are wanted every day, one click each. What is searched for and the residence stay as they are. */
export function LeadViews() {
  const translate = useTranslate();
  const views = useViews();
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
            label={translate(`accueil.leads.view.${name}`)}
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
