import Type, { type Static, type TObject, type TProperties } from 'typebox';
import type { EntryUse, Right } from '../../access/roles.ts';
import { integer } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly, IdPath } from '../../http/desk-answers.ts';
import { type DeskRoute, deskRoute } from '../../http/desk-route.ts';
import type { ChannelSettings } from '../../letters/write.ts';
import type { Operation, Transaction } from '../../store/database.ts';
import type { DeskDeps } from '../deps.ts';
import type { HistoryRow } from '../entries/versions.ts';
import { type ActInput, type ActOutcome, type ActSubject, type Done, entryAct } from './act.ts';

/** Optimistic locking, in the body of an act. */
export const ExpectedVersion = Type.Optional(integer({ minimum: 0 }));

interface Act<F extends TProperties, Input> {
  /** `entries.change` by default. */
  readonly right?: Right;
  /** `change` by default. */
  readonly use?: EntryUse;
  /** What its body has besides {@link ExpectedVersion}; absent for an act without a body. */
  readonly fields?: F;
  /** Throws for a body that the schema can't tell to be wrong. */
  readonly check?: (input: Input, settings: ChannelSettings) => void;
  readonly run: (tx: Transaction, subject: ActSubject, input: Input) => Promise<Done | undefined>;
}

type InputOf<F extends TProperties> = ActInput & Static<TObject<F>>;

/** Defines an act on an entry: its route and its operation, an {@link entryAct}. */
export function actRoute<const Path extends string, F extends TProperties = Record<never, never>>(
  name: string,
  path: Path,
  { right = 'entries.change', use, fields, check, run }: Act<F, InputOf<F>>,
) {
  const operation = entryAct(name, run, use);
  const hasBody = fields !== undefined;
  const route = deskRoute(name, path, {
    ...{ right, params: IdPath },
    ...(hasBody && { body: exactly({ version: ExpectedVersion, ...fields }) }),
    async run({ database, clock, ...settings }: DeskDeps, { id: entryId, ...rest }) {
      // The body has what `fields` declares.
      const input = { ...rest, entryId } as unknown as InputOf<F>;
      check?.(input, settings);
      return answerOf(await database.write(operation, input, clock()));
    },
  });
  return { ...route, operation } as DeskRoute<
    Path,
    { id: number; version?: number } & Static<TObject<F>>,
    ReturnType<typeof answerOf>,
    DeskDeps
  > & { readonly operation: Operation<InputOf<F>, ActOutcome> };
}

/** The entry and its version. Throws for changes that others have made first. */
export function answerOf({ id, version, conflict, stayed, letters }: ActOutcome) {
  if (conflict !== undefined) throw editConflict(version, conflict);
  return {
    ...{ id, version },
    ...(stayed !== undefined && { stayed: [...stayed] }),
    ...(letters !== undefined && { letters: [...letters] }),
  };
}

/** A CONFLICT with the current version of the entry and what others have changed since. */
export function editConflict(version: number, changes: readonly HistoryRow[]): RequestError {
  const message = 'version: somebody else has changed this entry since';
  return new RequestError('CONFLICT', message, {}, { version, changes });
}
