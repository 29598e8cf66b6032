import { Button, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useAct } from '../administration/use-act.ts';
import { change } from '../desk/client.ts';
import { ActButton } from '../entry/ActButton.tsx';
import type { ListedEntry } from '../lists/listed-entry.ts';
import { useMayChange } from '../lists/use-may-change.ts';

/** What is usually done with an orientation, where it stands in the list. */
export function OrientationActs({ entry }: { readonly entry: ListedEntry }) {
  const translate = useTranslate();
  const mayChange = useMayChange();
  const { act, isBusy } = useAct();
  if (!mayChange(entry)) return null;
  const { id, establishmentId, flagged } = entry;
  const name = entry.name ?? translate('accueil.leads.unnamed');
  const say = (key: string) => translate(`accueil.queues.orientations.${key}`, { name });
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', gap: 1, alignContent: 'flex-start', justifyContent: { md: 'flex-end' } }}
    >
      {establishmentId === null && (
        <ActButton
          entryId={id}
          act="assignFirst"
          text={say('assign')}
          label={say('assignOf')}
          variant="contained"
        />
      )}
      <ActButton entryId={id} act="result" text={say('result')} label={say('resultOf')} />
      {flagged && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={say('seenOf')}
          onClick={() =>
            void act(() => change('POST', `/desk/entries/${id}/seen`), 'accueil.entry.act.saved')
          }
        >
          {say('seen')}
        </Button>
      )}
    </Stack>
  );
}
