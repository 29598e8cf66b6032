import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, IconButton, Stack, Tooltip, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  /** Opens the form of the block; undefined where it can't be edited. */
  readonly onEdit?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A titled part of an entry's page. */
export function Block({ title, onEdit, children }: Props) {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ py: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'center', minHeight: 36, mb: 0.5 }}>
        <Typography id={titleId} component="h2" variant="subtitle1" sx={{ flexGrow: 1, fontWeight: 650 }}>
          {title}
        </Typography>
        {onEdit !== undefined && <Pencil label={`Modifier : ${title}`} onClick={onEdit} />}
      </Stack>
      {children}
    </Box>
  );
}

/** A button with a pencil: it opens a form that edits what stands beside it. */
export function Pencil({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick}>
        <EditOutlined fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
