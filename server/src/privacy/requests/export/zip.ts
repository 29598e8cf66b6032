import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive. Its content is read when the file is written. */
export interface ZipFile {
  readonly name: string;
  readonly content: () => AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
}

/** The event loop is held up for one piece at a time: about two milliseconds of compression. */
const pieceBytes = 64 * 1024;

/** Yields a ZIP archive as fast as it is consumed: one piece of one file is in memory at a time. */
export async function* zipOf(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
  now: Date,
): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    written.push(bytes);
  });
  const taken = () => {
    const bytes = written;
    written = [];
    return bytes;
  };
  for await (const { name, content } of files) {
    const file = new ZipDeflate(name);
    file.mtime = now;
    zip.add(file);
    for await (const part of content()) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      for (let start = 0; start < bytes.length; start += pieceBytes) {
        file.push(bytes.subarray(start, start + pieceBytes));
        yield* taken();
        // Other requests come between two pieces.
        await nextTurn();
      }
    }
    file.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
