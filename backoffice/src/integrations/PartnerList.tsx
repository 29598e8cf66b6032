import Add from '@mui/icons-material/Add';
import { DateInput, required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import type { Partner } from '../api/responses.ts';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { CardList } from '../ui/CardList.tsx';
import { AddButton, FormButton } from '../ui/FormButton.tsx';
import type { ShownOnceProps } from '../ui/ShownOnceDialog.tsx';
import { CredentialCard, LabelInput } from './CredentialCard.tsx';

const t = textsOf('integrations.partners');

export function PartnerList() {
  return (
    <CardList<Partner>
      resource="partners"
      title={translate('accueil.integrations.tabs.partners')}
      act={
        <AddButton
          text={t('add')}
          send={({ slug }) => request('POST /desk/partners', { slug })}
          once={tokenShown}
        >
          <TextInput source="slug" label={t('slug')} helperText={t('slugHelp')} validate={required()} />
        </AddButton>
      }
    >
      {(partner) => <PartnerCard partner={partner} />}
    </CardList>
  );
}

/** A new token, to show it once. */
const tokenShown = ({ token }: { readonly token: string }): ShownOnceProps => ({
  title: t('tokenAdded'),
  shown: [{ label: t('token'), value: token }],
});

function PartnerCard({ partner }: { readonly partner: Partner }) {
  const endOf = ({ until }: Partner['tokens'][number]) =>
    until === null ? t('noEnd') : t(until < today() ? 'endedOn' : 'until', { day: format.day(until) });

  return (
    <CredentialCard
      kind="tokens"
      owner={partner.slug}
      act={
        <FormButton
          texts="integrations.partners.addToken"
          options={{ name: partner.slug }}
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
          <DateInput source="until" label={t('untilLabel')} helperText={t('untilHelp')} />
        </FormButton>
      }
      credentials={partner.tokens.map((token) => ({ ...token, name: t('token'), detail: endOf(token) }))}
    />
  );
}
