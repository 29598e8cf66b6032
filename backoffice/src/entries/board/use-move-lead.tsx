import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { stageNames } from '../../../../server/src/french/labels.ts';
import { request } from '../../api/client.ts';
import { type Stage, stageNamed } from '../../api/enumerations.ts';
import type { ListedEntry } from '../../api/responses.ts';
import { nowIn, today } from '../../i18n/days.ts';
import type { Edit } from '../detail/acts.ts';
import { orLeft } from '../detail/EntryActsProvider.tsx';
import { useUndoNotice } from '../UndoMessage.tsx';
import { type BoardFilter, boardKey, columnKey } from './columns.ts';

interface Move {
  readonly lead: ListedEntry;
  readonly stage: Stage;
  /** Of an admission; absent for now. */
  readonly day?: string;
  /** Of an admission that is its result too. */
  readonly result?: Edit | undefined;
}

/** The pages of a column, as far as a move changes them. */
type Column = InfiniteData<{ readonly data: readonly ListedEntry[] }, string>;

/**
 * Moves an entry to a stage by noting an action of that stage as done. The card moves at once, and back if that fails.
 */
export function useMoveLead(filter: BoardFilter): (move: Move) => void {
  const client = useQueryClient();
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const { mutate } = useMutation({
    mutationFn: ({ lead, stage, day = today(), result }: Move) =>
      request('PATCH /desk/entries/:id', {
        id: lead.id,
        ...result,
        actions: [
          { stage, date: day, time: day === today() ? nowIn('Europe/Paris').time : null, done: true },
        ],
      }),
    async onMutate({ lead, stage }) {
      await client.cancelQueries({ queryKey: boardKey });
      const before = client.getQueriesData<Column>({ queryKey: boardKey });
      const from = columnKey(stageNamed(lead.stage) ?? 'none', filter);
      client.setQueryData<Column>(from, (column) => column && without(column, lead.id));
      const moved: ListedEntry = { ...lead, stage, status: 'processed' };
      client.setQueryData<Column>(columnKey(stage, filter), (column) => column && withFirst(column, moved));
      return before;
    },
    onError(_error, _move, before) {
      for (const [key, column] of before ?? []) client.setQueryData(key, column);
      notify('Le déplacement a échoué. Réessayez dans un instant.', { type: 'error' });
    },
    onSuccess({ version, letters }, { lead, stage, result }) {
      const name = lead.name ?? 'Sans nom';
      const text = `${name} : ${stageNames[stage]}.`;
      const act = { name: 'edit', body: result ?? {} } as const;
      const undo = () => orLeft(act, () => request('POST /desk/entries/:id/undo', { id: lead.id, version }));
      offerUndo({ text, undo, isKept: letters !== undefined, entryId: lead.id });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: boardKey }),
        client.invalidateQueries({ queryKey: ['leads'] }),
      ]),
  });
  return mutate;
}

function without(column: Column, id: number): Column {
  return {
    ...column,
    pages: column.pages.map((page) => ({ ...page, data: page.data.filter((lead) => lead.id !== id) })),
  };
}

function withFirst(column: Column, lead: ListedEntry): Column {
  const [first, ...rest] = column.pages;
  if (first === undefined) return column;
  return { ...column, pages: [{ ...first, data: [lead, ...first.data] }, ...rest] };
}
