import { Box, Button, TextField } from '@mui/material';
import { type KeyboardEvent, useState } from 'react';
import { useShortcuts } from '../../ui/use-page-keys.ts';
import { useDraft } from '../use-draft.ts';
import { callerOf } from './contacts.ts';
import { useActs } from './EntryActsProvider.tsx';
import { parisNow } from './timeline.ts';

interface Props {
  readonly entryId: number;
  /** Whether the tab key leads from it to the outcomes of a call; Ctrl+Enter saves the note alone. */
  readonly isBesideCall: boolean;
}

/** What is noted: for colleagues as it is, or along with the next act. */
export function NoteField({ entryId, isBesideCall }: Props) {
  const { entry, run } = useActs();
  const { text: note, type, clear } = useDraft(entryId);
  const [isSending, setSending] = useState(false);
  const isEmpty = note.trim() === '';

  async function save() {
    setSending(true);
    const action = { ...parisNow(), stage: null, done: true, comment: note };
    const told = `${callerOf(entry)} : note enregistrée.`;
    const sent = await run({ name: 'edit', body: { actions: [action] } }, told, () => type(note));
    setSending(false);
    if (sent.state === 'done') clear();
  }

  function saveByKey({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (key === 'Enter' && (ctrlKey || metaKey) && !isEmpty && !isSending) void save();
  }

  return (
    <TextField
      label="Note"
      size="small"
      multiline
      maxRows={6}
      fullWidth
      value={note}
      onChange={({ target }) => type(target.value)}
      onKeyDown={saveByKey}
      slotProps={{
        htmlInput: { 'aria-keyshortcuts': 'n' },
        input: {
          endAdornment: isEmpty ? (
            <Key name="n" />
          ) : (
            <Button
              size="small"
              loading={isSending}
              tabIndex={isBesideCall ? -1 : 0}
              aria-keyshortcuts="Control+Enter"
              onClick={() => void save()}
              sx={{ flexShrink: 0, my: -0.75, minHeight: { xs: 44, md: 36 } }}
            >
              Enregistrer la note
            </Button>
          ),
        },
      }}
    />
  );
}

/** The letter that presses a control, where there is a keyboard. */
export function Key({ name }: { readonly name: string }) {
  const [isOn] = useShortcuts();
  if (!isOn) return null;
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        display: { xs: 'none', lg: 'inline' },
        fontFamily: 'inherit',
        fontSize: '0.7rem',
        fontWeight: 400,
        textTransform: 'uppercase',
      }}
    >
      {name}
    </Box>
  );
}
