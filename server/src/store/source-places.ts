import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { LRUCache } from 'lru-cache';

/** Places of errors that nobody foresaw are few. */
const known = new LRUCache<string, string>({ max: 500 });

/**
 * Returns the frames of a stack with places in the sources, where they name what the build has joined (`server/dist`).
 * Reading a map takes a tenth of a second, and keeping all of them 50 MB: each place is looked up once.
 */
export function inSources(frames: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return frames.replaceAll(/(file:\/\/[^\s:]+\.js):(\d+):(\d+)/g, (place, file, line, column) => {
    const found = known.get(place);
    if (found !== undefined) return found;
    if (!maps.has(file)) maps.set(file, mapOf(file));
    const origin = maps.get(file)?.findOrigin(Number(line), Number(column));
    const inSource =
      origin !== undefined && 'fileName' in origin
        ? `${new URL(origin.fileName, file)}:${origin.lineNumber}:${origin.columnNumber}`
        : place;
    known.set(place, inSource);
    return inSource;
  });
}

/** Undefined when there is none: the file is a library's, or is run as it was written. */
function mapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}
