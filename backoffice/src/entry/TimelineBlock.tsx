import { Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionDialog } from './ActionDialog.tsx';
import { Block } from './Block.tsx';
import { actionText } from './history-sentences.ts';
import { TimelineItem } from './TimelineItem.tsx';
import { inOrder } from './timeline.ts';
import { useWords } from './use-words.ts';
import type { Action } from './whole-entry.ts';

/** What is planned, then what was done, newest first. */
export function TimelineBlock({ actions }: { readonly actions: readonly Action[] }) {
  const translate = useTranslate();
  const words = useWords();
  const [edited, setEdited] = useState<Action>();
  return (
    <Block title={translate('accueil.entry.block.timeline')}>
      {actions.length === 0 && (
        <Typography color="text.secondary">{translate('accueil.entry.timeline.empty')}</Typography>
      )}
      <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {inOrder(actions).map((action) => (
          <TimelineItem key={action.position} action={action} onEdit={() => setEdited(action)} />
        ))}
      </Stack>
      {edited !== undefined && (
        <ActionDialog
          title={translate('accueil.entry.act.editAction', {
            action: actionText({ ...edited, comment: null }, words),
          })}
          values={valuesOf(edited)}
          known={{ position: edited.position, stored: valuesOf(edited) }}
          isWhole
          onClose={() => setEdited(undefined)}
        />
      )}
    </Block>
  );
}

function valuesOf({ date, time, stage, done, comment }: Action) {
  return { date, time, stage, done, comment };
}
