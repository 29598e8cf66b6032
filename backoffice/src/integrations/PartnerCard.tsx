import Add from '@mui/icons-material/Add';
import { Button, Card, CardContent, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { DateInput, useRefresh, useTranslate } from 'react-admin';
import { FormDialog } from '../administration/FormDialog.tsx';
import { change } from '../desk/client.ts';
import { today } from '../i18n/format.ts';
import { useFormat } from '../i18n/use-format.ts';
import { CredentialRow } from './CredentialRow.tsx';
import type { Partner, Token } from './integrations.ts';

interface Props {
  readonly partner: Partner;
  /** What to do with a new token, which is shown once. */
  readonly onToken: (token: string) => void;
}

/** A placement partner and its tokens. */
export function PartnerCard({ partner, onToken }: Props) {
  const translate = useTranslate();
  const format = useFormat();
  const refresh = useRefresh();
  const [isAdding, setAdding] = useState(false);
  const say = (key: string, options = {}) => translate(`accueil.integrations.partners.${key}`, options);
  const endOf = ({ until }: Token) =>
    until === null ? say('noEnd') : say(until < today() ? 'endedOn' : 'until', { day: format.day(until) });

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
            {say('addToken')}
          </Button>
        </Stack>
        <Stack component="ul" spacing={1} sx={{ listStyle: 'none', p: 0, my: 1 }}>
          {partner.tokens.map((token) => (
            <CredentialRow
              key={token.id}
              name={say('token')}
              detail={endOf(token)}
              createdAt={token.createdAt}
              revokedAt={token.revokedAt}
              revoke={{
                title: say('revokeTitle', { name: partner.slug }),
                content: say('revokeContent'),
                done: 'accueil.integrations.partners.revoked',
                path: `/desk/tokens/${token.id}`,
              }}
            />
          ))}
        </Stack>
      </CardContent>
      {isAdding && (
        <FormDialog
          title={say('newToken', { name: partner.slug })}
          submit={say('makeToken')}
          onClose={() => setAdding(false)}
          onSubmit={async ({ until }) => {
            const added = await change<{ readonly token: string }>(
              'POST',
              `/desk/partners/${partner.id}/tokens`,
              { until: until === '' || until === undefined ? null : until },
            );
            setAdding(false);
            onToken(added.token);
            refresh();
          }}
        >
          <DateInput source="until" label={say('untilLabel')} helperText={say('untilHelp')} />
        </FormDialog>
      )}
    </Card>
  );
}
