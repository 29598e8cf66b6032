import { useListContext, useNotify, useRefresh } from 'react-admin';
import { request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { FollowedEntry } from '../../api/responses.ts';
import type { InputOf } from '../../api/routes.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { errorText } from '../../ui/error-text.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import type { FormValues } from '../../ui/SendForm.tsx';
import { MomentInputs, ProposalChips } from '../detail/MomentInputs.tsx';
import { SleepInputs } from '../detail/SleepDialog.tsx';
import { ReceiverDialog } from '../ReceiverDialog.tsx';
import { UndoMessage, undoMs } from '../UndoMessage.tsx';

const t = textsOf('leads.bulk');

/** What is done to several entries, named as the act of the service. */
export type BulkName = 'owner' | 'plan' | 'sleep';

/** Entries of one request. */
const maxEntries = 200;
/** Refusals that the result names; it counts the others. */
const maxNamed = 5;

interface Props {
  readonly name: BulkName;
  readonly onClose: () => void;
}

/** Does the same to the chosen entries, and says what was refused and why. The refused ones stay chosen. */
export function BulkDialog({ name, onClose }: Props) {
  const notify = useNotify();
  const refresh = useRefresh();
  const { selectedIds, data = [], onSelect } = useListContext<FollowedEntry>();

  async function send(typed: FormValues): Promise<string | undefined> {
    if (selectedIds.length > maxEntries) return t('tooMany', { most: maxEntries });
    const { data: answers } = await request('POST /desk/entries/bulk', {
      ids: selectedIds,
      act: actOf(name, typed),
    });
    const refused = answers.flatMap(({ id, error }) => (error === undefined ? [] : [{ id, error }]));
    const who = (id: number) =>
      data.find((entry) => entry.id === id)?.name ?? translate('accueil.entry.number', { id });
    const reasons = refused.slice(0, maxNamed).map(({ id, error: { code } }) =>
      t('refusal', {
        name: who(id),
        reason: t(`reason.${code}`, { _: t(`${name}.refused`) }),
      }),
    );
    const parts = [t(`${name}.done`, { smart_count: answers.length - refused.length })];
    if (refused.length > 0) {
      const more = refused.length > maxNamed ? ` ${t('more')}` : '';
      parts.push(t('refused', { smart_count: refused.length, reasons: reasons.join(' ; ') + more }));
    }
    const done = answers.flatMap(({ id, version, unchanged }) =>
      version === undefined || unchanged === true ? [] : [{ id, version }],
    );
    const takeBack = async () => {
      const act = { undo: done.map(({ version }) => version) };
      const undone = await request('POST /desk/entries/bulk', { ids: done.map(({ id }) => id), act });
      if (undone.data.some(({ error }) => error !== undefined)) throw new Error('Some were changed since');
    };
    const text = `${parts.join(', ')}.`;
    if (done.length === 0) notify(text, { type: 'warning', multiLine: true, autoHideDuration: 20_000 });
    else
      notify(
        <UndoMessage text={text} {...(refused.length > 0 && { severity: 'warning' })} undo={takeBack} />,
        {
          autoHideDuration: refused.length > 0 ? 20_000 : undoMs,
        },
      );
    onClose();
    onSelect(refused.map(({ id }) => id));
    refresh();
    return undefined;
  }

  const title = t(`${name}.title`, { smart_count: selectedIds.length });
  if (name === 'owner')
    return <OwnerDialog title={title} entryId={Number(selectedIds[0])} send={send} onClose={onClose} />;
  return (
    <FormDialog
      title={title}
      submit={t(`${name}.submit`)}
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

interface OwnerDialogProps {
  readonly title: string;
  /** One of them: at another residence the service may refuse the chosen user. */
  readonly entryId: number;
  readonly send: (typed: FormValues) => Promise<unknown>;
  readonly onClose: () => void;
}

function OwnerDialog({ title, entryId, send, onClose }: OwnerDialogProps) {
  const nobody = { id: null, name: translate('accueil.entry.owner.noOwner') };
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
