import { frenchDay, frenchInstant } from '../../../french/dates.ts';
import { requestKindNames } from '../../../french/labels.ts';
import { type Html, html } from '../../../http/docs/html.ts';
import type { Queries } from '../../../store/database.ts';
import { statement } from '../../../store/statement.ts';
import type { StoredRequest } from '../../records/requests.ts';
import type { TreatmentName } from '../../register/treatments.ts';
import { document } from '../document.ts';
import { accountFiles } from './account.ts';
import { bytesOf, jsonWith } from './content.ts';
import { type EntryToExport, type ExportContext, exportEntry } from './export-entry.ts';
import { type Information, informationSection, treatmentsOf } from './information.ts';
import { entrySection } from './page.ts';
import { type ExportedEntry, PersonExport } from './schema.ts';
import { type Words, wordsFor } from './words.ts';
import type { ZipFile } from './zip.ts';

const contentOf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('files').select('content').where('entry_id', '=', p.id),
);
const residenceNames = statement()((db) => db.selectFrom('establishments').select(['id', 'name']));

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
  const words = wordsFor(new Map((await read.all(residenceNames, {})).map(({ id, name }) => [id, name])));
  yield {
    name: 'personne.html',
    compress: true,
    content: () =>
      bytesOf(
        document(
          `Vos données personnelles — demande nº ${request.id}`,
          sectionsOf(request, writtenAt, exported(), { words, information }),
        ),
      ),
  };
  yield {
    name: 'personne.json',
    compress: true,
    content: () => bytesOf(jsonWith(headOf(request, writtenAt), 'entries', exported())),
  };
  const schema = JSON.stringify(PersonExport, null, 2);
  yield { name: 'schema.json', compress: true, content: () => bytesOf([schema]) };
  if (request.userId !== null) yield* accountFiles(read, request.userId, writtenAt);
  for await (const { number, file } of exported()) {
    if (file === null) continue;
    yield { name: file, compress: false, content: () => contentBytes(read, number) };
  }
}

async function* contentBytes(read: Queries, id: number): AsyncGenerator<Uint8Array> {
  const file = await read.first(contentOf, { id });
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

function headOf({ id, kind, receivedOn }: StoredRequest, writtenAt: string): Omit<PersonExport, 'entries'> {
  return {
    format: 'accueil-personne',
    version: 1,
    writtenAt,
    request: { number: id, kind, receivedOn },
  };
}
