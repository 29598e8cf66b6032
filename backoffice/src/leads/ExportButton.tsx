import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { exportAddress } from './list-query.ts';

/** The whole list, as it is filtered and sorted, as a file for a spreadsheet. */
export function ExportButton() {
  const translate = useTranslate();
  const { filterValues, sort } = useListContext();
  return (
    <Button
      component="a"
      href={exportAddress(filterValues, sort)}
      download
      size="small"
      startIcon={<DownloadOutlined />}
    >
      {translate('accueil.leads.export')}
    </Button>
  );
}
