import { Alert, Button, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useActs } from './use-acts.ts';

interface Props {
  readonly suspicion: 'trap' | 'haste';
}

/** Why an entry lies apart as presumed spam; one click says whether it is. */
export function PresumedNotice({ suspicion }: Props) {
  const translate = useTranslate();
  const { mayChange, run } = useActs();
  const decide = (spam: boolean) => void run({ name: 'spam', body: { spam } });
  return (
    <Alert severity="warning">
      {translate(`accueil.entry.presumed.${suspicion}`)} {translate('accueil.entry.presumed.apart')}
      {mayChange && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
          <Button color="inherit" variant="outlined" onClick={() => decide(false)}>
            {translate('accueil.entry.presumed.release')}
          </Button>
          <Button color="inherit" onClick={() => decide(true)}>
            {translate('accueil.entry.presumed.confirm')}
          </Button>
        </Stack>
      )}
    </Alert>
  );
}
