import AddOutlined from '@mui/icons-material/AddOutlined';
import { Button } from '@mui/material';
import { ColumnsButton, FilterButton, TopToolbar, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useRight } from '../session/use-right.ts';
import { ExportButton } from './ExportButton.tsx';
import { SortMenu } from './SortMenu.tsx';

/** What can be done with the whole list. Without columns there is nothing to choose of them, nor headers to sort by. */
export function LeadListActions({ isNarrow }: { readonly isNarrow: boolean }) {
  const translate = useTranslate();
  const mayAdd = useRight('entries.change');
  return (
    <TopToolbar sx={{ flexWrap: { xs: 'wrap', md: 'nowrap' }, alignItems: 'center', gap: 0.5 }}>
      <FilterButton />
      {isNarrow ? <SortMenu /> : <ColumnsButton />}
      <ExportButton />
      {mayAdd && (
        <Button
          component={Link}
          to="/leads/create"
          variant="contained"
          size="small"
          startIcon={<AddOutlined />}
          sx={{ ml: 1 }}
        >
          {translate('accueil.leads.add')}
        </Button>
      )}
    </TopToolbar>
  );
}
