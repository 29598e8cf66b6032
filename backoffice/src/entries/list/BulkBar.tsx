import BedtimeOutlined from '@mui/icons-material/BedtimeOutlined';
import Close from '@mui/icons-material/Close';
import DoneAll from '@mui/icons-material/DoneAll';
import EventOutlined from '@mui/icons-material/EventOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import { Checkbox, IconButton, Stack, Typography } from '@mui/material';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Button, useListContext } from 'react-admin';
import { counted } from '../../../../server/src/french/dates.ts';
import type { FollowedEntry } from '../../api/responses.ts';
import { useMayChange } from '../../session/access.ts';
import { callerName } from '../entry.ts';
import { BulkDialog, type BulkName } from './BulkDialog.tsx';

const buttonTexts = { owner: 'Confier à…', plan: 'Planifier un appel', sleep: 'Mettre en sommeil' };

const buttons: readonly (readonly [BulkName, ReactElement])[] = [
  ['owner', <PersonOutlined key="owner" />],
  ['plan', <EventOutlined key="plan" />],
  ['sleep', <BedtimeOutlined key="sleep" />],
];

/** What can be done to the chosen entries at once; nothing while none is chosen. */
export function BulkBar() {
  const mayChange = useMayChange();
  const { selectedIds, data = [], onSelect, onUnselectItems } = useListContext<FollowedEntry>();
  const [open, setOpen] = useState<BulkName>();
  if (selectedIds.length === 0) return null;
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label="Fiches choisies"
      // In sight however long the list is: just below the bar of the page. Over the head of the table: no row moves.
      sx={{
        position: 'sticky',
        top: { xs: 56, sm: 48 },
        zIndex: 3,
        height: 49,
        mb: { md: '-49px' },
        alignItems: 'center',
        gap: 0.5,
        px: 1,
        py: 0.5,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton size="small" aria-label="Désélectionner" onClick={() => onUnselectItems()}>
        <Close fontSize="small" />
      </IconButton>
      <Typography variant="body2" role="status" sx={{ flexGrow: 1 }}>
        {counted(selectedIds.length, 'choisie')}
      </Typography>
      <Button
        label="Toutes de la page"
        onClick={() =>
          onSelect([...new Set([...selectedIds, ...data.filter(mayChange).map(({ id }) => id)])])
        }
      >
        <DoneAll />
      </Button>
      {buttons.map(([name, icon]) => (
        // Icons alone on a phone.
        <Button key={name} label={buttonTexts[name]} onClick={() => setOpen(name)}>
          {icon}
        </Button>
      ))}
      {open !== undefined && <BulkDialog name={open} onClose={() => setOpen(undefined)} />}
    </Stack>
  );
}

interface SelectableProps {
  readonly entry: FollowedEntry;
  readonly children: ReactNode;
}

/** An entry of a list, or its name, with a box that chooses it. */
export function Selectable({ entry, children }: SelectableProps) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', '& > :last-child': { flexGrow: 1, minWidth: 0 } }}>
      <SelectBox entry={entry} />
      <div>{children}</div>
    </Stack>
  );
}

/** Absent for an entry that the user may not change. */
function SelectBox({ entry }: { readonly entry: FollowedEntry }) {
  const mayChange = useMayChange();
  const { selectedIds, onToggleItem } = useListContext<FollowedEntry>();
  if (!mayChange(entry)) return null;
  return (
    <Checkbox
      checked={selectedIds.includes(entry.id)}
      onChange={() => onToggleItem(entry.id)}
      slotProps={{
        input: { 'aria-label': `Choisir ${callerName(entry)}` },
      }}
    />
  );
}
