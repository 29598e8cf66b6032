import { Skeleton, Stack } from '@mui/material';

/** What stands there while an entry is read. */
export function PanelSkeleton() {
  return (
    <Stack spacing={1} sx={{ p: 2 }} role="status" aria-label="Lecture de la fiche…">
      <Skeleton width="60%" />
      <Skeleton variant="rounded" height={44} />
      <Skeleton variant="rounded" height={120} />
    </Stack>
  );
}
