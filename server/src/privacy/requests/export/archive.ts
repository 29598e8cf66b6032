import { frenchDay, frenchInstant } from '../../../french/dates.ts';
import { requestKindNames } from '../../../french/labels.ts';
import { type Html, html } from '../../../http/pages/html.ts';
import { document } from '../../../http/pages/printed-page.ts';
import type { Queries } from '../../../store/database.ts';
import { query } from '../../../store/statement.ts';
import type { StoredRequest } from '../../records/requests.ts';
import type { TreatmentName } from '../../register/treatments.ts';
import { jsonWith } from './content.ts';
import { type EntryToExport, type ExportContext, exportEntry } from './export-entry.ts';
import { type Information, informationSection, treatmentsOf } from './information.ts';
import { entrySection } from './page.ts';
import { type ExportedEntry, PersonExport } from './schema.ts';
import { type Words, wordsFor } from './words.ts';
import type { ZipFile } from './zip.ts';

/** Returns the files of the archive. Entries are read one at a time, while they are written. */
export async function* filesOf(
  read: Queries,
  request: StoredRequest,
  entries: readonly EntryToExport[],
  { information, ...context }: ExportContext & { readonly information: Information },
): AsyncGenerator<ZipFile> {
  const writtenAt = context.now.toISOString();
  const exported = async function* (): AsyncGenerator<ExportedEntry> {
    for (const entry of entries) {
      const found = await exportEntry(read, entry, context);
      if (found !== undefined) yield found;
    }
  };
  const residences = await read.all(query((db) => db.selectFrom('establishments').select(['id', 'name'])));
  const words = wordsFor(new Map(residences.map(({ id, name }) => [id, name])));
  const title = `Vos données personnelles — demande nº ${request.id}`;
  const sections = () => sectionsOf(request, writtenAt, exported(), { words, information });
  yield { name: 'personne.html', content: () => document(title, sections()) };
  const { id: number, kind, receivedOn } = request;
  const head: Omit<PersonExport, 'entries'> = {
    format: 'accueil-personne',
    version: 1,
    writtenAt,
    request: { number, kind, receivedOn },
  };
  yield { name: 'personne.json', content: () => jsonWith(head, 'entries', exported()) };
  const schema = JSON.stringify(PersonExport, null, 2);
  yield { name: 'schema.json', content: () => [schema] };
  for await (const entry of exported())
    if (entry.file !== null) yield { name: entry.file, content: () => contentOf(read, entry.number) };
}

async function* contentOf(read: Queries, id: number): AsyncGenerator<Uint8Array> {
  const file = await read.first(
    query((db) => db.selectFrom('files').select('content').where('entry_id', '=', id)),
  );
  if (file !== undefined) yield file.content;
}

async function* sectionsOf(
  { kind, receivedOn }: StoredRequest,
  writtenAt: string,
  entries: AsyncIterable<ExportedEntry>,
  { words, information }: { readonly words: Words; readonly information: Information },
): AsyncGenerator<Html> {
  yield html`<p>${requestKindNames[kind]}, demande reçue le ${frenchDay(receivedOn)}. Document établi le ${frenchInstant(writtenAt)}.</p>
<p>Les données d’autres personnes sont masquées et le personnel figure par sa fonction. « [non communiqué : …] » remplace un texte retenu, avec le motif. Un second fichier de cette archive contient les mêmes données sous une forme que d’autres logiciels savent lire.</p>
`;
  const concerned = new Set<TreatmentName>(['rights']);
  for await (const entry of entries) {
    yield entrySection(entry, words);
    for (const treatment of treatmentsOf(entry)) concerned.add(treatment);
  }
  yield informationSection(information, concerned);
}
