import { createDatabase } from './postgres.ts';

export const engines = ['sqlite', 'postgres'] as const;

export type Engine = (typeof engines)[number];

/** The URL of a fresh, empty PostgreSQL database. */
export async function testDatabaseUrl(): Promise<string> {
  const adminUrl = process.env.TEST_POSTGRES_URL;
  if (adminUrl === undefined) {
    throw new Error('TEST_POSTGRES_URL is not set: run this test with "npm run test:one -- FILE"');
  }
  return createDatabase(adminUrl);
}
