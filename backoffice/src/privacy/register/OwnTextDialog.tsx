import { TextInput, useNotify, useRefresh, useTranslate } from 'react-admin';
import { request } from '../../api/client.ts';
import type { Treatment } from '../../api/privacy-responses.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

interface Props {
  readonly title: string;
  readonly subject: Treatment['treatment'] | 'controller';
  readonly text: string;
  readonly onClose: () => void;
}

/** Edits the text that the officer adds to a part of the register. */
export function OwnTextDialog({ title, subject, text, onClose }: Props) {
  const translate = useTranslate();
  const t = useTexts('privacy.register');
  const notify = useNotify();
  const refresh = useRefresh();
  return (
    <FormDialog
      title={title}
      submit={translate('ra.action.save')}
      values={{ text }}
      isSticky
      onClose={onClose}
      onSubmit={async ({ text: typed }) => {
        const written = String(typed ?? '').trim();
        await request('PATCH /desk/privacy/register/:treatment', {
          treatment: subject,
          text: written === '' ? null : written,
        });
        notify('accueil.privacy.register.saved', { type: 'success' });
        refresh();
        onClose();
      }}
    >
      <TextInput source="text" label={t('ownText')} multiline minRows={4} helperText={t('ownTextHelp')} />
    </FormDialog>
  );
}
