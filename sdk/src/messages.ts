import type {
  Civility,
  CommercialType,
  EntryStatus,
  EventName,
  Motif,
  Resultat,
  SejourType,
  SurveyType,
} from './enumerations.ts';

/** A contact, satisfaction or complaint form. No field is required. */
export interface SurveyBody {
  /** `survey.type.contact` by default. */
  type?: SurveyType | undefined;
  civility?: Civility | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Married name. */
  lastNameMarital?: string | undefined;
  email?: string | undefined;
  /** In any form; kept as typed. */
  phone?: string | undefined;
  /** IP address of the visitor. */
  ip?: string | undefined;
  /** Advertising click identifier, read from the landing address. */
  gclid?: string | undefined;
  /** Your identifier: the lookup finds the entry by it, and webhooks contain it. At most 255 characters. */
  customId?: string | undefined;
  /** Urgency of the situation, in words. */
  urgence?: string | undefined;
  /** A message, or whom to reach. */
  contact?: string | undefined;
  contact2?: string | undefined;
}

/** A person related to the client of a commercial entry. */
export interface Relation {
  civilite?: Civility | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  lastNameMarital?: string | undefined;
  phone?: string | undefined;
  cellphone?: string | undefined;
  email?: string | undefined;
  adresse?: string | undefined;
  codePostal?: string | undefined;
  ville?: string | undefined;
}

/** A follow-up action. Received over the interface it counts as « Prise de contact ». */
export interface Action {
  /** `YYYY-MM-DD`. */
  date?: string | undefined;
  comment?: string | undefined;
}

/** A prospect. No field is required. */
export interface CommercialBody {
  type?: CommercialType | undefined;
  sejourType?: SejourType | undefined;
  motif?: Motif | undefined;
  resultat?: Resultat | undefined;
  civiliteClient?: Civility | undefined;
  /** `YYYY-MM-DD`, the day of receipt by default; decides the year in which the entry counts. */
  dateFirstContact?: string | undefined;
  /** Time frame, in words. */
  delais?: string | undefined;
  budget?: string | undefined;
  securite?: string | undefined;
  /** The lookup returns it until staff change it. */
  comment?: string | undefined;
  firstNameClient?: string | undefined;
  lastNameClient?: string | undefined;
  lastNameMaritalClient?: string | undefined;
  /** Landline, in any form; kept as typed. */
  phoneClient?: string | undefined;
  cellphoneClient?: string | undefined;
  emailClient?: string | undefined;
  adresseClient?: string | undefined;
  codePostalClient?: string | undefined;
  villeClient?: string | undefined;
  /** In years, 0 to 130. */
  ageClient?: number | undefined;
  /** `YYYY-MM-DD`. */
  birthdateClient?: string | undefined;
  /** Of the professional who referred the client; the phone check does not search it. */
  phoneAdresseur?: string | undefined;
  emailAdresseur?: string | undefined;
  /** Advertising click identifier, read from the landing address. */
  gclid?: string | undefined;
  /** Your identifier: the lookup finds the entry by it, and webhooks contain it. At most 255 characters. */
  customId?: string | undefined;
  /** Identifier of the entry at the placement partner. */
  partnerid?: string | undefined;
  /** At most 20. */
  commercialrelations?: readonly Relation[] | undefined;
  /** At most 200. */
  commercialactions?: readonly Action[] | undefined;
}

/** A file in JSON: PDF, DOC, DOCX, ODT, JPEG or PNG, recognised by its content. */
export interface Cv {
  name?: string | undefined;
  type?: string | undefined;
  /** In base64; at most 5 MiB once decoded. */
  content?: string | undefined;
}

/** A job application. No field is required. */
export interface ApplicationBody {
  /** The job offer; absent for a spontaneous application. */
  announcementId?: number | undefined;
  /** The establishment of the job offer by default. */
  etablissementId?: number | undefined;
  civility?: Civility | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  lastNameMarital?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  message?: string | undefined;
  /** IP address of the visitor. */
  ip?: string | undefined;
  gclid?: string | undefined;
  /** Your identifier: the lookup finds the entry by it, and webhooks contain it. At most 255 characters. */
  customId?: string | undefined;
  cv?: Cv | undefined;
}

/** What became of a commercial entry. */
export interface CommercialData {
  id: number;
  customId: string;
  type: CommercialType | null;
  sejourType: SejourType | null;
  resultat: Resultat | null;
  motif: Motif | null;
  /** As you sent it, until staff change it. */
  comment: string | null;
  /** The member of staff who last wrote the comment. */
  commentBy: string | null;
}

/** What became of a survey. */
export interface SurveyData {
  id: number;
  customId: string;
  type: SurveyType | null;
  status: EntryStatus | null;
  comment: string | null;
  commentBy: string | null;
}

/** What became of a job application. */
export interface ApplicationData {
  id: number;
  customId: string;
  announcementId: number | null;
  status: EntryStatus | null;
  comment: string | null;
  commentBy: string | null;
}

/** An entry and its kind; a `type` always comes with `data`. */
export type EntryFound =
  | { type: 'commercial'; data: CommercialData }
  | { type: 'survey'; data: SurveyData }
  | { type: 'postuler'; data: ApplicationData };

/** A commercial entry with the phone number. */
export interface PhoneMatch {
  id: number;
  gclid: string | null;
  customId: string | null;
  partnerid: string | null;
  resultat: Resultat | null;
  type: CommercialType | null;
}

/** A residence. Every text is a string: `""` when it is unknown, or when you may not see it. */
export interface Establishment {
  id: number;
  groupement_id: number;
  groupeName: string;
  groupeDetail: string;
  name: string;
  seoTitleJob: string;
  slug: string;
  siret: string;
  urssafRef: string;
  urssafNum: string;
  pictureName: string;
  about: string;
  tvaNum: string;
  logoName: string;
  prefectureEmail: string;
  prefectureFax: string;
  regimeRetraite: string;
  convention: string;
  collector: string;
  status: string;
  capital: string;
  rcsRef: string;
  rcsNum: string;
  regimePrevoyance: string;
  regimeMutuelle: string;
  banque: string;
  bic: string;
  iban: string;
  sepa: string;
  phone: string;
  email: string;
  address: string;
  cp: string;
  city: string;
  lat: string;
  lng: string;
  googlemapLink: string;
}

/** The establishments of a group, by id, with its active medical staff and doctors. */
export interface GroupListing {
  etablissements: Establishment[];
  personnel: { nb: number };
  medecins: { nb: number };
}

/** Establishments, by id, with the number of their open job offers. */
export interface JobCount {
  etablissements: Establishment[];
  totalAnnouncements: number;
}

/** The contacts of an establishment in a year. */
export interface ContactStatistics {
  id: number;
  name: string;
  total: number;
  /** How many of them have an action in one of the five stages. */
  hasAction: number;
}

interface Elder {
  /** In years, 0 to 130. */
  Age?: number | undefined;
  /** `YYYY-MM-DD`, or a bare year. */
  AnneeNaissance?: string | undefined;
  Civilite?: Civility | undefined;
  Nom?: string | undefined;
  Prenom?: string | undefined;
  Adresse?: string | undefined;
  AdresseComplementaire?: string | undefined;
  CodePostal?: string | undefined;
  Localite?: string | undefined;
  Email?: string | undefined;
  /** International form, such as `+33639981234`. */
  Mobile?: string | undefined;
  Telephone?: string | undefined;
}

/** The fields of one person by their names in the exchange: `PersonneAgee / Nom`. */
type Of<Who extends string, Fields> = { [Key in keyof Fields as `${Who} / ${Key & string}`]: Fields[Key] };

interface OrientationFields {
  /** A request without it waits to be assigned. */
  etablissementId?: number | undefined;
  /** Your number, such as `2026 / 001_002_003`: the same one again is an update. Without it, the request is new. */
  NumeroDemandeOrientationCR?: string | undefined;
  /** `YYYY-MM-DD`. */
  DateContact?: string | undefined;
  /** Estimated dependency grade, such as `GIR 3`. */
  GirEstime?: string | undefined;
  /** In euros a month, decimals allowed. */
  BudgetMensuel?: number | undefined;
  CommentaireContact?: string | undefined;
  DelaiPlacementEstime?: string | undefined;
  TypeAccueilSouhaite?: SejourType | undefined;
  UniteProtege?: boolean | undefined;
}

/** What a placement partner sends to a residence. The spaces and the slash belong to the names. */
export type OrientationBody = OrientationFields &
  Of<'Contact', Omit<Elder, 'Age' | 'AnneeNaissance'>> &
  Of<'PersonneAgee', Elder> &
  Of<'PersonneAgee2', Elder>;

/** A follow-up on an orientation. */
export interface SuiviBody {
  /** The number of an earlier request of yours; required. */
  NumeroDemandeOrientationCR?: string | undefined;
  /** Free text; the only known value is `Conclu`. */
  State?: string | undefined;
  Reason?: string | undefined;
}

/** The answer to an orientation or a follow-up. All four are always strings, `""` when there is nothing to say. */
export interface OrientationResult {
  NumeroDemandeOrientationCR: string;
  /** Our number: unique, and stable for the life of the request. */
  NumeroDemandeOrientationRES: string;
  /** Problems, in French, for your staff. */
  MessageProblemes: string;
  /** What was done, in French, for your staff. */
  Messagetraitements: string;
}

/** A failure on the main API. */
export interface MainError {
  error: { message: string; code: string };
}

/** A failure on the orientation exchange. */
export interface ExchangeError {
  error: string;
}

interface EventOf<Kind, CustomId, Data> {
  /** Ignore unknown ones: more may be added. */
  event: EventName | (string & {});
  customId: CustomId;
  /** Grows with each event of an entry: the event with the greatest is the latest. */
  sequence: number;
  /** The time of the event, ISO 8601. */
  timestamp: string;
  /** Whether the entry is one of test mode. */
  test: boolean;
  type: Kind;
  /** The entry as the lookup returns it. */
  data: Data;
}

/** The content of a webhook: an event of an entry, by its kind; `type` is null when an endpoint is tested. */
export type WebhookEvent =
  | EventOf<'commercial', string, CommercialData>
  | EventOf<'survey', string, SurveyData>
  | EventOf<'postuler', string, ApplicationData>
  | EventOf<null, null, null>;

/** What is left of an erased entry: its identifiers and its type. */
type Erased<Data> = { [Key in keyof Data]: Key extends 'id' | 'customId' | 'type' ? Data[Key] : null };

/** The last event of an entry: the data of its person was erased. Delete what you hold of that person. */
export type ErasedEvent = { event: 'erased' } & (
  | EventOf<'commercial', string, Erased<CommercialData>>
  | EventOf<'survey', string, Erased<SurveyData>>
  | EventOf<'postuler', string, Erased<ApplicationData>>
);
