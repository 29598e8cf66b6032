import { Alert, Stack, Typography } from '@mui/material';
import { BooleanInput, DateInput, DateTimeInput, required, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import type { Breach } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { Facts } from '../../ui/Facts.tsx';
import { FoldCard } from '../../ui/FoldCard.tsx';
import { AddButton, EditButton } from '../../ui/FormButton.tsx';
import type { FormValues } from '../../ui/SendForm.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';

const t = textsOf('privacy.breaches');
const words = ['facts', 'people', 'consequences', 'measures'] as const;

const minuteMs = 60_000;
/** The clock of the browser may be some seconds ahead, and the service takes no moment to come. */
const thisMinute = () => new Date(Math.floor(Date.now() / minuteMs) * minuteMs);

/** Without the spaces around what was typed. */
const trimmed = (typed: FormValues) =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

/** The register of breaches (article 33): each with what is still to be done within 72 hours. */
export function Breaches() {
  const { data, error } = useRead('GET /desk/privacy/breaches');
  return (
    <FoldCard
      startsOpen
      title={t('title')}
      act={
        <AddButton
          text={t('add')}
          className="screen-only"
          title={t('add')}
          isSticky
          values={{ noticedAt: thisMinute() }}
          send={({ noticedAt, facts, ...others }) =>
            request('POST /desk/privacy/breaches', {
              noticedAt: new Date(noticedAt).toISOString(),
              facts: facts.trim(),
              ...trimmed(others),
            })
          }
          done="accueil.privacy.breaches.added"
        >
          <DateTimeInput source="noticedAt" label={t('noticedAt')} validate={required()} />
          <Words />
        </AddButton>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {t('explained')}
      </Typography>
      <WhenLoaded data={data} error={error}>
        {({ data: breaches }) =>
          breaches.length === 0 ? (
            <Typography>{t('none')}</Typography>
          ) : (
            <Stack spacing={2}>
              {breaches.map((breach) => (
                <BreachFacts key={breach.id} breach={breach} />
              ))}
            </Stack>
          )
        }
      </WhenLoaded>
    </FoldCard>
  );
}

function Words() {
  return words.map((source) => (
    <TextInput
      key={source}
      source={source}
      label={t(source)}
      multiline
      {...(source === 'facts' && { validate: required() })}
    />
  ));
}

function BreachFacts({ breach }: { readonly breach: Breach }) {
  const { id, noticedAt, tellBefore, author: _, closedAt, ...values } = breach;
  const { cnilToldOn, personsToldOn, reason } = values;
  const dayOrNone = (on: string | null) => (on === null ? t('notYet') : format.day(on));
  return (
    <section aria-label={t('number', { id })}>
      {cnilToldOn === null && closedAt === null && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {t('tellBefore', { at: format.moment(tellBefore) })}
        </Alert>
      )}
      <Facts
        facts={[
          [t('noticedAt'), format.moment(noticedAt)],
          ...words.map((name) => [t(name), breach[name] || '—'] as const),
          [t('cnilToldOn'), dayOrNone(cnilToldOn)],
          [t('personsToldOn'), dayOrNone(personsToldOn)],
          [t('reason'), reason || '—'],
          [t('closedAt'), closedAt === null ? t('open') : format.moment(closedAt)],
        ]}
      />
      <EditButton
        label={t('edit', { id })}
        title={t('edit', { id })}
        className="screen-only"
        isSticky
        values={values}
        wrong={t('wrong')}
        send={({ close, ...typed }) =>
          request('PATCH /desk/privacy/breaches/:id', { id, ...trimmed(typed), ...(close && { close }) })
        }
        done="accueil.privacy.breaches.saved"
      >
        <Words />
        <DateInput source="cnilToldOn" label={t('cnilToldOn')} />
        <DateInput source="personsToldOn" label={t('personsToldOn')} />
        <TextInput source="reason" label={t('reason')} multiline />
        <BooleanInput source="close" label={t('close')} />
      </EditButton>
    </section>
  );
}
