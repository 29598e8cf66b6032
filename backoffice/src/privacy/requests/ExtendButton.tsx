import { Button } from '@mui/material';
import { useState } from 'react';
import { required, TextInput, useNotify, useRefresh } from 'react-admin';
import { request } from '../../api/client.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

/** Extends the delay of a request once, by two months, for a reason. */
export function ExtendButton({ id }: { readonly id: number }) {
  const t = useTexts('privacy.request.extend');
  const notify = useNotify();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} sx={{ mt: 1, ml: -0.75 }}>
        {t('button')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('button')}
          submit={t('submit')}
          onClose={() => setOpen(false)}
          onSubmit={async ({ reason }) => {
            await request('PATCH /desk/privacy/requests/:id', { id, extensionReason: reason });
            notify('accueil.privacy.request.saved', { type: 'success' });
            refresh();
            setOpen(false);
          }}
        >
          <TextInput
            source="reason"
            label={t('reason')}
            helperText={t('help')}
            multiline
            validate={required()}
          />
        </FormDialog>
      )}
    </>
  );
}
