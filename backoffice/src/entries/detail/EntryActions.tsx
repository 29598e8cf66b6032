import MoreVert from '@mui/icons-material/MoreVert';
import { Backdrop, Button, CircularProgress, Menu, MenuItem, Stack, Typography } from '@mui/material';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { RecordContextProvider, SelectInput, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import { commercialTypeNames, contractName, sejourTypeNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { ActDialog, changedFields, type EntryDialogProps, required } from './ActDialog.tsx';
import { PlanDialog } from './ActionItem.tsx';
import { type AskedName, type Choice, choicesFor, isCalled, type OfferName } from './acts.ts';
import { admissionDay, CallDialog, ResultInputs, resultEdit } from './CallDialog.tsx';
import { AnswerDialog, CommentDialog } from './CommentDialogs.tsx';
import { ConsentDialog } from './ConsentDialog.tsx';
import { EntryActsProvider, useActs, useEntry } from './EntryActsProvider.tsx';
import { actionText } from './history-sentences.ts';
import { plannedVisit, SleepInputs } from './MomentInputs.tsx';
import { isPlanned } from './timeline.ts';
import { CancelledTick } from './VisitConfirmation.tsx';
import { WriteDialog } from './WriteDialog.tsx';

interface Props {
  readonly entry: EntryDetail;
  /** Whether it stands on the page of the entry, which can be printed. */
  readonly isPage?: boolean;
}

/** The acts on an entry: buttons for the usual ones, a menu for the others. */
export function EntryActions({ entry, isPage = false }: Props) {
  const { run } = useActs();
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [opened, setOpened] = useState<Choice>();
  const choices = choicesFor(entry);
  if (choices.length === 0) return null;
  const choose = (choice: Choice) => {
    setAnchor(undefined);
    if (choice.act === undefined) setOpened(choice);
    else void run(choice.act);
  };
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {choices
          .filter(({ isButton }) => isButton)
          .map((choice, i) => (
            <Button
              key={choice.name}
              // The main act is to note a call, where there is one to note.
              variant={i === 0 && !isCalled(entry) ? 'contained' : 'outlined'}
              onClick={() => choose(choice)}
            >
              {choice.text}
            </Button>
          ))}
        <Button
          startIcon={<MoreVert />}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          aria-controls={anchor === undefined ? undefined : menuId}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          Plus d’actions
        </Button>
        <Menu
          id={menuId}
          anchorEl={anchor ?? null}
          open={anchor !== undefined}
          onClose={() => setAnchor(undefined)}
        >
          {choices
            .filter(({ isButton }) => !isButton)
            .map((choice) => (
              <MenuItem key={choice.name} onClick={() => choose(choice)}>
                {choice.text}
              </MenuItem>
            ))}
          {isPage && (
            <MenuItem
              onClick={() => {
                setAnchor(undefined);
                window.print();
              }}
            >
              Imprimer
            </MenuItem>
          )}
        </Menu>
      </Stack>
      {opened !== undefined && (
        <ActForm name={opened.name} title={opened.text} entry={entry} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

interface OnEntryProps {
  readonly entryId: number;
  readonly onClose: () => void;
  readonly children: (entry: EntryDetail) => ReactNode;
}

/** A form outside the entry's page; reads the entry first. */
export function OnEntry({ entryId, onClose, children }: OnEntryProps) {
  const notify = useNotify();
  const { data: entry, isError } = useEntry(entryId);
  useEffect(() => {
    if (!isError || entry !== undefined) return;
    notify('La fiche n’a pas pu être lue. Réessayez dans un instant.', { type: 'error' });
    onClose();
  }, [isError, entry, notify, onClose]);
  if (entry === undefined)
    return (
      <Backdrop open sx={{ zIndex: 'modal' }}>
        <CircularProgress aria-label="Lecture de la fiche…" />
      </Backdrop>
    );
  return (
    // Otherwise the record of the list's row would fill in inputs of the same names.
    <RecordContextProvider value={undefined}>
      <EntryActsProvider entry={entry}>{children(entry)}</EntryActsProvider>
    </RecordContextProvider>
  );
}

type FormOf = (props: EntryDialogProps) => ReactNode;

/** What is asked before an act is sent; the others are sent at once. */
const forms: Readonly<Record<AskedName, FormOf>> = {
  planVisit: (props) => <PlanDialog isVisit {...props} />,
  planCall: PlanDialog,
  planInterview: PlanDialog,
  toCall: ToCallDialog,
  consent: ConsentDialog,
  sleep: (props) => (
    <ActDialog
      {...props}
      submit="Mettre en sommeil"
      values={{ until: null, reason: null }}
      toAct={({ until, reason }) => ({ name: 'sleep', body: { sleep: { until, reason } } })}
    >
      <SleepInputs />
    </ActDialog>
  ),
  // The planned visit becomes the one that was made.
  visitDone: (props) => <CallDialog isVisit action={plannedVisit(props.entry)} {...props} />,
  result: ResultDialog,
  comment: CommentDialog,
  answer: AnswerDialog,
  convert: ConvertDialog,
  write: WriteDialog,
};

function ActForm({ name, ...props }: EntryDialogProps & { readonly name: OfferName }) {
  const all: Readonly<Partial<Record<OfferName, FormOf>>> = forms;
  const Form = all[name];
  return Form !== undefined && <Form {...props} />;
}

/** Asks before a lead with a result or something planned is put back among those to call: it loses these by it. */
function ToCallDialog({ entry, ...dialog }: EntryDialogProps) {
  const { resultat, actions } = entry;
  return (
    <ActDialog
      {...dialog}
      submit={dialog.title}
      values={{}}
      toAct={(_, tells) => ({ name: 'toCall', body: { withdraw: true, ...tells } })}
    >
      {resultat !== null && (
        <Typography>{`Le résultat « ${contractName(resultat)} » sera retiré.`}</Typography>
      )}
      {actions.filter(isPlanned).map((action) => (
        <Typography key={action.position}>{`Sera annulé : ${actionText(action)}`}</Typography>
      ))}
      <CancelledTick actions={actions} />
    </ActDialog>
  );
}

/** The result of a request, with its reason or the day of the admission. */
function ResultDialog({ entry, ...dialog }: EntryDialogProps) {
  const before = { resultat: entry.resultat, motif: entry.motif, admittedOn: admissionDay(entry) };
  return (
    <ActDialog
      {...dialog}
      values={before}
      toAct={(typed, tells) =>
        changedFields(before, typed) && { name: 'edit', body: { ...resultEdit(entry, typed), ...tells } }
      }
    >
      <ResultInputs before={entry.resultat} actions={entry.actions} />
    </ActDialog>
  );
}

/** Converts a contact survey into a lead, and opens it. */
function ConvertDialog({ title, entry, onClose }: EntryDialogProps) {
  const navigate = useNavigate();
  return (
    <ActDialog
      title={title}
      submit="Créer la demande"
      values={{ type: 'commercial.type.website', sejourType: null }}
      toAct={({ type, sejourType }) => ({
        name: 'convert',
        body: { type, ...(sejourType && { sejourType }) },
      })}
      onClose={(sent) => {
        onClose();
        if (sent?.state === 'done') void navigate(`/leads/${entry.id}`);
      }}
    >
      <SelectInput
        source="type"
        label="Type de contact"
        choices={choicesIn(commercialTypeNames)}
        validate={required}
      />
      <SelectInput source="sejourType" label="Séjour" choices={choicesIn(sejourTypeNames)} />
    </ActDialog>
  );
}
