import { addDays } from '../clock.ts';
import type { Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';

/** « Ma journée » shows so many days ahead that a token ends. */
const endingDays = 30;
/** The morning mail says it so many days ahead. */
const mailedDays = { requests: 10, tokens: 7 };

const tokensUntil = statement<{ from: Day; to: Day }>()((db, p) =>
  db
    .selectFrom('tokens')
    .innerJoin('partners', 'partners.id', 'tokens.partner_id')
    .select(['tokens.id', 'partners.slug as partner', 'tokens.label', 'tokens.until'])
    .where('tokens.revoked_at', 'is', null)
    .where('tokens.until', '>=', p.from)
    .where('tokens.until', '<=', p.to)
    .orderBy('tokens.until')
    .orderBy('tokens.id')
    .$narrowType<{ until: Day }>(),
);
const requestsDue = statement<{ to: Day }>()((db, p) =>
  db
    .selectFrom('privacy_requests')
    .select(['id', 'due_on as dueOn'])
    .where('closed_at', 'is', null)
    .where('due_on', '<=', p.to)
    .orderBy('due_on')
    .orderBy('id'),
);

/** Returns the tokens in use that end within {@link endingDays}, the first first. */
export function endingTokens(read: Queries, today: Day, days = endingDays) {
  return read.all(tokensUntil, { from: today, to: addDays(today, days) });
}

/** What the morning mail says of deadlines: open requests of persons to officers, tokens of partners to administrators. */
export async function deadlinesOn(read: Queries, today: Day) {
  return {
    requests: await read.all(requestsDue, { to: addDays(today, mailedDays.requests) }),
    tokens: await endingTokens(read, today, mailedDays.tokens),
  };
}
export type Deadlines = Awaited<ReturnType<typeof deadlinesOn>>;
