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
  /** Without it: `survey.type.contact`. */
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
  /** Of your choice: the lookup finds the entry by it, and webhooks carry it. At most 255 characters. */
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
  /** `YYYY-MM-DD`; decides the statistics year. Without it: the day of receipt. */
  dateFirstContact?: string | undefined;
  /** Time frame, in words. */
  delais?: string | undefined;
  budget?: string | undefined;
  securite?: string | undefined;
  /** The lookup answers it until staff change it. */
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
  /** Of the party that referred the client; not searched by the phone check. */
  phoneAdresseur?: string | undefined;
  emailAdresseur?: string | undefined;
  /** Advertising click identifier, read from the landing address. */
  gclid?: string | undefined;
  /** Of your choice: the lookup finds the entry by it, and webhooks carry it. At most 255 characters. */
  customId?: string | undefined;
  /** Identifier of the entry at the placement partner. */
  partnerid?: string | undefined;
  /** At most 20. */
  commercialrelations?: readonly Relation[] | undefined;
  /** At most 200. */
  commercialactions?: readonly Action[] | undefined;
}

/** A file sent inside JSON: PDF, DOC, DOCX, ODT, JPEG or PNG, told by its content. */
export interface Cv {
  name?: string | undefined;
  type?: string | undefined;
  /** In base64; at most 5 MiB once decoded. */
  content?: string | undefined;
}

/** A job application. No field is required. */
export interface ApplicationBody {
  /** Job offer; absent for a spontaneous application. */
  announcementId?: number | undefined;
  /** Without it: the establishment of the job offer. */
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
  /** Of your choice: the lookup finds the entry by it, and webhooks carry it. At most 255 characters. */
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
  /** Who of the staff last wrote the comment. */
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

/** An entry, by its kind: never a `type` without `data`. */
export type EntryFound =
  | { type: 'commercial'; data: CommercialData }
  | { type: 'survey'; data: SurveyData }
  | { type: 'postuler'; data: ApplicationData };

/** A commercial entry that carries the phone number looked for. */
export interface PhoneMatch {
  id: number;
  gclid: string | null;
  customId: string | null;
  partnerid: string | null;
  resultat: Resultat | null;
  type: CommercialType | null;
}

/** A residence. Every text is a string, `""` when it is unknown or not for you. */
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
  /** Those of them with an action in one of the five stages. */
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

/** The fields of one person, as the exchange names them: `PersonneAgee / Nom`. */
type Of<Who extends string, Fields> = { [Key in keyof Fields as `${Who} / ${Key & string}`]: Fields[Key] };

interface OrientationFields {
  /** Without it the request waits to be assigned. */
  etablissementId?: number | undefined;
  /** Yours, such as `2026 / 001_002_003`. The same number again is an update; without one it is always new. */
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
  /** Of an earlier request of yours; required. */
  NumeroDemandeOrientationCR?: string | undefined;
  /** Free text; the one known value is `Conclu`. */
  State?: string | undefined;
  Reason?: string | undefined;
}

/** The answer to an orientation or a follow-up. All four are always strings, `""` for what there is not. */
export interface OrientationResult {
  NumeroDemandeOrientationCR: string;
  /** Ours: unique, and stable for the life of the request. */
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
  /** One that is not among these is to be ignored: there may be more one day. */
  event: EventName | (string & {});
  customId: CustomId;
  /** Grows with each event of one entry: the greatest says how it stands. */
  sequence: number;
  /** When it happened, ISO 8601. */
  timestamp: string;
  /** Whether it is about an entry of test mode. */
  test: boolean;
  type: Kind;
  /** The entry as the lookup answers it. */
  data: Data;
}

/** What a webhook brings: an event on an entry, by its kind, or with `type` null the test of an endpoint. */
export type WebhookEvent =
  | EventOf<'commercial', string, CommercialData>
  | EventOf<'survey', string, SurveyData>
  | EventOf<'postuler', string, ApplicationData>
  | EventOf<null, null, null>;
