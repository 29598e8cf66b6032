import { Alert, Card, CardContent, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Title, useTranslate } from 'react-admin';
import { WhenLoaded } from '../administration/WhenLoaded.tsx';
import { MailForm } from './MailForm.tsx';
import { readMailPreference } from './mail-preference.ts';

/** How whoever is signed in is told by e-mail of what arrives. */
export function MailPage() {
  const translate = useTranslate();
  const { data, error } = useQuery({ queryKey: ['session', 'mail'], queryFn: readMailPreference });
  return (
    <Card sx={{ maxWidth: 600, mt: 2 }}>
      <Title title="accueil.mail.title" />
      <CardContent>
        <WhenLoaded data={data} error={error}>
          {({ mail, told, on }) =>
            told ? (
              <>
                <Typography sx={{ color: 'text.secondary' }}>{translate('accueil.mail.intro')}</Typography>
                {!on && (
                  <Alert severity="info" sx={{ mt: 2 }}>
                    {translate('accueil.mail.off')}
                  </Alert>
                )}
                <MailForm chosen={mail} />
              </>
            ) : (
              <Alert severity="info">{translate('accueil.mail.notTold')}</Alert>
            )
          }
        </WhenLoaded>
      </CardContent>
    </Card>
  );
}
