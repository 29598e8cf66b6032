import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { Card, CardContent, Link, List, ListItem, ListItemIcon } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { useRead, useResidences } from '../api/queries.ts';
import { SectionHead } from '../ui/SectionCard.tsx';
import { touched } from '../ui/styles.ts';

export function FirstSteps() {
  const residences = useResidences();
  const { data: users } = useRead('GET /desk/users');
  const { data: callers } = useRead('GET /desk/callers');
  const { data: mail } = useRead('GET /desk/session/mail');
  if (residences.isPending || users === undefined || callers === undefined || mail === undefined) return null;
  const isAny = (kind: 'passwords' | 'endpoints') => callers.data.some((caller) => caller[kind].length > 0);
  const steps = [
    {
      text: 'Remplacer les neuf résidences d’exemple, fictives, par les vôtres : importez-en la liste complète, ou modifiez-les',
      to: '/establishments/import',
      isDone: residences.all.some(({ example }) => !example),
    },
    { text: 'Inviter les utilisateurs', to: '/users', isDone: users.data.length > 1 },
    { text: 'Donner à un site son mot de passe', to: '/integrations', isDone: isAny('passwords') },
    {
      text: 'Dire aux sites, par un webhook, ce que deviennent leurs demandes',
      to: '/integrations/endpoints',
      isDone: isAny('endpoints'),
    },
    { text: 'Activer l’envoi d’e-mails, dans les réglages du service', to: '/mail', isDone: mail.on },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Card component="section" sx={{ mt: 2, maxWidth: 560 }}>
      <CardContent>
        <SectionHead title="Premiers pas" />
        <List disablePadding>
          {steps.map(({ text, to, isDone }) => (
            <ListItem key={to} disableGutters>
              <ListItemIcon sx={{ minWidth: 36 }}>
                {isDone ? (
                  <CheckCircle color="success" titleAccess="Fait" />
                ) : (
                  <RadioButtonUnchecked color="disabled" titleAccess="À faire" />
                )}
              </ListItemIcon>
              <Link component={RouterLink} to={to} color={isDone ? 'textSecondary' : 'primary'} sx={touched}>
                {text}
              </Link>
            </ListItem>
          ))}
        </List>
      </CardContent>
    </Card>
  );
}
