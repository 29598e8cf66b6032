import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Alert, Box, Button, Stack, type Theme, Typography, useMediaQuery } from '@mui/material';
import { Fragment, type ReactNode } from 'react';
import { TextInput } from 'react-admin';
import { counted } from '../../../../server/src/french/dates.ts';
import { request } from '../../api/client.ts';
import type { Register, Treatment } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf, InputOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { Facts } from '../../ui/Facts.tsx';
import { FoldCard } from '../../ui/Fold.tsx';
import { ActButton, FormButton } from '../../ui/forms.tsx';
import { PrintStyles } from '../../ui/PrintStyles.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { SectionHead } from '../../ui/SectionCard.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';

const subjectTexts = {
  controller: 'Responsable du traitement',
  article9: 'Condition de l’article 9(2) pour les données de santé',
  processors: 'Sous-traitants (article 28)',
  transfers: 'Transferts hors de l’Union européenne',
};
const missingTexts = {
  controller: 'À compléter : nom, adresse, délégué à la protection des données.',
  article9: 'À compléter : celle que votre groupe retient, et comment il la prouve.',
  processors: 'À compléter : hébergeur, serveur d’e-mail, agence web, leurs contrats.',
  transfers: 'À compléter : ceux de vos sous-traitants ; sinon, écrivez « aucun autre ».',
};

/** The register of treatments (article 30), as the service writes it from its configuration. */
export function RegisterPage() {
  const { data, error } = useRead('GET /desk/privacy/register');
  return (
    <>
      <PrintStyles />
      <SectionHead title="Registre des traitements">
        <Stack direction="row" className="screen-only" sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Button href="/desk/privacy/register/notices.html" target="_blank" rel="noreferrer">
            Textes à coller
          </Button>
          <Button startIcon={<PrintOutlined />} onClick={() => window.print()}>
            Imprimer
          </Button>
        </Stack>
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {(register) => (
          <Stack spacing={1}>
            <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {`Écrit le ${format.moment(register.writtenAt)} d’après la configuration de ${register.url}`}
            </Typography>
            {(
              [
                ['controller', { known: [], text: register.controller }],
                ['article9', register.article9],
                ['processors', register.processors],
                ['transfers', register.transfers],
              ] as const
            ).map(([subject, { known, text }]) => (
              <OwnTextCard
                key={subject}
                title={subjectTexts[subject]}
                none={missingTexts[subject]}
                subject={subject}
                text={text}
              >
                {known.length > 0 && <Lines of={known} />}
              </OwnTextCard>
            ))}
            {register.treatments.map((treatment) => (
              <TreatmentCard key={treatment.treatment} treatment={treatment} />
            ))}
            <FoldCard title="Mesures de sécurité" startsOpen={register.unfulfilled.length > 0}>
              <Lines of={register.measures} />
              {register.unfulfilled.map((text) => (
                <Alert key={text} severity="error" sx={{ mt: 1 }}>
                  {`Non remplie : ${text}`}
                </Alert>
              ))}
            </FoldCard>
            <UnnamedFields />
            <RefusedFields refused={register.refusedFields} />
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}

function TreatmentCard({ treatment }: { readonly treatment: Treatment }) {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { name, article9, people, data, recipients, durations, text } = treatment;
  const durationText = ({ text: what, days, confirmed }: Treatment['durations'][number]) => {
    const duration = days === null ? what : `${what} : ${counted(days, 'jour')}`;
    return confirmed ? duration : `${duration} (règle à confirmer)`;
  };
  const recipientTexts = recipients.map((one) =>
    one.host === null ? one.name : `${one.name} (${one.host})`,
  );
  return (
    <OwnTextCard title={name} none="Aucun texte ajouté." subject={treatment.treatment} text={text}>
      <Facts
        inLines={!isSmall}
        facts={[
          ['Finalité', treatment.purpose],
          ['Base légale', treatment.legalBasis],
          ['Données de santé (article 9)', article9 ?? undefined],
          ['Personnes concernées', people.join(', ')],
          ['Données', <Lines key="data" of={data.map((one) => one.text)} />],
          ['Destinataires', <Lines key="recipients" of={recipientTexts} />],
          ['Durées', <Lines key="durations" of={durations.map(durationText)} />],
        ]}
      />
    </OwnTextCard>
  );
}

interface OwnTextCardProps {
  readonly title: string;
  /** Shown without a text. */
  readonly none: string;
  readonly subject: InputOf<'PATCH /desk/privacy/register/:treatment'>['treatment'];
  readonly text: Treatment['text'];
  readonly children: ReactNode;
}

/** A part of the register with the text that the officer adds to it. */
function OwnTextCard({ title, none, subject, text, children }: OwnTextCardProps) {
  return (
    <FoldCard
      title={title}
      act={
        <FormButton
          text="Modifier le texte"
          label={`Modifier le texte : ${title}`}
          size="small"
          className="screen-only"
          title={title}
          values={{ text: text?.text ?? '' }}
          isSticky
          send={({ text: typed }) =>
            request('PATCH /desk/privacy/register/:treatment', {
              treatment: subject,
              text: String(typed ?? '').trim() || null,
            })
          }
          done="Texte enregistré."
        >
          <TextInput
            source="text"
            label="Votre texte"
            multiline
            minRows={4}
            helperText="Ajouté au registre, et à l’impression."
          />
        </FormButton>
      }
    >
      {children}
      {text !== null && (
        <Typography sx={{ mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text.text}</Typography>
      )}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
        {text === null ? none : `Écrit par ${text.author} le ${format.moment(text.changedAt)}`}
      </Typography>
    </FoldCard>
  );
}

function Lines({ of: lines }: { readonly of: readonly string[] }) {
  if (lines.length === 0) return '—';
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  );
}

const sensitiveTexts = {
  health: 'Donnée de santé, ou autre donnée sensible (article 9)',
  identity: 'Numéro d’identité ou donnée bancaire',
};
const placeTexts = { entries: 'fiche', relations: 'proche', actions: 'action' };

/** Longer names end with it. */
const isWhole = (name: string) => !name.endsWith('…');

/** The fields that sites really sent and the interface does not name; in red those that should not have come. */
function UnnamedFields() {
  const { data, error } = useRead('GET /desk/privacy/register/unnamed-fields');
  return (
    <FoldCard
      title="Champs non prévus réellement reçus"
      startsOpen={data?.fields.some(({ sensitive }) => sensitive !== null)}
    >
      <WhenLoaded data={data} error={error}>
        {(unnamed) => <Fields unnamed={unnamed} />}
      </WhenLoaded>
    </FoldCard>
  );
}

type Unnamed = AnswerOf<'GET /desk/privacy/register/unnamed-fields'>;

function Fields({ unnamed: { newest, complete, fields, more } }: { readonly unnamed: Unnamed }) {
  const flagged = fields.filter(({ sensitive }) => sensitive !== null);
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {complete
          ? 'Ce que les sites ont envoyé en plus des champs de l’interface.'
          : `Ce que les sites ont envoyé en plus des champs de l’interface. Compté sur les ${format.number(newest)} fiches les plus récentes.`}
      </Typography>
      {flagged.length > 0 && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {counted(
            flagged.length,
            'champ ne devrait pas être reçu : demandez au site de ne plus l’envoyer.',
            'champs ne devraient pas être reçus : demandez aux sites de ne plus les envoyer.',
          )}
        </Alert>
      )}
      {fields.length === 0 ? (
        <Typography>Aucun champ non prévu.</Typography>
      ) : (
        <SimpleTable
          title="Champs non prévus réellement reçus"
          head={['Champ', 'Où', 'Fiches', 'Acte']}
          rows={fields.map(({ place, name, count, sensitive }) => ({
            id: `${place} ${name}`,
            cells: [
              <Fragment key="name">
                {name}
                {sensitive !== null && (
                  <Box component="span" sx={{ display: 'block', color: 'error.main', fontWeight: 600 }}>
                    {sensitiveTexts[sensitive]}
                  </Box>
                )}
              </Fragment>,
              placeTexts[place],
              format.number(count),
              isWhole(name) && <RefuseButton key="refuse" name={name} />,
            ],
          }))}
        />
      )}
      {more > 0 && (
        <Typography sx={{ mt: 1 }}>{`et ${counted(more, 'autre nom', 'autres noms')}`}</Typography>
      )}
    </>
  );
}

/** Removes an unnamed field everywhere and refuses it: says how many entries have it, and asks for its name. */
function RefuseButton({ name }: { readonly name: string }) {
  return (
    <FormButton
      text="Supprimer partout et refuser"
      label={`Supprimer partout et refuser : ${name}`}
      title={`Supprimer « ${name} » partout et le refuser ?`}
      size="small"
      color="error"
      className="screen-only"
      submit="Supprimer et refuser"
      isDestructive
      isSticky
      send={async ({ confirm }) => {
        if (String(confirm ?? '').trim() !== name.trim()) return `Tapez exactement « ${name} ».`;
        return request('POST /desk/privacy/refused-fields', { name, confirm: name });
      }}
      done="Champ refusé. Sa suppression commence."
    >
      <Preview name={name} />
      <TextInput source="confirm" label={`Tapez « ${name} » pour confirmer`} autoComplete="off" />
    </FormButton>
  );
}

function Preview({ name }: { readonly name: string }) {
  return (
    <>
      <WhenLoaded {...useRead('GET /desk/privacy/refused-fields/preview', { name })}>
        {({ entries, held }) => (
          <span>
            {`Ce champ figure dans ${counted(entries, 'fiche.', 'fiches.')}`}{' '}
            {held > 0 &&
              `${counted(held, 'est gelée ou limitée et le garde', 'sont gelées ou limitées et le gardent')} jusqu’à la fin du gel.`}
          </span>
        )}
      </WhenLoaded>
      <Alert severity="warning">
        Il est supprimé des fiches, des proches, des actions, des messages de partenaires et de l’historique,
        dans les deux heures. Rien ne le ramène. Les prochains envois qui le contiennent sont acceptés et
        enregistrés sans lui.
      </Alert>
    </>
  );
}

/** The unnamed fields that are refused, with how far their removal is. */
function RefusedFields({ refused }: { readonly refused: Register['refusedFields'] }) {
  if (refused.length === 0) return null;
  return (
    <FoldCard startsOpen title="Champs refusés">
      <Rows of={refused}>
        {({ id, name, author, refusedAt, purged, purgedAt }) => (
          <Row
            name={name}
            notes={[
              `refusé par ${author} le ${format.moment(refusedAt)} ; ${
                purgedAt === null
                  ? `suppression en cours, ${counted(purged, 'fiche nettoyée', 'fiches nettoyées')}`
                  : `${counted(purged, 'fiche nettoyée,', 'fiches nettoyées,')} fin le ${format.moment(purgedAt)}`
              }`,
            ]}
            acts={
              <ActButton
                text="Accepter de nouveau"
                label={`Accepter de nouveau : ${name}`}
                title={`Accepter de nouveau : ${name} ?`}
                content="Les prochains envois gardent ce champ. Ce qui a été supprimé ne revient pas."
                done="Champ accepté de nouveau."
                onAct={() => request('POST /desk/privacy/refused-fields/:id/end', { id })}
              />
            }
          />
        )}
      </Rows>
    </FoldCard>
  );
}
