import type { OrientationBody } from '../contract/orientation.ts';
import type { FieldPatch } from '../entries/change/patch.ts';
import { type Normalized, additionalKey } from '../validation/normalize.ts';
import { isDay } from '../validation/days.ts';

/**
 * An orientation message as the commercial entry it also is (docs/interface.md, « Orientation exchange »): one inbox,
 * one phone search, one set of statistics.
 */
export interface AsCommercial {
  readonly sejourType: string | undefined;
  readonly comment: string | undefined;
  /** The contract's commercial fields by wire name, and those that only an orientation has. */
  readonly fields: FieldPatch;
  readonly extra: FieldPatch;
  /** The contact person and the second elderly person, where the partner named one. */
  readonly relations: ReadonlyMap<number, FieldPatch>;
}

type Message = Normalized<OrientationBody>;

/** Reads a message as a commercial entry: the elderly person is the client. */
export function asCommercial(message: Message): AsCommercial {
  const relations = new Map<number, FieldPatch>();
  for (const [position, who] of (['Contact', 'PersonneAgee2'] as const).entries()) {
    const relation = present(relationOf(message, who));
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

function relationOf(message: Message, who: 'Contact' | 'PersonneAgee2'): FieldPatch {
  return {
    civilite: message[`${who} / Civilite`],
    lastName: message[`${who} / Nom`],
    firstName: message[`${who} / Prenom`],
    adresse: message[`${who} / Adresse`],
    AdresseComplementaire: message[`${who} / AdresseComplementaire`],
    codePostal: message[`${who} / CodePostal`],
    ville: message[`${who} / Localite`],
    email: message[`${who} / Email`],
    phone: message[`${who} / Telephone`],
    cellphone: message[`${who} / Mobile`],
    ...(who === 'PersonneAgee2' && {
      age: message['PersonneAgee2 / Age'],
      ...birth(message['PersonneAgee2 / AnneeNaissance'], 'birthdate'),
    }),
  };
}

/** A whole date is a birth date; a bare year stays a year. */
function birth(text: string | undefined, name = 'birthdateClient'): FieldPatch {
  if (text === undefined) return {};
  return isDay(text) ? { [name]: text } : { AnneeNaissance: text };
}

function present(fields: FieldPatch): FieldPatch {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
