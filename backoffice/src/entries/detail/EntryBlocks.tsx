import PersonAddOutlined from '@mui/icons-material/PersonAddOutlined';
import { Box, Button, Chip, Link, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { counted } from '../../../../server/src/french/dates.ts';
import { eventNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail, Relation } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { useRight } from '../../session/access.ts';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { Fold } from '../../ui/Fold.tsx';
import type { Fields } from '../entry.ts';
import { EditDialog, pick } from './ActDialog.tsx';
import { Block, Pencil } from './Block.tsx';
import { nameOf, namesOf, otherFields, relationFields, shownConsents } from './entry-fields.ts';
import { ExtraFacts, FieldFacts, FieldInputs } from './FieldFacts.tsx';

const newRelation = { position: 0, fields: {}, extra: {}, objection: null, isNew: true } as const;
const kinship = { name: 'lien', shape: 'text' } as const;
const named = new Set(['civilite', 'firstName', 'lastName', 'lastNameMarital']);
const placed = new Set(namesOf(relationFields));

export function RelationsBlock({ entry }: { readonly entry: EntryDetail }) {
  const { mayChange } = entry;
  const [edited, setEdited] = useState<Relation & { readonly isNew?: true }>();
  const called = ({ position, fields }: Relation) => nameOf(fields) || `Personne ${position + 1}`;
  return (
    <Block title="Proches, personne à contacter">
      <Stack spacing={2}>
        {entry.relations.map((relation) => (
          <Box key={relation.position}>
            <Stack direction="row" sx={{ alignItems: 'center', mb: 0.5 }}>
              <Typography sx={{ flexGrow: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
                {called(relation)}
              </Typography>
              {mayChange && (
                <Pencil label={`Modifier ${called(relation)}`} onClick={() => setEdited(relation)} />
              )}
            </Stack>
            <FieldFacts
              fields={relationFields.filter(({ name }) => name === 'lastNameMarital' || !named.has(name))}
              values={relation.fields}
              objection={relation.objection}
            />
            <ExtraFacts
              extra={{
                ...without(relation.fields, placed),
                ...without(relation.extra, new Set(shownConsents(relation.extra))),
              }}
            />
          </Box>
        ))}
        {mayChange && (
          <Button
            startIcon={<PersonAddOutlined />}
            onClick={() => setEdited(newRelation)}
            sx={{ alignSelf: 'flex-start' }}
          >
            Ajouter une personne
          </Button>
        )}
      </Stack>
      {edited !== undefined && (
        <EditDialog
          title={edited.isNew === true ? 'Ajouter une personne' : `Modifier ${called(edited)}`}
          before={{ ...pick(edited.fields, namesOf(relationFields)), lien: edited.extra.lien ?? null }}
          toBody={({ lien, ...changed }) => ({
            relations: [
              {
                ...(edited.isNew !== true && { position: edited.position }),
                ...changed,
                ...(lien !== undefined && { extra: { lien } }),
              },
            ],
          })}
          onClose={() => setEdited(undefined)}
        >
          <FieldInputs fields={[kinship, ...relationFields]} />
        </EditDialog>
      )}
    </Block>
  );
}

function without(fields: Relation['fields'], names: ReadonlySet<string>): Relation['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}

const stateTexts = { pending: 'En attente', held: 'Retenu', delivered: 'Livré', failed: 'En échec' };

/** What the site and its script sent, what its visitor claims, and what the site was told. */
export function TechnicalBlock({ entry }: { readonly entry: EntryDetail }): ReactNode {
  const { caller, deliveries, customId, gclid, fields } = entry;
  const ip = typeof fields.ip === 'string' ? fields.ip : undefined;
  const isAdministrator = useRight('integrations');
  const { formDurationMs, sujetAnnexe, ...sent } = otherFields(entry, 'technical');
  // Only administrators can do something with the inputs that trap robots.
  const extra = isAdministrator ? { ...sent, ...thoseOf({ formDurationMs, sujetAnnexe }) } : sent;
  const claims = visitorClaims(entry);
  const known: readonly Fact[] = [
    ['Site', caller?.name],
    ['Référence du site', customId ?? undefined],
    ['Clic publicitaire (gclid)', gclid ?? undefined],
    ['Adresse IP du visiteur', ip],
  ];
  const isTold = deliveries.length > 0 || caller !== null;
  const parts = [known.find(([, value]) => value), Object.keys({ ...extra, ...claims })[0], isTold];
  if (!parts.some(Boolean)) return null;
  const title = 'Site et technique';
  return (
    <Box component="section" aria-label={title} sx={{ py: 1 }}>
      <Fold title={title}>
        <Stack spacing={1.5}>
          <Facts inLines facts={known} />
          <ExtraFacts extra={extra} />
          {Object.keys(claims).length > 0 && (
            <Box>
              <Typography component="h3" variant="subtitle2">
                Indiqué par le visiteur
              </Typography>
              <Typography variant="body2" color="textSecondary">
                Non vérifié : ne compte ni comme résultat ni dans les statistiques.
              </Typography>
              <ExtraFacts extra={claims} />
            </Box>
          )}
          {isTold && <Deliveries entry={entry} />}
        </Stack>
      </Fold>
    </Box>
  );
}

/** What a visitor claims and only staff decide: shown, but not counted. */
function visitorClaims({ browser, contactDate, fields }: EntryDetail): Fields {
  const { resultat, motif, dateFirstContact } = fields;
  const claims = { resultat, motif, ...(dateFirstContact !== contactDate && { dateFirstContact }) };
  return browser ? thoseOf(claims) : {};
}

function thoseOf(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const colors = { delivered: 'success', failed: 'error', held: 'warning', pending: 'default' } as const;

/** Whether the site was told what became of the entry; the webhooks are for those who look after them. */
function Deliveries({ entry: { deliveries, moreDeliveries } }: { readonly entry: EntryDetail }) {
  const mayOpen = useRight('integrations');
  const [newest] = deliveries;
  return (
    <Box>
      <Typography component="h3" variant="subtitle2">
        Information du site
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {newest === undefined
          ? 'Le site n’a pas encore été informé. Il le sera à votre prochaine action.'
          : {
              pending: 'Le site va être informé.',
              delivered: `Le site a été informé le ${format.moment(newest.createdAt)}.`,
              held: 'Le site n’est pas encore informé : les envois sont suspendus.',
              failed: 'Le site n’a pas pu être informé.',
            }[newest.state]}
      </Typography>
      {mayOpen && (
        <Stack component="ul" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
          {deliveries.map(({ id, event, sequence, state, attempts, url, createdAt }) => (
            <Box component="li" key={id}>
              <Link component={RouterLink} to={`/integrations/deliveries/${id}`} sx={{ mr: 1 }}>
                {`Envoi n° ${sequence} : ${eventNames[event]}`}
              </Link>
              <Chip
                size="small"
                variant="outlined"
                color={Object.entries(colors).find(([one]) => one === state)?.[1] ?? 'default'}
                label={stateTexts[state]}
              />
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {`${format.moment(createdAt)} – ${counted(attempts, 'tentative')} – ${url}`}
              </Typography>
            </Box>
          ))}
        </Stack>
      )}
      {mayOpen && moreDeliveries && (
        <Typography variant="body2" color="textSecondary">
          {`Les ${deliveries.length} derniers envois sont affichés.`}
        </Typography>
      )}
    </Box>
  );
}
