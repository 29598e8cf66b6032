import Add from '@mui/icons-material/Add';
import { Button, Card, CardContent, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { DateInput, required, TextInput, useGetList, useRefresh, useTranslate } from 'react-admin';
import { request } from '../api/client.ts';
import type { Partner } from '../api/responses.ts';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { CredentialRow, LabelInput } from './CredentialRow.tsx';

export function PartnerList() {
  const translate = useTranslate();
  const t = useTexts('integrations.partners');
  const { data, error } = useGetList<Partner>('partners');
  const refresh = useRefresh();
  const [isAdding, setAdding] = useState(false);
  const [token, setToken] = useState<string>();
  return (
    <>
      <SectionHead title={translate('accueil.integrations.tabs.partners')}>
        <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {(partners) => (
          <Stack spacing={2}>
            {partners.map((partner) => (
              <PartnerCard key={partner.id} partner={partner} onToken={setToken} />
            ))}
          </Stack>
        )}
      </WhenLoaded>
      {isAdding && (
        <FormDialog
          title={t('add')}
          submit={translate('ra.action.add')}
          onClose={() => setAdding(false)}
          onSubmit={async ({ slug }) => {
            const added = await request('POST /desk/partners', { slug });
            setAdding(false);
            setToken(added.token);
            refresh();
          }}
        >
          <TextInput source="slug" label={t('slug')} helperText={t('slugHelp')} validate={required()} />
        </FormDialog>
      )}
      {token !== undefined && (
        <ShownOnceDialog
          title={t('tokenAdded')}
          shown={[{ label: t('token'), value: token }]}
          onClose={() => setToken(undefined)}
        />
      )}
    </>
  );
}

interface PartnerCardProps {
  readonly partner: Partner;
  /** Called with a new token, to show it once. */
  readonly onToken: (token: string) => void;
}

function PartnerCard({ partner, onToken }: PartnerCardProps) {
  const refresh = useRefresh();
  const [isAdding, setAdding] = useState(false);
  const t = useTexts('integrations.partners');
  const endOf = ({ until }: Partner['tokens'][number]) =>
    until === null ? t('noEnd') : t(until < today() ? 'endedOn' : 'until', { day: format.day(until) });

  return (
    <Card component="article" aria-label={partner.slug}>
      <CardContent>
        <Stack
          direction="row"
          sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}
        >
          <Typography component="h3" variant="h6" sx={{ overflowWrap: 'anywhere' }}>
            {partner.slug}
          </Typography>
          <Button size="small" startIcon={<Add />} onClick={() => setAdding(true)}>
            {t('addToken')}
          </Button>
        </Stack>
        <Stack component="ul" spacing={1} sx={{ listStyle: 'none', p: 0, my: 1 }}>
          {partner.tokens.map((token) => (
            <CredentialRow
              key={token.id}
              name={t('token')}
              detail={endOf(token)}
              label={token.label}
              lastUsedOn={token.lastUsedOn}
              kind="tokens"
              id={token.id}
              createdAt={token.createdAt}
              revokedAt={token.revokedAt}
              revoke={{
                title: t('revokeTitle', { name: partner.slug }),
                content: t('revokeContent'),
                done: 'accueil.integrations.partners.revoked',
              }}
            />
          ))}
        </Stack>
      </CardContent>
      {isAdding && (
        <FormDialog
          title={t('newToken', { name: partner.slug })}
          submit={t('makeToken')}
          onClose={() => setAdding(false)}
          onSubmit={async ({ until, label }) => {
            const added = await request('POST /desk/partners/:id/tokens', {
              id: partner.id,
              until: until === '' || until === undefined ? null : until,
              label: label || null,
            });
            setAdding(false);
            onToken(added.token);
            refresh();
          }}
        >
          <LabelInput />
          <DateInput source="until" label={t('untilLabel')} helperText={t('untilHelp')} />
        </FormDialog>
      )}
    </Card>
  );
}
