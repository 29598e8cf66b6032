import { Button, Link, Paper, Stack, Typography } from '@mui/material';
import { required, SelectInput, TextInput, useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { request } from '../../api/client.ts';
import { useResidences } from '../../api/queries.ts';
import type { KnownEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import { bothNames, entryPath, knownState, labelFor } from '../entry.ts';
import { objectionText, PhoneNumber } from '../PhoneNumber.tsx';
import { maxTextLength } from './lead-form.ts';

const t = textsOf('leads.family');
const button = { variant: 'outlined', sx: { minHeight: 44 } } as const;

/** A family that rings again: whose it is, how it stands, its residence, and what can be done for it without reading it. */
export function FamilyCard({ entry }: { readonly entry: KnownEntry }) {
  const { id, establishmentId, objectedOn, mayRead, mayLeaveMessage, mayHandOver } = entry;
  const { all, nameOf } = useResidences();
  const residence = all.find((one) => one.id === establishmentId);
  const place = establishmentId === null ? translate('accueil.leads.unassigned') : nameOf(establishmentId);
  const name = bothNames(entry);
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600 }}>
        {mayRead ? (
          // In a new window, to keep what is typed here.
          <Link component={RouterLink} to={entryPath(entry)} target="_blank" color="inherit">
            {name}
          </Link>
        ) : (
          name
        )}
      </Typography>
      <Typography>
        {format.dotted(knownState(entry), `n° ${id}`, objectedOn !== null && objectionText(objectedOn))}
      </Typography>
      <Typography>
        {place} <PhoneNumber phone={residence?.phone ?? null} objectedOn={null} />
      </Typography>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {mayLeaveMessage && !mayRead && <MessageButton entry={entry} place={place} />}
        {mayHandOver && !mayRead && <HandOverButton entry={entry} />}
        <AnotherButton entry={entry} />
      </Stack>
    </Paper>
  );
}

/** Takes down what a family says, for its residence to call back. */
function MessageButton({ entry, place }: { readonly entry: KnownEntry; readonly place: string }) {
  return (
    <FormButton
      {...button}
      variant="contained"
      text={t('message')}
      label={labelFor(t('message'), entry)}
      title={t('messageTo', { place })}
      submit={t('send')}
      isSticky
      send={({ message }) => request('POST /desk/entries/:id/message', { id: entry.id, message })}
      done="accueil.leads.family.sent"
    >
      <TextInput
        source="message"
        label={t('words')}
        helperText={t('wordsHint')}
        multiline
        minRows={3}
        autoFocus
        validate={required('accueil.leads.form.required')}
        slotProps={{ htmlInput: { maxLength: maxTextLength } }}
      />
    </FormButton>
  );
}

/** Hands an entry over to another residence. */
function HandOverButton({ entry }: { readonly entry: KnownEntry }) {
  const notify = useNotify();
  const { all, nameOf } = useResidences();
  return (
    <FormButton
      {...button}
      text={t('handOver')}
      label={labelFor(t('handOver'), entry)}
      title={t('handOverTitle', { id: entry.id })}
      submit={t('handOver')}
      send={async ({ establishmentId }) => {
        await request('POST /desk/entries/:id/assign', { id: entry.id, establishmentId });
        notify(t('handedOver', { residence: nameOf(establishmentId) }), { type: 'success' });
      }}
    >
      <SelectInput
        source="establishmentId"
        label="accueil.entry.field.establishment"
        choices={all.filter(({ id }) => id !== entry.establishmentId)}
        translateChoice={false}
        validate={required()}
      />
    </FormButton>
  );
}

/** Fills the names of the family into the form, for a request of its own; the number is there already. */
function AnotherButton({ entry }: { readonly entry: KnownEntry }) {
  const { setValue, setFocus } = useFormContext();
  const { client, contact } = entry.names;
  const isSame = contact.lastName === null && contact.firstName === null;
  function fill() {
    const set = (name: string, value: unknown) => setValue(name, value, { shouldDirty: true });
    const caller = isSame ? client : contact;
    set('isSame', isSame);
    set('relation.lastName', caller.lastName);
    set('relation.firstName', caller.firstName);
    if (!isSame) {
      set('fields.lastNameClient', client.lastName);
      set('fields.firstNameClient', client.firstName);
    }
    setFocus('comment');
  }
  return (
    <Button {...button} aria-label={labelFor(t('another'), entry)} onClick={fill}>
      {t('another')}
    </Button>
  );
}
