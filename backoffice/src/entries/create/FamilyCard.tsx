import { Button, Link, Paper, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { required, useRefresh } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { request } from '../../api/client.ts';
import { useResidences } from '../../api/queries.ts';
import type { KnownEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { FormButton } from '../../ui/forms.tsx';
import { bothNames, entryPath, knownState, labelFor } from '../entry.ts';
import { objectionText, PhoneNumber } from '../PhoneNumber.tsx';
import { type Receiver, ReceiverDialog } from '../ReceiverDialog.tsx';
import { useUndoNotice } from '../UndoMessage.tsx';
import { Field } from './Field.tsx';

const button = { variant: 'outlined', sx: { minHeight: 44 } } as const;

/** A family that rings again: whose it is, how it stands, its residence, and what can be done for it without reading it. */
export function FamilyCard({ entry }: { readonly entry: KnownEntry }) {
  const { id, establishmentId, objection, mayRead, mayLeaveMessage, mayHandOver } = entry;
  const { all, nameOf } = useResidences();
  const residence = all.find((one) => one.id === establishmentId);
  const place = establishmentId === null ? 'À confier' : nameOf(establishmentId);
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
      <Typography>{format.dotted(knownState(entry), `n° ${id}`, objectionText(objection))}</Typography>
      <Typography>
        {place} <PhoneNumber phone={residence?.phone ?? null} objection={null} />
      </Typography>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {mayLeaveMessage && !mayRead && <MessageButton entry={entry} place={place} />}
        {mayHandOver && !mayRead && <HandOverButton entry={entry} />}
        <AnotherButton entry={entry} />
      </Stack>
    </Paper>
  );
}

interface MessageProps {
  readonly entry: Pick<KnownEntry, 'id' | 'name' | 'contactName'>;
  readonly place: string;
}

/** Takes down what a family says, for its residence to call back. */
export function MessageButton({ entry, place }: MessageProps) {
  return (
    <FormButton
      {...button}
      variant="contained"
      text="Laisser un message"
      label={labelFor('Laisser un message', entry)}
      title={`Message pour ${place}`}
      submit="Envoyer"
      isSticky
      send={({ message }) => request('POST /desk/entries/:id/message', { id: entry.id, message })}
      done="Message laissé : la famille est à rappeler."
    >
      <Field
        source="message"
        label="Ce que dit la famille"
        helperText="La famille sera « À rappeler »."
        multiline
        minRows={3}
        autoFocus
        validate={required('À remplir.')}
      />
    </FormButton>
  );
}

function HandOverButton({ entry }: { readonly entry: KnownEntry }) {
  const offerUndo = useUndoNotice();
  const refresh = useRefresh();
  const { all } = useResidences();
  const [isOpen, setOpen] = useState(false);
  const title = labelFor('Confier', entry);
  async function give({ id: to, name }: Receiver, note: string | undefined) {
    const { id } = entry;
    const body = { id, establishmentId: Number(to), note };
    const { version } = await request('POST /desk/entries/:id/assign', body);
    offerUndo({
      text: `Confiée à ${name}.`,
      undo: () => request('POST /desk/entries/:id/undo', { id, version }),
    });
    refresh();
  }
  return (
    <>
      <Button {...button} aria-label={title} onClick={() => setOpen(true)}>
        Confier
      </Button>
      {isOpen && (
        <ReceiverDialog
          title={title}
          draft={String(entry.id)}
          groups={[{ name: 'residences', all: all.filter((one) => one.id !== entry.establishmentId), give }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Fills the names of the family into the form, for a request of its own; the number is there already. */
function AnotherButton({ entry }: { readonly entry: KnownEntry }) {
  const { setValue, setFocus } = useFormContext();
  const { client, contact } = entry.names;
  const isSame = contact.lastName === null && contact.firstName === null;
  function fill() {
    const { lastName, firstName } = isSame ? client : contact;
    const values = {
      ...{ isSame, 'relation.lastName': lastName, 'relation.firstName': firstName },
      ...(!isSame && {
        'fields.lastNameClient': client.lastName,
        'fields.firstNameClient': client.firstName,
      }),
    };
    for (const [name, value] of Object.entries(values)) setValue(name, value, { shouldDirty: true });
    setFocus('comment');
  }
  return (
    <Button {...button} aria-label={labelFor('Autre demande', entry)} onClick={fill}>
      Autre demande
    </Button>
  );
}
