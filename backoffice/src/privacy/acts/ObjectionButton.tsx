import { DateInput, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import { today } from '../../i18n/days.ts';
import { textsOf } from '../../i18n/texts.ts';
import { FormButton, type FormOpener } from '../../ui/FormButton.tsx';

const t = textsOf('privacy.objection');

interface Props extends FormOpener {
  readonly requestId?: number;
}

/** Notes that a person does not want to be contacted. Their number and address are not stored. */
export function ObjectionButton({ requestId, ...button }: Props) {
  return (
    <FormButton
      {...button}
      title={t('title')}
      submit={t('submit')}
      values={{ objectedOn: today() }}
      isSticky
      send={async ({ phone, email, objectedOn }) => {
        const typed = { phone: textOf(phone), email: textOf(email) };
        if (typed.phone === undefined && typed.email === undefined) return t('needsOne');
        const body = { ...typed, objectedOn, ...(requestId !== undefined && { requestId }) };
        return request('POST /desk/privacy/objections', body);
      }}
      done="accueil.privacy.objection.done"
    >
      <TextInput source="phone" type="tel" label={t('phone')} />
      <TextInput source="email" type="email" label={t('email')} helperText={t('hashed')} />
      <DateInput source="objectedOn" label={t('objectedOn')} />
    </FormButton>
  );
}

function textOf(typed: unknown): string | undefined {
  return typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : undefined;
}
