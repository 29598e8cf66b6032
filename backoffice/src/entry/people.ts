import type { Fields } from './whole-entry.ts';

/** As a person is called: the first name, then the married name or else the last name; '' when neither is known. */
export function nameOf({ firstName, lastNameMarital, lastName }: Fields): string {
  return [firstName, lastNameMarital ?? lastName].filter((part) => typeof part === 'string').join(' ');
}
