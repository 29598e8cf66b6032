import { createDatabase } from './postgres.ts';

export const engines = ['sqlite', 'postgres'] as const;

export type Engine = (typeof engines)[number];

/** The URL of a fresh PostgreSQL database: an empty one, or a copy of the named one. */
export async function testDatabaseUrl(template?: string): Promise<string> {
  const adminUrl = process.env.TEST_POSTGRES_URL;
  if (adminUrl === undefined) {
    throw new Error('TEST_POSTGRES_URL is not set: run this test with "npm run test:one -- FILE"');
  }
  return createDatabase(adminUrl, template);
}
