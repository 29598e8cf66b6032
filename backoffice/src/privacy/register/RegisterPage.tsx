import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Alert, Box, Button, Stack, type Theme, Typography, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { TextInput } from 'react-admin';
import { counted } from '../../../../server/src/french/dates.ts';
import { request } from '../../api/client.ts';
import type { Treatment } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import type { InputOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { Facts } from '../../ui/Facts.tsx';
import { FoldCard } from '../../ui/FoldCard.tsx';
import { FormButton } from '../../ui/FormButton.tsx';
import { PrintStyles } from '../../ui/PrintStyles.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { RefusedFields } from './RefusedFields.tsx';
import { UnnamedFields } from './UnnamedFields.tsx';

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
