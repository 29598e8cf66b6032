import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useDeskRead } from '../administration/use-desk-read.ts';

/** The columns that an import knows. */
export function ColumnNames({ kind }: { readonly kind: string }) {
  const translate = useTranslate();
  const { data } = useDeskRead<{ readonly columns: readonly string[] }>(`/desk/imports/${kind}`);
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {data !== undefined &&
        translate('accueil.residences.import.columns', { columns: data.columns.join(', ') })}
    </Typography>
  );
}
