import type { OrientationBody } from '../contract/orientation.ts';
import type { FieldPatch } from '../entries/change/patch.ts';
import { isDay } from '../validation/days.ts';
import { additionalKey, type Normalized } from '../validation/normalize.ts';

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
