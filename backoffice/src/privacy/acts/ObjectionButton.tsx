import { DateInput, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import { today } from '../../i18n/days.ts';
import { FormButton, type FormOpener } from '../../ui/forms.tsx';

interface Props extends FormOpener {
  readonly requestId?: number;
}

/** Notes that a person does not want to be contacted. Their number and address are not stored. */
export function ObjectionButton({ requestId, ...button }: Props) {
  return (
    <FormButton
      {...button}
      title="Noter une opposition à la prospection"
      submit="Noter l’opposition"
      values={{ objectedOn: today() }}
      isSticky
      send={async ({ phone, email, objectedOn }) => {
        const typed = { phone: textOf(phone), email: textOf(email) };
        if (typed.phone === undefined && typed.email === undefined)
          return 'Donnez un téléphone ou un e-mail.';
        const body = { ...typed, objectedOn, ...(requestId !== undefined && { requestId }) };
        return request('POST /desk/privacy/objections', body);
      }}
      done="Opposition notée."
    >
      <TextInput source="phone" type="tel" label="Téléphone" />
      <TextInput
        source="email"
        type="email"
        label="E-mail"
        helperText="Ni le numéro ni l’adresse ne sont gardés : seulement une empreinte, pour la durée de la règle « Opposition ». Un numéro vaut pour les appels et les SMS. Les fiches qui concordent, nouvelles comprises, le montrent ; une demande ouverte reçoit quand même sa réponse."
      />
      <DateInput source="objectedOn" label="Le" />
    </FormButton>
  );
}

function textOf(typed: unknown): string | undefined {
  return typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : undefined;
}
