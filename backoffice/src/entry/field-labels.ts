import { entryFrench } from '../i18n/entry.ts';
import type { Words } from './values.ts';

const named: Readonly<Record<string, unknown>> = entryFrench.field;

/** What a field is called on the screens. One that the interface does not name is called as it came. */
export function fieldLabel(name: string, { translate }: Pick<Words, 'translate'>): string {
  return Object.hasOwn(named, name) ? translate(`accueil.entry.field.${name}`) : name;
}
