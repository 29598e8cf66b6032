import { useDroppable } from '@dnd-kit/core';
import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { useId } from 'react';
import { format } from '../../i18n/format.ts';
import { mayChangeEntries, useSession } from '../../session/access.ts';
import { BoardCard } from './BoardCard.tsx';
import { type BoardFilter, type ColumnName, columnTitle, useColumn } from './columns.ts';
import type { useMoveLead } from './use-move-lead.tsx';

interface Props {
  readonly column: ColumnName;
  readonly filter: BoardFilter;
  readonly onMove: ReturnType<typeof useMoveLead>;
}

export function BoardColumn({ column, filter, onMove }: Props) {
  const session = useSession();
  const titleId = useId();
  const { setNodeRef, isOver } = useDroppable({ id: column, disabled: column === 'none' });
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useColumn(
    column,
    filter,
  );
  const leads = data?.pages.flatMap((page) => page.data) ?? [];
  const total = data?.pages[0]?.total;
  return (
    <Box
      ref={setNodeRef}
      component="section"
      aria-labelledby={titleId}
      sx={(theme) => ({
        flex: '1 0 auto',
        width: { xs: 'min(84vw, 300px)', md: 184 },
        scrollSnapAlign: 'start',
        border: `1px solid ${isOver ? theme.palette.primary.main : theme.palette.divider}`,
        borderRadius: 2,
        backgroundColor: isOver ? theme.palette.action.hover : 'transparent',
        p: 1,
        minHeight: 240,
      })}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, px: 0.5, pb: 1 }}>
        <Typography id={titleId} component="h2" variant="subtitle2" sx={{ fontWeight: 650 }}>
          {columnTitle(column)}
        </Typography>
        {total !== undefined && (
          <Typography variant="body2" color="textSecondary">
            {format.total(total)}
          </Typography>
        )}
      </Box>
      {isPending && <LinearProgress />}
      {isError && (
        <>
          <Typography role="alert" variant="body2">
            La liste n’a pas pu être chargée. Réessayez dans un instant.
          </Typography>
          <Button size="small" onClick={() => refetch()}>
            Réessayer
          </Button>
        </>
      )}
      {data !== undefined && leads.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 0.5 }}>
          Aucune demande
        </Typography>
      )}
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
      >
        {leads.map((lead) => (
          <BoardCard
            key={lead.id}
            lead={lead}
            mayMove={session !== undefined && mayChangeEntries(session, lead.establishmentId)}
            onMove={onMove}
          />
        ))}
      </Box>
      {hasNextPage && (
        <Button
          fullWidth
          size="small"
          sx={{ mt: 1 }}
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Voir plus
        </Button>
      )}
    </Box>
  );
}
