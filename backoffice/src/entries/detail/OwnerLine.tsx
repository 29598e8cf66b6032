import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import type { EntryDetail } from '../../api/responses.ts';
import { useSession } from '../../session/access.ts';
import { useActs } from './EntryActsProvider.tsx';
import { HandOverDialog } from './HandOverDialogs.tsx';

/** Who is in charge; the user takes charge with one click. */
export function OwnerLine({ entry }: { readonly entry: EntryDetail }) {
  const { owner } = entry;
  const session = useSession();
  const { run } = useActs();
  const mayChange = entry.mayChange && entry.duplicateOf === null;
  const [isOpen, setOpen] = useState(false);
  const isMine = owner !== null && owner.id === session?.user.id;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
      {(owner !== null || !mayChange) && (
        <Typography variant="body2">
          {owner === null ? 'Personne ne l’a prise en charge' : `Prise en charge par ${owner.name}`}
        </Typography>
      )}
      {mayChange && session !== undefined && !isMine && (
        <Button size="small" onClick={() => void run({ name: 'owner', body: { userId: session.user.id } })}>
          Je m’en charge
        </Button>
      )}
      {mayChange && (
        <Button size="small" onClick={() => setOpen(true)}>
          Confier à…
        </Button>
      )}
      {isOpen && <HandOverDialog title="Confier à…" entry={entry} onClose={() => setOpen(false)} />}
    </Stack>
  );
}
