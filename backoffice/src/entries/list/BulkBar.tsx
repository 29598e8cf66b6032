import BedtimeOutlined from '@mui/icons-material/BedtimeOutlined';
import Close from '@mui/icons-material/Close';
import EventOutlined from '@mui/icons-material/EventOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import { Box, Checkbox, IconButton, Stack, Typography } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { Button, useListContext, useTranslate } from 'react-admin';
import type { FollowedEntry } from '../../api/responses.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useMayChange } from '../../session/access.ts';
import { BulkDialog, type BulkName } from './BulkDialog.tsx';

const buttons: readonly (readonly [BulkName, ReactElement])[] = [
  ['owner', <PersonOutlined key="owner" />],
  ['plan', <EventOutlined key="plan" />],
  ['sleep', <BedtimeOutlined key="sleep" />],
];

/** What can be done to the chosen entries at once; nothing while none is chosen. */
export function BulkBar() {
  const translate = useTranslate();
  const t = useTexts('leads.bulk');
  const { selectedIds, onUnselectItems } = useListContext<FollowedEntry>();
  const [open, setOpen] = useState<BulkName>();
  if (selectedIds.length === 0) return null;
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label={t('label')}
      // In sight however long the list is: just below the bar of the page.
      sx={{
        position: 'sticky',
        top: { xs: 56, sm: 48 },
        zIndex: 3,
        alignItems: 'center',
        gap: 0.5,
        px: 1,
        py: 0.5,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton size="small" aria-label={translate('ra.action.unselect')} onClick={() => onUnselectItems()}>
        <Close fontSize="small" />
      </IconButton>
      <Typography variant="body2" role="status" sx={{ flexGrow: 1 }}>
        {t('chosen', { smart_count: selectedIds.length })}
      </Typography>
      {buttons.map(([name, icon]) => (
        // Icons alone on a phone.
        <Button key={name} label={`accueil.leads.bulk.${name}.button`} onClick={() => setOpen(name)}>
          {icon}
        </Button>
      ))}
      {open !== undefined && <BulkDialog name={open} onClose={() => setOpen(undefined)} />}
    </Stack>
  );
}

/** Chooses an entry of a list of cards. Absent for one that the user may not change. */
export function SelectBox({ entry }: { readonly entry: FollowedEntry }) {
  const translate = useTranslate();
  const mayChange = useMayChange();
  const { selectedIds, onToggleItem } = useListContext<FollowedEntry>();
  if (!mayChange(entry)) return null;
  const name = entry.name ?? translate('accueil.leads.unnamed');
  return (
    <Box sx={{ float: 'left', pt: 0.5 }}>
      <Checkbox
        checked={selectedIds.includes(entry.id)}
        onChange={() => onToggleItem(entry.id)}
        slotProps={{ input: { 'aria-label': translate('accueil.leads.bulk.choose', { name }) } }}
      />
    </Box>
  );
}
