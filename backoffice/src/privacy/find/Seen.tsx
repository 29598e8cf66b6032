import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Alert, Button, Link as MuiLink, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { AutocompleteInput, DateInput, Form, required } from 'react-admin';
import { Link } from 'react-router';
import { auditActionNames } from '../../../../server/src/french/acts.ts';
import { frenchLabel } from '../../../../server/src/french/labels.ts';
import { useRead } from '../../api/queries.ts';
import type { InputOf } from '../../api/routes.ts';
import { endOfDay, startOfDay } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import type { FormValues } from '../../ui/forms.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { personName } from '../acts/names.tsx';

const actTexts: Readonly<Record<string, string>> = {
  found: 'Recherche d’une personne',
  listed: 'Vue dans une liste',
};

type Asked = InputOf<'GET /desk/privacy/seen'>;

/** Whose data a user has seen between two days: what is to be known when an account was misused. */
export function Seen() {
  const { data: users } = useRead('GET /desk/privacy/users');
  const [asked, setAsked] = useState<Asked>();
  return (
    <SectionCard title="Données vues par un utilisateur">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        D’après le journal d’audit : fiches ouvertes, créées, modifiées ou trouvées par téléphone, recherches
        de personnes, fichiers téléchargés, pages de listes affichées, exports.
      </Typography>
      <Form
        onSubmit={({ userId, from, to }: FormValues) =>
          setAsked({ userId: Number(userId), since: startOfDay(from), until: endOfDay(to) })
        }
      >
        <Stack
          direction={{ xs: 'column', sm: 'row' }}
          className="screen-only"
          sx={{ gap: 1, alignItems: { sm: 'flex-start' } }}
        >
          <AutocompleteInput
            source="userId"
            label="Utilisateur"
            choices={users?.data ?? []}
            translateChoice={false}
            validate={required()}
          />
          <DateInput source="from" label="Du" validate={required()} sx={{ minWidth: 160 }} />
          <DateInput source="to" label="Au" validate={[required(), isNotBefore]} sx={{ minWidth: 160 }} />
          <Button type="submit" variant="outlined" sx={{ my: 1, flexShrink: 0 }}>
            Afficher
          </Button>
        </Stack>
      </Form>
      {asked !== undefined && <Found asked={asked} />}
    </SectionCard>
  );
}

const isNotBefore = (to: unknown, { from }: FormValues) =>
  String(to) < String(from) ? 'Le dernier jour ne peut pas précéder le premier.' : undefined;

function Found({ asked }: { readonly asked: Asked }) {
  const { userId, since, until } = asked;
  const query = new URLSearchParams({ userId: String(userId), since, until });
  const downloads = {
    'Télécharger les données vues (CSV)': `/desk/privacy/seen.csv?${query}`,
    'Télécharger tous ses actes (CSV)': `/desk/privacy/users/${userId}/acts.csv`,
  };
  return (
    <WhenLoaded {...useRead('GET /desk/privacy/seen', asked)}>
      {({ entries, lists, complete }) => (
        <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
          {!complete && (
            <Alert severity="warning">
              Trop d’actes : seuls les 10 000 derniers sont lus. Choisissez moins de jours.
            </Alert>
          )}
          {lists.map(({ at, kind, count }) => (
            <Alert key={at} severity="warning">
              {`Liste exportée le ${format.moment(at)} : ${frenchLabel(kind)}, ${count ?? '?'} fiches. Le journal ne dit pas lesquelles.`}
            </Alert>
          ))}
          {entries.length === 0 ? (
            <Typography>Aucune fiche dans le journal d’audit.</Typography>
          ) : (
            <SimpleTable
              title="Données vues par un utilisateur"
              head={['Personnes', 'Actes', 'Dernière fois']}
              rows={entries.map(({ id, entry, acts, last }) => ({
                id,
                cells: [
                  entry === null ? (
                    `Fiche n° ${id}, qui n’existe plus`
                  ) : (
                    <MuiLink key="entry" component={Link} to={`/privacy/entries/${id}`}>
                      {`Fiche n° ${id} : ${entry.persons.map(personName).join(', ')}`}
                    </MuiLink>
                  ),
                  acts.map((act) => actTexts[act] ?? auditActionNames[act] ?? act).join(', '),
                  format.moment(last),
                ],
              }))}
            />
          )}
          {Object.entries(downloads).map(([text, href]) => (
            <Button key={href} startIcon={<DownloadOutlined />} className="screen-only" href={href} download>
              {text}
            </Button>
          ))}
        </Stack>
      )}
    </WhenLoaded>
  );
}
