import { OrientationBody } from '../contract/orientation.ts';
import { unplacedFields } from '../validation/field-rows.ts';
import type { AdditionalFields } from '../validation/normalize.ts';

/** Limits of the notices: names, and characters of each. */
const maxNames = 5;
const maxNameLength = 60;
/** Names that are counted: a message may have thousands. */
const mostNames = 200;

/** Returns the sentence for the partner's staff about fields that no longer fit; none without such fields. */
export function droppedFieldsNotice(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [
    `La demande a atteint sa taille maximale (256 Kio, 500 champs) ; sans effet dans cette mise à jour : ${listed(names)}.`,
  ];
}

/**
 * Returns the sentence about members that the contract does not name, which staff alone read; none without such members.
 * `{"Contact":{"Nom":…}}` was meant to be `Contact / Nom`.
 */
export function unreadNotice(fields: AdditionalFields = {}): string[] {
  const names = [...unplacedFields(fields).take(mostNames)].map(({ name }) => {
    const key = name.split(/[ ./]+/).join(' / ');
    return Object.hasOwn(OrientationBody.properties, key) ? `${name} (« ${key} » attendu)` : name;
  });
  return names.length === 0 ? [] : [`Champs inconnus, montrés tels quels à la résidence : ${listed(names)}.`];
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => name.slice(0, maxNameLength).toWellFormed());
  const others = names.length - shown.length;
  return others === 0 ? shown.join(', ') : `${shown.join(', ')} et ${others} de plus`;
}
