import { DateInput, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import { today } from '../../i18n/days.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

interface Props {
  readonly requestId?: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Notes that a person does not want to be contacted. Their number and address are not stored. */
export function ObjectionDialog({ requestId, onClose, onDone }: Props) {
  const t = useTexts('privacy.objection');
  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      values={{ objectedOn: today() }}
      isSticky
      onClose={onClose}
      onSubmit={async ({ phone, email, objectedOn }) => {
        const typed = { phone: textOf(phone), email: textOf(email) };
        if (typed.phone === undefined && typed.email === undefined) return t('needsOne');
        const body = { ...typed, objectedOn, ...(requestId !== undefined && { requestId }) };
        await request('POST /desk/privacy/objections', body);
        onDone();
        return undefined;
      }}
    >
      <TextInput source="phone" type="tel" label={t('phone')} />
      <TextInput source="email" type="email" label={t('email')} helperText={t('hashed')} />
      <DateInput source="objectedOn" label={t('objectedOn')} />
    </FormDialog>
  );
}

function textOf(typed: unknown): string | undefined {
  return typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : undefined;
}
