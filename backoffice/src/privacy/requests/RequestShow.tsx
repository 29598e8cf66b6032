import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, Button, Stack, Typography } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { Link, useParams } from 'react-router';
import { askerNames, channelNames, requestKindNames } from '../../../../server/src/french/labels.ts';
import { request } from '../../api/client.ts';
import type { PrivacyRequest } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { DueChip } from './DueChip.tsx';
import { EntriesCard } from './EntriesCard.tsx';
import { AnswerCard, DecisionCard, IdentityCard } from './StepCards.tsx';

const t = textsOf('privacy.request');

export function RequestShow() {
  const { id = '' } = useParams();
  return (
    <>
      <Button component={Link} to="/privacy/requests" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        {t('all')}
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
    ...received.letters.map((letter) => ({ path: `letters/${letter}`, text: t(`letters.${letter}`) })),
    ...(closedAt === null ? [] : [{ path: 'proof.html', text: t('proof') }]),
  ];
  return (
    <SectionCard
      title={t('named', { id, kind: requestKindNames[kind] })}
      act={<DueChip request={received} />}
    >
      <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{person}</Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {format.dotted(askerNames[asker], represented !== null && t('asksFor', { represented }))}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t('received', { day: format.day(receivedOn), channel: channelNames[channel] })}
      </Typography>
      {extensionReason !== null && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t('extendedBecause', { reason: extensionReason })}
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
            text={t('extend.button')}
            submit={t('extend.submit')}
            send={({ reason }) =>
              request('PATCH /desk/privacy/requests/:id', { id, extensionReason: reason })
            }
            done="accueil.privacy.request.saved"
          >
            <TextInput
              source="reason"
              label={t('extend.reason')}
              helperText={t('extend.help')}
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
    <SectionCard title={t('log')}>
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
