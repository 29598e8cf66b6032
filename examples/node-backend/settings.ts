/** The settings of both backends, from the environment. */
export interface Settings {
  /** Address of accueil. */
  readonly accueilUrl: string;
  /** A `full` password: it stays here, on the server. */
  readonly password: string;
  /** `whsec_…`; two during a rotation, separated by a comma in the environment. */
  readonly webhookSecrets: readonly string[];
  readonly port: number;
  /** SQLite file. */
  readonly database: string;
}

/** Throws when a setting is missing: better at startup than at the first form. */
export function settingsFrom(env: Readonly<Record<string, string | undefined>>): Settings {
  const required = (name: string) => {
    const value = env[name];
    if (value === undefined || value === '') throw new Error(`${name} is not set`);
    return value;
  };
  return {
    accueilUrl: env.ACCUEIL_URL ?? 'http://127.0.0.1:8080',
    password: required('ACCUEIL_PASSWORD'),
    webhookSecrets: required('ACCUEIL_WEBHOOK_SECRET').split(','),
    port: Number(env.PORT ?? 3000),
    database: env.DATABASE ?? 'example.db',
  };
}
