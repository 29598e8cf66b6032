import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import type { EntryDetail } from '../../api/responses.ts';
import { textsOf } from '../../i18n/texts.ts';
import { useSession } from '../../session/access.ts';
import { useActs } from './EntryActsProvider.tsx';
import { HandOverDialog } from './HandOverDialogs.tsx';

const t = textsOf('entry');

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
          {owner === null ? t('owner.none') : t('owner.is', { name: owner.name })}
        </Typography>
      )}
      {mayChange && session !== undefined && !isMine && (
        <Button size="small" onClick={() => void run({ name: 'owner', body: { userId: session.user.id } })}>
          {t('act.takeCharge')}
        </Button>
      )}
      {mayChange && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('act.handOver')}
        </Button>
      )}
      {isOpen && <HandOverDialog title={t('act.handOver')} entry={entry} onClose={() => setOpen(false)} />}
    </Stack>
  );
}
