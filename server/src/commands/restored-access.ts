import { parisDay } from '../clock.ts';
import { connect } from '../store/sqlite/connection.ts';

/** A credential, login or role. */
interface Access {
  /** Equal in two databases if they grant the same access. */
  readonly key: string;
  /** How an operator knows it. */
  readonly name: string;
  /** The e-mail address of its user, if it has one. */
  readonly email: string | null;
}

// The columns are: kind, identity, name, e-mail address of the user.
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
  `select 'calendar', hash, 'a calendar feed of ' || email, email
     from calendar_tokens join users on users.id = user_id where revoked_at is null and disabled_at is null`,
];

/**
 * Returns the names of access that a backup grants and the present database does not: it was revoked, disabled or changed
 * since the backup. Both are SQLite files. Undefined when they can't be compared.
 */
export function restoredAccess(present: string, backup: string, now: Date): string[] | undefined {
  try {
    const known = new Set(accessIn(present, now).map(({ key }) => key));
    const found = accessIn(backup, now).filter(({ key }) => !known.has(key));
    // For a restored user, the login and the roles need not be listed too.
    const users = new Set(found.filter(({ key }) => key.startsWith('user ')).map(({ email }) => email));
    return found
      .filter(({ key, email }) => email === null || key.startsWith('user ') || !users.has(email))
      .map(({ name }) => name);
  } catch {
    // The present database may be damaged, and restored for that reason.
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
        const [kind, identity, name, email = null] = Object.values(row);
        return {
          key: `${kind} ${identity}`,
          name: String(name),
          email: email === null ? null : String(email),
        };
      });
    });
  } finally {
    database.close();
  }
}
