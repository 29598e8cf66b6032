import BedtimeOutlined from '@mui/icons-material/BedtimeOutlined';
import Close from '@mui/icons-material/Close';
import DoneAll from '@mui/icons-material/DoneAll';
import EventOutlined from '@mui/icons-material/EventOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import { Checkbox, IconButton, Stack, Typography } from '@mui/material';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Button, useListContext, useNotify, useRefresh } from 'react-admin';
import { counted } from '../../../../server/src/french/dates.ts';
import { request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { FollowedEntry } from '../../api/responses.ts';
import type { AnswerOf, InputOf } from '../../api/routes.ts';
import { useMayChange } from '../../session/access.ts';
import { FormDialog, type FormValues } from '../../ui/forms.tsx';
import { MomentInputs, ProposalChips, SleepInputs } from '../detail/MomentInputs.tsx';
import { callerName } from '../entry.ts';
import { ReceiverDialog } from '../ReceiverDialog.tsx';
import { undoMs, useUndoNotice } from '../UndoMessage.tsx';

const buttonTexts = { owner: 'Confier à…', plan: 'Planifier un appel', sleep: 'Mettre en sommeil' };

const buttons: readonly (readonly [BulkName, ReactElement])[] = [
  ['owner', <PersonOutlined key="owner" />],
  ['plan', <EventOutlined key="plan" />],
  ['sleep', <BedtimeOutlined key="sleep" />],
];

/** What can be done to the chosen entries at once; nothing while none is chosen. */
export function BulkBar() {
  const mayChange = useMayChange();
  const { selectedIds, data = [], onSelect, onUnselectItems } = useListContext<FollowedEntry>();
  const [open, setOpen] = useState<BulkName>();
  if (selectedIds.length === 0) return null;
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label="Fiches choisies"
      // In sight however long the list is: just below the bar of the page. Over the head of the table: no row moves.
      sx={{
        position: 'sticky',
        top: { xs: 56, sm: 48 },
        zIndex: 3,
        height: 49,
        mb: { md: '-49px' },
        alignItems: 'center',
        gap: 0.5,
        px: 1,
        py: 0.5,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton size="small" aria-label="Désélectionner" onClick={() => onUnselectItems()}>
        <Close fontSize="small" />
      </IconButton>
      <Typography variant="body2" role="status" sx={{ flexGrow: 1 }}>
        {counted(selectedIds.length, 'choisie')}
      </Typography>
      <Button
        label="Toutes de la page"
        onClick={() =>
          onSelect([...new Set([...selectedIds, ...data.filter(mayChange).map(({ id }) => id)])])
        }
      >
        <DoneAll />
      </Button>
      {buttons.map(([name, icon]) => (
        // Icons alone on a phone.
        <Button key={name} label={buttonTexts[name]} onClick={() => setOpen(name)}>
          {icon}
        </Button>
      ))}
      {open !== undefined && <BulkDialog name={open} onClose={() => setOpen(undefined)} />}
    </Stack>
  );
}

/** What is done to several entries, named as the act of the service. */
type BulkName = 'owner' | 'plan' | 'sleep';

/** Why it was refused, in the words of each act; the codes say more. */
const refusedTexts: Readonly<Record<BulkName, string>> = {
  owner: 'cette personne ne suit pas les fiches de cette résidence',
  plan: 'aucun appel ne peut y être planifié',
  sleep: 'la fiche n’est plus ouverte',
};
const reasonTexts: Readonly<Record<string, string>> = {
  NOTFOUND: 'elle n’est plus dans vos résidences',
  HELD: 'un litige ou une limitation l’interdit',
  ERASED: 'ses données sont effacées',
};

const maxEntries = 200;
/** Refusals that the result names; it counts the others. */
const maxNamed = 5;

type Answer = AnswerOf<'POST /desk/entries/bulk'>['data'][number];

/** Does the same to the chosen entries, and says what was refused and why. The refused ones stay chosen. */
function BulkDialog({ name, onClose }: { readonly name: BulkName; readonly onClose: () => void }) {
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const refresh = useRefresh();
  const { selectedIds, data = [], onSelect } = useListContext<FollowedEntry>();

  const { title, submit, done } = {
    owner: {
      title: `Confier ${counted(selectedIds.length, 'fiche')}`,
      submit: '',
      done: (count: number) => counted(count, 'fiche confiée', 'fiches confiées'),
    },
    plan: {
      title: `Planifier l’appel de ${counted(selectedIds.length, 'famille')}`,
      submit: 'Planifier',
      done: (count: number) => counted(count, 'appel planifié', 'appels planifiés'),
    },
    sleep: {
      title: `Mettre en sommeil ${counted(selectedIds.length, 'fiche')}`,
      submit: 'Mettre en sommeil',
      done: (count: number) => counted(count, 'fiche mise en sommeil', 'fiches mises en sommeil'),
    },
  }[name];

  async function send(typed: FormValues): Promise<string | false> {
    if (selectedIds.length > maxEntries) return `Choisissez ${maxEntries} fiches au plus.`;
    const act = actOf(name, typed);
    const { data: answers } = await request('POST /desk/entries/bulk', { ids: selectedIds, act });
    const refused = refusedOf(answers);
    const changed = answers.flatMap(({ id, version, unchanged }) =>
      version === undefined || unchanged === true ? [] : [{ id, version }],
    );
    const takeBack = async () => {
      const undo = changed.map(({ version }) => version);
      const ids = changed.map(({ id }) => id);
      const undone = await request('POST /desk/entries/bulk', { ids, act: { undo } });
      return refusedOf(undone.data).length === 0
        ? undefined
        : told((count) => counted(count, 'annulée'), 'restée', undone.data);
    };
    const text = told(done, 'refusée', answers);
    const autoHideDuration = refused.length > 0 ? 20_000 : undoMs;
    if (changed.length === 0) notify(text, { type: 'warning', autoHideDuration });
    else
      offerUndo({
        ...{ text, undo: takeBack, autoHideDuration },
        ...(refused.length > 0 && { severity: 'warning' }),
      });
    onClose();
    onSelect(refused.map(({ id }) => id));
    refresh();
    return false;
  }

  /** How many it was done to, and which were refused and why: « 2 annulées, 1 restée : Garnier (elle a changé entre-temps). » */
  function told(
    did: (count: number) => string,
    left: 'refusée' | 'restée',
    answers: readonly Answer[],
  ): string {
    const refused = refusedOf(answers);
    const other = left === 'restée' ? 'la fiche a changé entre-temps' : refusedTexts[name];
    const reasons = refused.slice(0, maxNamed).map(({ id, error: { code } }) => {
      const who = data.find((entry) => entry.id === id)?.name ?? `n° ${id}`;
      return `${who} (${reasonTexts[code] ?? other})`;
    });
    const more = refused.length > maxNamed ? ' et d’autres' : '';
    const parts = [
      did(answers.length - refused.length),
      ...(refused.length > 0 ? [`${counted(refused.length, left)} : ${reasons.join(' ; ')}${more}`] : []),
    ];
    return `${parts.join(', ')}.`;
  }

  if (name === 'owner')
    return <OwnerDialog title={title} entryId={Number(selectedIds[0])} send={send} onClose={onClose} />;
  return (
    <FormDialog
      title={title}
      submit={submit}
      values={name === 'plan' ? { date: null, time: null } : { until: null, reason: null }}
      isSticky
      send={send}
      onClose={onClose}
    >
      {name === 'plan' && (
        <>
          <ProposalChips />
          <MomentInputs />
        </>
      )}
      {name === 'sleep' && <SleepInputs />}
    </FormDialog>
  );
}

function refusedOf(answers: readonly Answer[]) {
  return answers.flatMap(({ id, error }) => (error === undefined ? [] : [{ id, error }]));
}

interface OwnerDialogProps {
  readonly title: string;
  /** One of them: at another residence the service may refuse the chosen user. */
  readonly entryId: number;
  readonly send: (typed: FormValues) => Promise<unknown>;
  readonly onClose: () => void;
}

function OwnerDialog({ title, entryId, send, onClose }: OwnerDialogProps) {
  const nobody = { id: null, name: 'Personne' };
  const { data, error } = useRead('GET /desk/entries/:id/owners', { id: entryId });
  const give = ({ id }: { readonly id: number | null }) => send({ userId: id });
  return (
    <ReceiverDialog
      title={title}
      isFailed={error !== null}
      groups={[{ name: 'users', all: data && [...data.data, nobody], give }]}
      onClose={onClose}
    />
  );
}

/** What the service expects of each. */
function actOf(
  name: BulkName,
  { userId, date, time, until, reason }: FormValues,
): InputOf<'POST /desk/entries/bulk'>['act'] {
  switch (name) {
    case 'owner':
      return { owner: typeof userId === 'number' ? userId : null };
    case 'plan':
      return { plan: { date, time: time === '' ? null : time } };
    case 'sleep':
      return { sleep: { until, reason } };
    default:
      return name satisfies never;
  }
}

interface SelectableProps {
  readonly entry: FollowedEntry;
  readonly children: ReactNode;
}

/** An entry of a list, or its name, with a box that chooses it where the user may change it. */
export function Selectable({ entry, children }: SelectableProps) {
  const mayChange = useMayChange();
  const { selectedIds, onToggleItem } = useListContext<FollowedEntry>();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', '& > :last-child': { flexGrow: 1, minWidth: 0 } }}>
      {mayChange(entry) && (
        <Checkbox
          checked={selectedIds.includes(entry.id)}
          onChange={() => onToggleItem(entry.id)}
          slotProps={{ input: { 'aria-label': `Choisir ${callerName(entry)}` } }}
        />
      )}
      <div>{children}</div>
    </Stack>
  );
}
