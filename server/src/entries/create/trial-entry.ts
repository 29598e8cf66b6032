import { randomInt, randomUUID } from 'node:crypto';
import { parisDay } from '../../clock.ts';
import { operation } from '../../store/operation.ts';
import { statement } from '../../store/statement.ts';
import { newEntry } from '../entry.ts';
import { submitEntries } from './submit-entries.ts';

const anyResidence = statement()((db) => db.selectFrom('establishments').select('id').limit(1));

/** Long, so that where there is room for the trial there is room for an entry. */
const comment = 'Cette fiche d’essai est annulée avant d’être enregistrée. '.repeat(250);

/** Stores an entry as a lead is stored, to see whether that works. It must be rolled back: see `Database.ready`. */
export const tryEntry = operation(
  'tryEntry',
  async (tx, { notifyStaff }: { readonly notifyStaff: boolean }, context): Promise<void> => {
    const residence = await tx.first(anyResidence, {});
    const entry = newEntry({
      kind: 'commercial',
      customId: randomUUID(),
      status: 'new',
      establishmentId: residence?.id ?? null,
      contactDate: parisDay(context.now),
      receivedAt: context.now.toISOString(),
      comment,
      fields: JSON.stringify({ lastNameClient: 'Essai', cellphoneClient: '06 39 98 00 00' }),
      phoneKeys: ['639980000'],
      relations: [{ fields: JSON.stringify({ lastName: 'Essai' }), extra: null }],
    });
    const submission = { entry, sender: 'c0', idempotencyKey: undefined, upload: undefined, notifyStaff };
    await submitEntries.run(tx, [{ ...submission, id: -randomInt(1, 2 ** 47) }], context);
  },
);
