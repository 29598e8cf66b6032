import type { Plan } from './main.ts';
export async function measurePostgres({ print }: Plan): Promise<void> {
  print('later');
}
