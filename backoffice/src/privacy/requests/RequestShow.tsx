import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, Button, Stack, Typography } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { Link, useParams } from 'react-router';
import { askerNames, channelNames, requestKindNames } from '../../../../server/src/french/labels.ts';
import { request } from '../../api/client.ts';
import type { PrivacyRequest } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { DueChip } from './DueChip.tsx';
import { EntriesCard } from './EntriesCard.tsx';
import { AnswerCard, DecisionCard, IdentityCard } from './StepCards.tsx';

const letterTexts = {
  answer: 'Lettre : réponse',
  receipt: 'Lettre : accusé de réception',
  nothing: 'Lettre : rien trouvé',
  extension: 'Lettre : prolongation',
  refusal: 'Lettre : refus',
};

export function RequestShow() {
  const { id = '' } = useParams();
  return (
    <>
      <Button component={Link} to="/privacy/requests" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        Toutes les demandes
      </Button>
      <WhenLoaded {...useRead('GET /desk/privacy/requests/:id', { id: Number(id) })}>
        {(request) => (
          <Stack spacing={2}>
            <ReceivedCard request={request} />
            {request.asker !== 'controller' && <IdentityCard request={request} />}
            <EntriesCard request={request} />
            <DecisionCard request={request} />
            <AnswerCard request={request} />
            <StepList steps={request.steps} />
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}

function ReceivedCard({ request: received }: { readonly request: PrivacyRequest }) {
  const { id, kind, asker, person, represented, receivedOn, channel, extensionReason, closedAt } = received;
  const pages = [
    ...received.letters.map((letter) => ({ path: `letters/${letter}`, text: letterTexts[letter] })),
    ...(closedAt === null ? [] : [{ path: 'proof.html', text: 'Voir la preuve' }]),
  ];
  return (
    <SectionCard title={`Demande n° ${id} : ${requestKindNames[kind]}`} act={<DueChip request={received} />}>
      <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{person}</Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {format.dotted(askerNames[asker], represented !== null && `Pour : ${represented}`)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {`Reçue le ${format.day(receivedOn)} (${channelNames[channel]})`}
      </Typography>
      {extensionReason !== null && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {`Délai prolongé de deux mois : ${extensionReason}`}
        </Typography>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, '&:not(:empty)': { mt: 1.5 } }}>
        {pages.map(({ path, text }) => (
          <Button
            key={path}
            variant="outlined"
            href={`/desk/privacy/requests/${id}/${path}`}
            target="_blank"
            rel="noopener"
          >
            {text}
          </Button>
        ))}
        {closedAt === null && extensionReason === null && (
          <FormButton
            text="Prolonger le délai"
            submit="Prolonger de deux mois"
            send={({ reason }) =>
              request('PATCH /desk/privacy/requests/:id', { id, extensionReason: reason })
            }
            done="Enregistré."
          >
            <TextInput
              source="reason"
              label="Raison"
              helperText="Une seule fois. La personne doit être informée de la prolongation et de sa raison dans le premier mois."
              multiline
              validate={required()}
            />
          </FormButton>
        )}
      </Stack>
    </SectionCard>
  );
}

function StepList({ steps }: Pick<PrivacyRequest, 'steps'>) {
  return (
    <SectionCard title="Ce qui a été fait">
      <Box sx={{ mx: -2 }}>
        <Rows of={steps.map((step, id) => ({ id, step }))}>
          {({ step: { at, author, name } }) => (
            <Row name={null} said={name} notes={[format.dotted(format.moment(at), author)]} />
          )}
        </Rows>
      </Box>
    </SectionCard>
  );
}
