import type { Event } from './trace.ts';

const pageBytes = 4_096;
const sectorBytes = 512;
/** Far more than any file of a trace. Address space, not memory. */
const largestBytes = 2 ** 28;

/**
 * What survives a power cut of unsynced data: nothing, or some of its sectors, chosen by a source of random numbers
 * below 1.
 */
export type Survivors = 'none' | (() => number);

/** The contents of each file after a cut, by name. */
export type Image = ReadonlyMap<string, Uint8Array>;

/**
 * A disk behind the system's cache, by the rules of POSIX. Unsynced data survives or not, sector by sector, whatever the
 * order of the writes. A name is durable once its folder was synced. After a failed sync the cache holds data that may
 * never reach the disk, as on Linux: only a new write makes a page dirty again.
 */
export class Disk {
  /** As programs see it. */
  readonly #names = new Map<string, File>();
  /** As the folder is on disk. */
  readonly #durable = new Map<string, File>();

  apply(event: Event): void {
    switch (event.kind) {
      case 'create':
        if (!this.#names.has(event.name)) this.#names.set(event.name, new File());
        return;
      case 'remove':
        this.#names.delete(event.name);
        return;
      case 'write':
        this.#file(event.name).write(event.offset, event.bytes);
        return;
      case 'truncate':
        this.#file(event.name).truncate(event.size);
        return;
      case 'sync':
        this.#file(event.name).sync(event.done);
        return;
      case 'sync folder':
        if (!event.done) return;
        this.#durable.clear();
        for (const [name, file] of this.#names) this.#durable.set(name, file);
        return;
      case 'acknowledge':
        return;
      default:
        event satisfies never;
    }
  }

  /** The contents of the disk if the power fails now. */
  cut(survivors: Survivors): Image {
    const image = new Map<string, Uint8Array>();
    for (const name of new Set([...this.#names.keys(), ...this.#durable.keys()])) {
      const folder = survivors === 'none' || survivors() < 0.5 ? this.#durable : this.#names;
      const contents = folder.get(name)?.after(survivors);
      if (contents !== undefined) image.set(name, contents);
    }
    return image;
  }

  /** A file as programs read it; `undefined` when there is none. */
  cached(name: string): Uint8Array | undefined {
    return this.#names.get(name)?.cached;
  }

  #file(name: string): File {
    const file = this.#names.get(name);
    if (file === undefined) throw new Error(`${name} is written to and was never created`);
    return file;
  }
}

class File {
  readonly #cache = new Contents();
  readonly #disk = new Contents();
  /** The versions of each page since it was last synced, oldest first: the next sync writes the newest. */
  readonly #dirty = new Map<number, Uint8Array[]>();
  /** The same for a failed sync. It may have written them nevertheless, and no later sync will. */
  readonly #doubtful = new Map<number, Uint8Array[]>();
  /** The lengths the file has had since the last sync. */
  #sizes: number[] = [];

  get cached(): Uint8Array {
    return this.#cache.bytes;
  }

  write(offset: number, bytes: Uint8Array): void {
    const end = offset + bytes.length;
    if (end > this.#cache.bytes.length) this.truncate(end);
    this.#cache.bytes.set(bytes, offset);
    for (let page = Math.floor(offset / pageBytes); page * pageBytes < end; page++)
      add(this.#dirty, page, [this.#cache.page(page)]);
  }

  truncate(size: number): void {
    this.#cache.resize(size);
    this.#sizes.push(size);
  }

  sync(done: boolean): void {
    if (done) {
      // Old contents beyond the shortest length are gone, even if the file has grown again.
      const shortest = Math.min(this.#disk.bytes.length, ...this.#sizes);
      this.#disk.resize(shortest);
      this.#disk.resize(this.#cache.bytes.length);
      for (const page of this.#dirty.keys()) {
        this.#disk.put(page * pageBytes, this.#cache.page(page));
        this.#doubtful.delete(page);
      }
      this.#sizes = [];
    } else {
      for (const [page, versions] of this.#dirty) add(this.#doubtful, page, versions);
    }
    this.#dirty.clear();
  }

  after(survivors: Survivors): Uint8Array {
    const left = new Contents();
    const sizes = [this.#disk.bytes.length, ...(survivors === 'none' ? [] : this.#sizes)];
    left.resize(Math.max(...sizes));
    left.put(0, this.#disk.bytes);
    if (survivors === 'none') return left.bytes;
    // Vary by cut: nearly all pages survive in their newest version, or none, or anything between.
    const newest = survivors();
    for (const page of new Set([...this.#doubtful.keys(), ...this.#dirty.keys()])) {
      const versions = [...(this.#doubtful.get(page) ?? []), ...(this.#dirty.get(page) ?? [])];
      for (let sector = 0; sector < pageBytes; sector += sectorBytes) {
        // Otherwise any of the versions, or none.
        const version =
          survivors() < newest
            ? versions.at(-1)
            : versions[Math.floor(survivors() * (versions.length + 1)) - 1];
        if (version !== undefined)
          left.put(page * pageBytes + sector, version.subarray(sector, sector + sectorBytes));
      }
    }
    const size = survivors() < newest ? sizes.at(-1) : sizes[Math.floor(survivors() * sizes.length)];
    left.resize(size ?? 0);
    return left.bytes;
  }
}

/** Bytes that are extended with zeros. */
class Contents {
  readonly #buffer = new ArrayBuffer(0, { maxByteLength: largestBytes });
  /** A view of all bytes, which grows with them. */
  readonly bytes = new Uint8Array(this.#buffer);

  resize(size: number): void {
    this.#buffer.resize(size);
  }

  /** A copy of a page; shorter at the end of the file. */
  page(page: number): Uint8Array {
    return this.bytes.slice(page * pageBytes, (page + 1) * pageBytes);
  }

  /** Writes the bytes that fit before the end. */
  put(offset: number, bytes: Uint8Array): void {
    const room = this.bytes.length - offset;
    if (room > 0) this.bytes.set(bytes.subarray(0, room), offset);
  }
}

function add(versions: Map<number, Uint8Array[]>, page: number, more: readonly Uint8Array[]): void {
  const known = versions.get(page);
  if (known === undefined) versions.set(page, [...more]);
  else known.push(...more);
}
