import { parisDay } from '../clock.ts';
import { connect } from '../store/sqlite/connection.ts';

/** Something that lets somebody in. */
interface Access {
  /** The same in two databases when the same secret, or user, is let in. */
  readonly key: string;
  /** What an operator knows it by. */
  readonly name: string;
  /** The user whom it lets in. */
  readonly email: string | null;
}

// One column each, in this order: what it is, by what it is told from another, its name, its user.
const queries = [
  `select 'password', hash, 'password ' || passwords.id || ' of the caller ' || callers.name, null
     from passwords join callers on callers.id = caller_id where revoked_at is null`,
  `select 'token', hash, 'token ' || tokens.id || ' of the partner ' || slug, null
     from tokens join partners on partners.id = partner_id
     where revoked_at is null and coalesce(until, '9999') >= :today`,
  `select 'export', password_hash, 'the password for fetching conversions', null
     from conversion_settings where password_hash is not null`,
  `select 'user', email, 'the user ' || email, email from users where disabled_at is null`,
  `select 'login', email || password_hash, 'the password that ' || email || ' had then', email
     from users where disabled_at is null and password_hash is not null`,
  `select 'one step', email, email || ' without two-step sign-in', email
     from users where disabled_at is null and totp_since is null`,
  `select 'role', email || role || coalesce(establishment_id, ''),
       email || ' as ' || role || coalesce(' at residence ' || establishment_id, ' everywhere'), email
     from grants join users on users.id = user_id where disabled_at is null`,
];

/**
 * What a backup lets in that the present database (SQLite, both given by their files) does not, as an operator knows it:
 * what was revoked, disabled or changed since. Undefined when the two can't be compared.
 */
export function goodAgain(present: string, backup: string, now: Date): string[] | undefined {
  try {
    const known = new Set(accessIn(present, now).map(({ key }) => key));
    const found = accessIn(backup, now).filter(({ key }) => !known.has(key));
    // Of a user who is there again nothing else need be said.
    const users = new Set(found.filter(({ key }) => key.startsWith('user ')).map(({ email }) => email));
    return found
      .filter(({ key, email }) => email === null || key.startsWith('user ') || !users.has(email))
      .map(({ name }) => name);
  } catch {
    // A damaged database may be why there is a restore.
    return undefined;
  }
}

function accessIn(file: string, now: Date): Access[] {
  const database = connect(file);
  try {
    return queries.flatMap((query) => {
      const statement = database.prepare(query);
      statement.setReturnArrays(true);
      statement.setAllowUnknownNamedParameters(true);
      return statement.all({ today: parisDay(now) }).map((row) => {
        const [kind, hash, name, email = null] = Object.values(row);
        return {
          key: `${kind} ${hash}`,
          name: String(name),
          email: email === null ? null : String(email),
        };
      });
    });
  } finally {
    database.close();
  }
}
