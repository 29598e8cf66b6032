import type { Event } from './trace.ts';

const pageBytes = 4_096;
const sectorBytes = 512;

/** What a power cut leaves of what was not synced: nothing, or some of its sectors in any order. */
export type Survivors = 'none' | (() => number);

/** The contents of each file after a cut, by name. */
export type Image = ReadonlyMap<string, Buffer>;

/**
 * A disk behind the system's cache, by the rules that POSIX leaves it: what was not synced survives or not, sector by
 * sector, whatever the order of the writes; a name lives in its folder once the folder was synced; and after a sync
 * that failed the cache holds what the disk may never see, as Linux does it: only a new write makes a page dirty again.
 */
export class Disk {
  /** As programs see it. */
  readonly #names = new Map<string, File>();
  /** As the folder stands on disk. */
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

  /** What the disk holds when the power fails now. */
  cut(survivors: Survivors): Image {
    const image = new Map<string, Buffer>();
    for (const name of new Set([...this.#names.keys(), ...this.#durable.keys()])) {
      const folder = survivors === 'none' || survivors() < 0.5 ? this.#durable : this.#names;
      const contents = folder.get(name)?.after(survivors);
      if (contents !== undefined) image.set(name, contents);
    }
    return image;
  }

  /** What programs read of a file; `undefined` when there is none. */
  cached(name: string): Buffer | undefined {
    return this.#names.get(name)?.cached;
  }

  #file(name: string): File {
    const file = this.#names.get(name);
    if (file === undefined) throw new Error(`${name} is written to and was never created`);
    return file;
  }
}

class File {
  #cache: Buffer = Buffer.alloc(0);
  #disk: Buffer = Buffer.alloc(0);
  /** What each page has held since it was last synced, oldest first. */
  readonly #dirty = new Map<number, Buffer[]>();
  /** How long the file has been since then. */
  #sizes: number[] = [];

  get cached(): Buffer {
    return this.#cache;
  }

  write(offset: number, bytes: Buffer): void {
    const end = offset + bytes.length;
    if (end > this.#cache.length) this.#resize(end);
    bytes.copy(this.#cache, offset);
    for (let page = Math.floor(offset / pageBytes); page * pageBytes < end; page++) {
      const versions = this.#dirty.get(page) ?? [];
      versions.push(paged(this.#cache, page));
      this.#dirty.set(page, versions);
    }
  }

  truncate(size: number): void {
    this.#resize(size);
  }

  sync(done: boolean): void {
    if (done) {
      this.#disk = resized(this.#disk, this.#cache.length);
      for (const [page, versions] of this.#dirty) versions.at(-1)?.copy(this.#disk, page * pageBytes);
    }
    this.#dirty.clear();
    this.#sizes = [];
  }

  after(survivors: Survivors): Buffer {
    if (survivors === 'none') return Buffer.from(this.#disk);
    const sizes = [this.#disk.length, ...this.#sizes];
    const contents = resized(this.#disk, sizes[Math.floor(survivors() * sizes.length)] ?? 0);
    for (const [page, versions] of this.#dirty) {
      for (let sector = 0; sector < pageBytes; sector += sectorBytes) {
        // One of the versions, or none of them.
        const version = versions[Math.floor(survivors() * (versions.length + 1)) - 1];
        version?.copy(contents, page * pageBytes + sector, sector, sector + sectorBytes);
      }
    }
    return contents;
  }

  #resize(size: number): void {
    this.#cache = resized(this.#cache, size);
    this.#sizes.push(size);
  }
}

/** A copy that ends earlier, or goes on with zeros. */
function resized(contents: Buffer, size: number): Buffer {
  const copy = Buffer.alloc(size);
  contents.copy(copy);
  return copy;
}

function paged(contents: Buffer, page: number): Buffer {
  const copy = Buffer.alloc(pageBytes);
  contents.copy(copy, 0, page * pageBytes, (page + 1) * pageBytes);
  return copy;
}
