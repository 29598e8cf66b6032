import { useListContext, useNotify, useRefresh } from 'react-admin';
import { request } from '../../api/client.ts';
import type { FollowedEntry } from '../../api/responses.ts';
import type { InputOf } from '../../api/routes.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { useSession } from '../../session/access.ts';
import { FormDialog, type FormValues } from '../../ui/FormDialog.tsx';
import { ChoiceInput } from '../detail/HandOverDialogs.tsx';
import { MomentInputs, ProposalChips } from '../detail/MomentInputs.tsx';
import { SleepInputs } from '../detail/SleepDialog.tsx';
import type { Fields } from '../entry.ts';

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
  const session = useSession();
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
    notify(`${parts.join(', ')}.`, {
      type: refused.length === 0 ? 'success' : 'warning',
      multiLine: true,
      ...(refused.length > 0 && { autoHideDuration: 20_000 }),
    });
    onClose();
    onSelect(refused.map(({ id }) => id));
    refresh();
    return undefined;
  }

  return (
    <FormDialog
      title={t(`${name}.title`, { smart_count: selectedIds.length })}
      submit={t(`${name}.submit`)}
      values={initialValues[name](session?.user.id)}
      isSticky
      onSubmit={send}
      onClose={onClose}
    >
      {name === 'owner' && (
        <ChoiceInput
          // Those of one entry: at another residence the service may refuse the chosen user.
          route="GET /desk/entries/:id/owners"
          entryId={Number(selectedIds[0])}
          failed="accueil.entry.owner.failed"
          source="userId"
          label="accueil.entry.owner.who"
          emptyText="accueil.entry.owner.noOwner"
          autoFocus
        />
      )}
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

const initialValues: Readonly<Record<BulkName, (userId: number | undefined) => Fields>> = {
  owner: (userId) => ({ userId: userId ?? null }),
  plan: () => ({ date: null, time: null }),
  sleep: () => ({ until: null, reason: null }),
};

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
