import Add from '@mui/icons-material/Add';
import { DateInput, required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import type { Partner } from '../api/responses.ts';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { CardList } from '../ui/CardList.tsx';
import { AddButton, FormButton } from '../ui/FormButton.tsx';
import type { ShownOnceProps } from '../ui/ShownOnceDialog.tsx';
import { CredentialCard, LabelInput } from './CredentialCard.tsx';

export function PartnerList() {
  return (
    <CardList<Partner>
      resource="partners"
      title="Partenaires"
      act={
        <AddButton
          text="Ajouter un partenaire"
          send={({ slug }) => request('POST /desk/partners', { slug })}
          once={tokenShown}
        >
          <TextInput
            source="slug"
            label="Nom court"
            helperText="Il figure dans les adresses : minuscules sans accent, chiffres, - et _."
            validate={required()}
          />
        </AddButton>
      }
    >
      {(partner) => <PartnerCard partner={partner} />}
    </CardList>
  );
}

/** A new token, to show it once. */
const tokenShown = ({ token }: { readonly token: string }): ShownOnceProps => ({
  title: 'Jeton créé',
  shown: [{ label: 'Jeton', value: token }],
});

function PartnerCard({ partner }: { readonly partner: Partner }) {
  const endOf = ({ until }: Partner['tokens'][number]) =>
    until === null
      ? 'sans fin'
      : until < today()
        ? `terminé depuis le ${format.day(until)}`
        : `valable jusqu’au ${format.day(until)}`;

  return (
    <CredentialCard
      kind="tokens"
      owner={partner.slug}
      act={
        <FormButton
          text="Ajouter un jeton"
          title={`Nouveau jeton : ${partner.slug}`}
          submit="Créer le jeton"
          size="small"
          startIcon={<Add />}
          send={({ until, label }) =>
            request('POST /desk/partners/:id/tokens', {
              id: partner.id,
              until: until || null,
              label: label || null,
            })
          }
          once={tokenShown}
        >
          <LabelInput />
          <DateInput source="until" label="Dernier jour de validité" helperText="Vide : sans fin." />
        </FormButton>
      }
      credentials={partner.tokens.map((token) => ({ ...token, name: 'Jeton', detail: endOf(token) }))}
    />
  );
}
