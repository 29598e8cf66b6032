import { DatabaseSync } from 'node:sqlite';
import type { CommercialBody } from 'accueil-sdk';
import type { VerifiedWebhook } from 'accueil-sdk/webhooks';

/** A form sent by a visitor. */
export interface Form {
  /** Created when the form is shown. It makes sending idempotent: accueil stores the same form once. */
  readonly customId: string;
  readonly establishmentId: number;
  readonly body: CommercialBody;
}

/** A form stored until accueil has it. */
export interface Kept extends Form {
  readonly id: number;
}

/** A form and its latest state. */
export interface Followed {
  readonly customId: string;
  readonly receivedAt: string;
  /** `waiting` until accueil has it, then `sent`. */
  readonly state: string;
  /** The newest event; null before the first. */
  readonly event: string | null;
  readonly sequence: number | null;
  readonly resultat: string | null;
  readonly comment: string | null;
}

/** The site's storage: forms on their way to accueil, and the events received about them. */
export type Store = ReturnType<typeof openStore>;

export function openStore(file: string) {
  const db = new DatabaseSync(file);
  db.exec(`
    create table if not exists forms (
      id integer primary key, custom_id text not null, establishment_id integer not null, body text,
      state text not null default 'waiting', received_at text not null default current_timestamp
    );
    create table if not exists webhooks (webhook_id text primary key, at text not null default current_timestamp);
    create table if not exists entries (
      id integer primary key, custom_id text not null, sequence integer not null, event text not null, data text not null
    );
  `);
  const statements = {
    keep: db.prepare('insert into forms (custom_id, establishment_id, body) values (?, ?, ?)'),
    waiting: db.prepare("select id, custom_id, establishment_id, body from forms where state = 'waiting'"),
    // accueil has the family's data now: no need to keep a copy.
    sent: db.prepare("update forms set state = 'sent', body = null where id = ?"),
    forget: db.prepare('delete from forms where id = ?'),
    seen: db.prepare('insert or ignore into webhooks (webhook_id) values (?)'),
    forgetSeen: db.prepare("delete from webhooks where at < datetime('now', '-7 days')"),
    // Events may arrive out of order after a retry: the highest sequence of an entry is its current state.
    stands: db.prepare(`
      insert into entries values (?, ?, ?, ?, ?) on conflict (id) do update
      set sequence = excluded.sequence, event = excluded.event, data = excluded.data
      where excluded.sequence > entries.sequence
    `),
    followed: db.prepare(`
      select forms.custom_id as customId, max(received_at) as receivedAt, max(state) as state, event, sequence,
        data ->> 'resultat' as resultat, data ->> 'comment' as comment
      from forms left join entries on entries.custom_id = forms.custom_id
      group by forms.custom_id, entries.id order by max(forms.id) desc
    `),
  };

  return {
    /** Stores a form until accueil has it. */
    keep(form: Form): Kept {
      const { customId, establishmentId, body } = form;
      const { lastInsertRowid } = statements.keep.run(customId, establishmentId, JSON.stringify(body));
      return { ...form, id: Number(lastInsertRowid) };
    },

    waiting(): Kept[] {
      return statements.waiting.all().map((row) => ({
        id: Number(row.id),
        customId: String(row.custom_id),
        establishmentId: Number(row.establishment_id),
        body: JSON.parse(String(row.body)),
      }));
    },

    markSent: ({ id }: Kept) => void statements.sent.run(id),

    /** For forms accueil rejects: the visitor corrects and resends them. */
    forget: ({ id }: Kept) => void statements.forget.run(id),

    /** Stores an event once, and its state only if newer than the known one. Atomic. */
    receive({ webhookId, type, event, sequence, customId, data }: VerifiedWebhook): void {
      db.exec('begin immediate');
      try {
        const isNew = statements.seen.run(webhookId).changes === 1;
        // Events without a type are endpoint tests.
        if (isNew && type !== null) {
          statements.stands.run(data.id, customId, sequence, event, JSON.stringify(data));
        }
        statements.forgetSeen.run();
        db.exec('commit');
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },

    followed: () => statements.followed.all() as unknown as Followed[],

    close: () => db.close(),
  };
}
