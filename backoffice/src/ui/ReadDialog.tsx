import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';

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
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap' }}>
        <Button onClick={onClose}>Fermer</Button>
        {act}
      </DialogActions>
    </Dialog>
  );
}
