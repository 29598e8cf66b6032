// One PostgreSQL for a whole test run. The runner hands its environment on to every test file's process.
import { startPostgres, type TestPostgres } from './postgres.ts';

let postgres: TestPostgres | undefined;

export async function globalSetup(): Promise<void> {
  postgres = await startPostgres();
  process.env.TEST_POSTGRES_URL = postgres.url;
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop();
}
