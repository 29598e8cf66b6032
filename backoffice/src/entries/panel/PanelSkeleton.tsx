import { Skeleton, Stack } from '@mui/material';
import { translate } from '../../i18n/texts.ts';

/** What stands there while an entry is read. */
export function PanelSkeleton() {
  return (
    <Stack spacing={1} sx={{ p: 2 }} role="status" aria-label={translate('accueil.entry.loading')}>
      <Skeleton width="60%" />
      <Skeleton variant="rounded" height={44} />
      <Skeleton variant="rounded" height={120} />
    </Stack>
  );
}
