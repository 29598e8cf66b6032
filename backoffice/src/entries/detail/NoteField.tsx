import { Button, Stack, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDraft } from '../use-draft.ts';
import { useActs } from './EntryActsProvider.tsx';
import { parisNow } from './timeline.ts';

/** A note for colleagues, written where it will stand. */
export function NoteField({ entryId }: { readonly entryId: number }) {
  const t = useTexts('entry.act');
  const { run } = useActs();
  const [note, type] = useDraft(`note ${entryId}`);
  const [isSending, setSending] = useState(false);

  async function save(event?: FormEvent) {
    event?.preventDefault();
    setSending(true);
    const action = { ...parisNow(), stage: null, done: true, comment: note };
    const sent = await run({ name: 'edit', body: { actions: [action] } });
    setSending(false);
    if (sent.state === 'done') type('');
  }

  const isEmpty = note.trim() === '';
  return (
    <Stack component="form" spacing={1} onSubmit={(event) => void save(event)}>
      <TextField
        label={t('note')}
        size="small"
        multiline
        maxRows={8}
        value={note}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && (ctrlKey || metaKey) && !isEmpty && !isSending) void save();
        }}
      />
      {!isEmpty && (
        <Button type="submit" variant="contained" loading={isSending} sx={{ alignSelf: 'flex-start' }}>
          {t('saveNote')}
        </Button>
      )}
    </Stack>
  );
}
