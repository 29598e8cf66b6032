import ArrowBack from '@mui/icons-material/ArrowBack';
import {
  Box,
  Button,
  Card,
  CardContent,
  Stack,
  Step,
  StepLabel,
  Stepper,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { required, TextInput } from 'react-admin';
import { Link, useParams } from 'react-router';
import { request } from '../../api/client.ts';
import type { PrivacyRequest } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { AnswerCard } from './AnswerCard.tsx';
import { DecisionCard } from './DecisionCard.tsx';
import { DueChip } from './DueChip.tsx';
import { EntriesCard } from './EntriesCard.tsx';
import { IdentityCard } from './IdentityCard.tsx';

const isDone = {
  received: () => true,
  identity: ({ asker, identityKind }) => asker === 'controller' || identityKind !== null,
  search: ({ entries, user, steps, decision }) =>
    entries.length > 0 || user !== null || steps.some(({ step }) => step === 'searched') || decision !== null,
  decision: ({ decision }) => decision !== null,
  answer: ({ closedAt }) => closedAt !== null,
} satisfies Record<string, (request: PrivacyRequest) => boolean>;

/** The steps of a request, in order. */
const steps = Object.keys(isDone) as (keyof typeof isDone)[];

/** One request, from its receipt to its proof. */
export function RequestShow() {
  const t = textsOf('privacy.requests');
  const { id = '' } = useParams();
  const { data, error } = useRead('GET /desk/privacy/requests/:id', { id: Number(id) });
  return (
    <>
      <Button component={Link} to="/privacy/requests" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        {t('all')}
      </Button>
      <WhenLoaded data={data} error={error}>
        {(request) => (
          <Stack spacing={2}>
            <ReceivedCard request={request} />
            <RequestStepper request={request} />
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
  const t = textsOf('privacy.request');
  const { id, kind, asker, person, represented, receivedOn, channel, extensionReason, closedAt } = received;
  return (
    <Card component="section">
      <CardContent>
        <SectionHead title={t('named', { id, kind: t(`kinds.${kind}`) })}>
          <DueChip request={received} />
        </SectionHead>
        <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{person}</Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {t(`askers.${asker}`)}
          {represented !== null && ` · ${t('asksFor', { represented })}`}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('received', { day: format.day(receivedOn), channel: t(`channels.${channel}`) })}
        </Typography>
        {extensionReason !== null && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {t('extendedBecause', { reason: extensionReason })}
          </Typography>
        )}
        {closedAt === null && extensionReason === null && (
          <FormButton
            size="small"
            sx={{ mt: 1, ml: -0.75 }}
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
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, '&:not(:empty)': { mt: 1.5 } }}>
          {received.letters.map((letter) => (
            <PageButton
              key={letter}
              variant="outlined"
              path={`${id}/letters/${letter}`}
              text={t(`letters.${letter}`)}
            />
          ))}
          {closedAt !== null && (
            <PageButton variant="contained" path={`${id}/proof.html`} text={t('proof')} />
          )}
        </Stack>
      </CardContent>
    </Card>
  );
}

interface PageProps {
  readonly variant: 'outlined' | 'contained';
  readonly path: string;
  readonly text: string;
}

/** Opens a printable page about a request. */
function PageButton({ variant, path, text }: PageProps) {
  return (
    <Button variant={variant} href={`/desk/privacy/requests/${path}`} target="_blank" rel="noopener">
      {text}
    </Button>
  );
}

/** How far the request is. On a phone the steps are below each other. */
function RequestStepper({ request }: { readonly request: PrivacyRequest }) {
  const t = textsOf('privacy.request');
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return (
    <Stepper
      aria-label={t('progress')}
      activeStep={steps.findIndex((step) => !isDone[step](request))}
      orientation={isSmall ? 'vertical' : 'horizontal'}
      sx={isSmall ? { '& .MuiStepConnector-line': { minHeight: 8 } } : {}}
    >
      {steps.map((step) => (
        <Step key={step} completed={isDone[step](request)}>
          <StepLabel>{t(`steps.${step}`)}</StepLabel>
        </Step>
      ))}
    </Stepper>
  );
}

/** What was done about the request, when, and by whom. */
function StepList({ steps }: Pick<PrivacyRequest, 'steps'>) {
  const t = textsOf('privacy.request');
  return (
    <SectionCard title={t('log')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map(({ at, author, step, name, detail }) => (
          <Box component="li" key={`${at} ${step} ${JSON.stringify(detail)}`} sx={{ py: 0.5 }}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {format.moment(at)} · {author}
            </Typography>
          </Box>
        ))}
      </Box>
    </SectionCard>
  );
}
