import { useListContext, useNotify, useRefresh } from 'react-admin';
import { counted } from '../../../../server/src/french/dates.ts';
import { request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { FollowedEntry } from '../../api/responses.ts';
import type { AnswerOf, InputOf } from '../../api/routes.ts';
import { textsOf } from '../../i18n/texts.ts';
import { errorText } from '../../ui/error-text.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import type { FormValues } from '../../ui/SendForm.tsx';
import { MomentInputs, ProposalChips } from '../detail/MomentInputs.tsx';
import { SleepInputs } from '../detail/SleepInputs.tsx';
import { ReceiverDialog } from '../ReceiverDialog.tsx';
import { undoMs, useUndoNotice } from '../UndoMessage.tsx';

const bulkRefusedTexts = {
  owner: 'cette personne ne suit pas les fiches de cette résidence',
  plan: 'aucun appel ne peut y être planifié',
  sleep: 'la fiche n’est plus ouverte',
};
const bulkSubmitTexts = { plan: 'Planifier', sleep: 'Mettre en sommeil' };

const t = textsOf('leads.bulk');

/** What is done to several entries, named as the act of the service. */
export type BulkName = 'owner' | 'plan' | 'sleep';

const maxEntries = 200;
/** Refusals that the result names; it counts the others. */
const maxNamed = 5;

type Answer = AnswerOf<'POST /desk/entries/bulk'>['data'][number];

interface Props {
  readonly name: BulkName;
  readonly onClose: () => void;
}

/** Does the same to the chosen entries, and says what was refused and why. The refused ones stay chosen. */
export function BulkDialog({ name, onClose }: Props) {
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const refresh = useRefresh();
  const { selectedIds, data = [], onSelect } = useListContext<FollowedEntry>();

  async function send(typed: FormValues): Promise<string | undefined> {
    if (selectedIds.length > maxEntries) return `Choisissez ${maxEntries} fiches au plus.`;
    const act = actOf(name, typed);
    const { data: answers } = await request('POST /desk/entries/bulk', { ids: selectedIds, act });
    const refused = refusedOf(answers);
    const done = answers.flatMap(({ id, version, unchanged }) =>
      version === undefined || unchanged === true ? [] : [{ id, version }],
    );
    const takeBack = async () => {
      const undo = done.map(({ version }) => version);
      const ids = done.map(({ id }) => id);
      const undone = await request('POST /desk/entries/bulk', { ids, act: { undo } });
      return refusedOf(undone.data).length === 0 ? undefined : told('undone', 'stayed', undone.data);
    };
    const text = told(`${name}.done`, 'refused', answers);
    const autoHideDuration = refused.length > 0 ? 20_000 : undoMs;
    if (done.length === 0) notify(text, { type: 'warning', autoHideDuration });
    else
      offerUndo({
        ...{ text, undo: takeBack, autoHideDuration },
        ...(refused.length > 0 && { severity: 'warning' }),
      });
    onClose();
    onSelect(refused.map(({ id }) => id));
    refresh();
    return undefined;
  }

  /** How many it was done to, and which were refused and why: « 2 annulées, 1 restée : Garnier (elle a changé entre-temps). » */
  function told(done: string, left: 'refused' | 'stayed', answers: readonly Answer[]): string {
    const refused = refusedOf(answers);
    const other = left === 'stayed' ? 'la fiche a changé entre-temps' : bulkRefusedTexts[name];
    const reasons = refused.slice(0, maxNamed).map(({ id, error: { code } }) => {
      const who = data.find((entry) => entry.id === id)?.name ?? `n° ${id}`;
      return `${who} (${t(`reason.${code}`, { _: other })})`;
    });
    const more = refused.length > maxNamed ? ` et d’autres` : '';
    const parts = [
      t(done, { smart_count: answers.length - refused.length }),
      ...(refused.length > 0
        ? [
            {
              refused: `${counted(refused.length, 'refusée')} : ${reasons.join(' ; ') + more}`,
              stayed: `${counted(refused.length, 'restée')} : ${reasons.join(' ; ') + more}`,
            }[left],
          ]
        : []),
    ];
    return `${parts.join(', ')}.`;
  }

  const title = {
    owner: `Confier ${counted(selectedIds.length, 'fiche')}`,
    plan: `Planifier l’appel de ${counted(selectedIds.length, 'famille')}`,
    sleep: `Mettre en sommeil ${counted(selectedIds.length, 'fiche')}`,
  }[name];
  if (name === 'owner')
    return <OwnerDialog title={title} entryId={Number(selectedIds[0])} send={send} onClose={onClose} />;
  return (
    <FormDialog
      title={title}
      submit={bulkSubmitTexts[name]}
      values={name === 'plan' ? { date: null, time: null } : { until: null, reason: null }}
      isSticky
      onSubmit={send}
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
  const give = ({ id }: { readonly id: number | null }) => send({ userId: id }).catch(errorText);
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
