import ContentCopy from '@mui/icons-material/ContentCopy';
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useNotify } from 'react-admin';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  /** Beside « Fermer ». */
  readonly act?: ReactNode;
  readonly children: ReactNode;
}

export function ReadDialog({ title, onClose, act, children }: Props) {
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>{children}</DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>Fermer</Button>
        {act}
      </DialogActions>
    </Dialog>
  );
}

/** Secrets that are shown once. */
export interface ShownOnceProps {
  readonly title: string;
  readonly intro?: string;
  readonly shown: readonly { readonly label: string; readonly value: string }[];
  readonly children?: ReactNode;
}

/** Shows secrets once, with buttons to copy them. A click beside the dialog does not close it. */
export function ShownOnceDialog({
  title,
  intro,
  shown,
  onClose,
  children,
}: ShownOnceProps & { readonly onClose: () => void }) {
  const notify = useNotify();
  const titleId = useId();

  async function copy(value: string) {
    try {
      await navigator.clipboard.writeText(value);
      notify('Copié.', { type: 'success' });
    } catch {
      // The clipboard needs https.
      notify('Le navigateur ne permet pas de copier ici : sélectionnez le texte et copiez-le.', {
        type: 'warning',
      });
    }
  }

  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          À copier maintenant : c’est affiché cette fois seulement, et ne pourra pas être retrouvé.
        </Alert>
        {intro !== undefined && <Typography sx={{ mb: 2 }}>{intro}</Typography>}
        {shown.map(({ label, value }) => (
          <Stack key={label} direction={{ xs: 'column', sm: 'row' }} spacing={1} sx={{ mb: 1 }}>
            <TextField
              label={label}
              value={value}
              fullWidth
              multiline={value.includes('\n')}
              onFocus={(event) => event.target.select()}
              slotProps={{ htmlInput: { readOnly: true, style: { fontFamily: 'monospace' } } }}
            />
            <Button
              startIcon={<ContentCopy />}
              onClick={() => copy(value)}
              aria-label={`Copier : ${label}`}
              sx={{ flexShrink: 0 }}
            >
              Copier
            </Button>
          </Stack>
        ))}
        {children}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          C’est noté, fermer
        </Button>
      </DialogActions>
    </Dialog>
  );
}
