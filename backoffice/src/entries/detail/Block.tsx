import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, Button, IconButton, Stack, Tooltip, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { clampedTo } from '../../ui/styles.ts';

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

interface TimelineItemProps {
  readonly icon: ReactNode;
  readonly head: ReactNode;
  readonly by?: string | null;
  readonly edit?: { readonly label: string; readonly onClick: () => void } | undefined;
  readonly children?: ReactNode;
}

/** What was written, said, done or planned. */
export function TimelineItem({ icon, head, by, edit, children }: TimelineItemProps) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5 }}>
      <Box aria-hidden sx={{ color: 'text.secondary', lineHeight: 0, pt: 0.25 }}>
        {icon}
      </Box>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1, fontWeight: 600 }}>
          {head}
        </Stack>
        {children}
        {by && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {by}
          </Typography>
        )}
      </Box>
      {edit !== undefined && (
        // Of many lines, that under the pointer has it.
        <Box sx={{ '@media (hover: hover)': { 'li:not(:hover, :focus-within) > &': { opacity: 0 } } }}>
          <Pencil {...edit} />
        </Box>
      )}
    </Box>
  );
}

/** Words as they were written; what is longer than some ten lines is folded. */
export function LongText({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > 900 || text.split('\n').length > 10;
  return (
    <>
      <Typography
        sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', ...(isLong && !isOpen && clampedTo(10)) }}
      >
        {text}
      </Typography>
      {isLong && (
        <Button
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ alignSelf: 'flex-start' }}
        >
          {isOpen ? 'Réduire' : 'Lire la suite'}
        </Button>
      )}
    </>
  );
}
