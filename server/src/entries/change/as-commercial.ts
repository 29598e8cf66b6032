import type { OrientationBody } from '../../contract/orientation.ts';
import { isDay } from '../../validation/days.ts';
import { additionalKey, type Normalized } from '../../validation/normalize.ts';
import { type Fields, isFields, only } from '../diff.ts';
import type { FieldPatch } from './patch.ts';

/**
 * An orientation message as a commercial entry (docs/interface.md, « Orientation exchange »). Both share one inbox, one
 * phone search and one set of statistics.
 */
interface AsCommercial {
  readonly sejourType: string | undefined;
  readonly comment: string | undefined;
  /** The contract's commercial fields by wire name, and those of orientations only. */
  readonly fields: FieldPatch;
  readonly extra: FieldPatch;
  /** By position: 0 is the contact person, 1 the second elderly person. Absent when the partner named none. */
  readonly relations: ReadonlyMap<number, FieldPatch>;
}

type Message = Normalized<OrientationBody>;

/** Converts a message to a commercial entry. The elderly person becomes the client. */
export function asCommercial(message: Message): AsCommercial {
  const relations = new Map<number, FieldPatch>();
  for (const [position, role] of (['Contact', 'PersonneAgee2'] as const).entries()) {
    const relation = present(relationOf(message, role));
    if (Object.keys(relation).length > 0) relations.set(position, relation);
  }
  return {
    sejourType: message.TypeAccueilSouhaite,
    comment: message.CommentaireContact,
    fields: present({
      dateFirstContact: message.DateContact,
      delais: message.DelaiPlacementEstime,
      budget: message.BudgetMensuel?.toString(),
      GirEstime: message.GirEstime,
      UniteProtege: message.UniteProtege,
      civiliteClient: message['PersonneAgee / Civilite'],
      lastNameClient: message['PersonneAgee / Nom'],
      firstNameClient: message['PersonneAgee / Prenom'],
      adresseClient: message['PersonneAgee / Adresse'],
      AdresseComplementaire: message['PersonneAgee / AdresseComplementaire'],
      codePostalClient: message['PersonneAgee / CodePostal'],
      villeClient: message['PersonneAgee / Localite'],
      emailClient: message['PersonneAgee / Email'],
      phoneClient: message['PersonneAgee / Telephone'],
      cellphoneClient: message['PersonneAgee / Mobile'],
      ageClient: message['PersonneAgee / Age'],
      ...birth(message['PersonneAgee / AnneeNaissance']),
    }),
    extra: message[additionalKey] ?? {},
    relations,
  };
}

function relationOf(message: Message, role: 'Contact' | 'PersonneAgee2'): FieldPatch {
  return {
    civilite: message[`${role} / Civilite`],
    lastName: message[`${role} / Nom`],
    firstName: message[`${role} / Prenom`],
    adresse: message[`${role} / Adresse`],
    AdresseComplementaire: message[`${role} / AdresseComplementaire`],
    codePostal: message[`${role} / CodePostal`],
    ville: message[`${role} / Localite`],
    email: message[`${role} / Email`],
    phone: message[`${role} / Telephone`],
    cellphone: message[`${role} / Mobile`],
    ...(role === 'PersonneAgee2' && {
      age: message['PersonneAgee2 / Age'],
      ...birth(message['PersonneAgee2 / AnneeNaissance'], 'birthdate'),
    }),
  };
}

/** A full date is a birth date; a year alone is kept as a year. */
function birth(text: string | undefined, name = 'birthdateClient'): FieldPatch {
  if (text === undefined) return {};
  return isDay(text) ? { [name]: text } : { AnneeNaissance: text };
}

function present(fields: FieldPatch): FieldPatch {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Whether a value was taken out: `changes`, `relations.0` or `actions.2`, and its name, as the history has them. */
export type IsTaken = (place: string, name: string, value?: unknown) => boolean;

/** Whether these paths name a value: `changes.phoneClient`, `relations.0.email`; `relations.0` is all of a related person. */
export function takenBy(paths: readonly string[]): IsTaken {
  const taken = new Set(paths);
  return (place, name) => taken.has(place) || taken.has(`${place}.${name}`);
}

/** Leaves out of a message each key that is read into a value that was taken. */
export function messageWithout<T extends Fields>(
  { [additionalKey]: additional, ...declared }: T,
  isTaken: IsTaken,
): T {
  const message = only(declared, (key, value) => {
    const { comment, fields, relations } = asCommercial({ [key]: value });
    const own = Object.entries({ ...fields, ...(comment !== undefined && { comment }) });
    return !(
      own.some(([name, stored]) => isTaken('changes', name, stored)) ||
      [...relations].some(([position, person]) =>
        Object.entries(person).some(([name, stored]) => isTaken(`relations.${position}`, name, stored)),
      )
    );
  });
  const unnamed = only(
    isFields(additional) ? additional : {},
    (name, value) => !isTaken('changes', name, value),
  );
  // Keys alone are left out.
  return (Object.keys(unnamed).length === 0 ? message : { ...message, [additionalKey]: unnamed }) as T;
}
