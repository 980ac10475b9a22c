import type { PGlite, PGliteOptions } from "@electric-sql/pglite"
import fs from "node:fs"
import { syncsDirectories } from "./sync-tree.ts"

type FileSystem = NonNullable<PGliteOptions["fs"]>

/** Where the engine looks for its data. */
const mountPoint = "/pglite/data"

/** A file or directory, and an open one, as Emscripten's file system over that of Node has them. */
interface Entry {
  readonly mode: number
  readonly parent: Entry
  readonly name: string
}
interface Stream {
  readonly nfd: number
  readonly node: Entry
}

type Operations = Record<string, (...args: ReadonlyArray<unknown>) => unknown>

/** Emscripten's file system over that of Node, of which each operation can be replaced. */
interface NodeFileSystem {
  readonly node_ops: Operations
  readonly stream_ops: Operations
}

/** What the operations change, by their first two parameters: an entry and, of some, a second one. */
const changedEntries: Record<string, (first: Entry, second: Entry) => ReadonlyArray<Entry>> = {
  setattr: (entry) => [entry],
  mknod: (directory) => [directory],
  symlink: (directory) => [directory],
  unlink: (directory) => [directory],
  rmdir: (directory) => [directory],
  rename: (entry, directory) => [entry, entry.parent, directory]
}
const changingStreams = ["setattr", "write", "msync"]

// Emscripten's numbers for S_IFMT and S_IFDIR.
const isDirectory = ({ mode }: Entry): boolean => (mode & 0o170000) === 0o040000
const isLog = (entry: Entry): boolean => entry.parent.name === "pg_wal" && !isDirectory(entry)

/**
 * The files of a data directory that is synced, and stays so: what the engine changes is synced when it asks for it.
 * PGlite's own file system does nothing then.
 *
 * The write-ahead log alone waits until `settle`, which is to be called before any answer is handed on: statements of
 * one exchange share its sync, as transactions of several sessions do in a server. Nothing else is changed before it, so
 * that the log always comes first, as recovery needs it.
 */
export class DurableFiles implements FileSystem {
  readonly #directory: string
  /** What was changed since its last sync: a recovery asks for all files, of which hardly any was. */
  readonly #changed = new Set<Entry>()
  /** The files of the log that the engine believes to be synced. */
  readonly #unsettled = new Set<number>()
  #pg: PGlite | undefined
  #failed = false

  constructor(directory: string) {
    this.#directory = directory
  }

  async init(pg: PGlite, options: Parameters<FileSystem["init"]>[1]): ReturnType<FileSystem["init"]> {
    this.#pg = pg
    const mount: NonNullable<(typeof options)["preRun"]>[number] = ({ FS, NODEFS }) => {
      this.#watch(NODEFS as never)
      FS.mkdirTree(mountPoint)
      FS.mount(NODEFS, { root: this.#directory }, mountPoint)
    }
    return { emscriptenOpts: { ...options, preRun: [...(options.preRun ?? []), mount] } }
  }

  /** Syncs what the engine believes to be synced. */
  readonly settle = (): void => {
    if (this.#failed) throw new Error("The embedded database could not be synced to the disk")
    if (this.#unsettled.size === 0) return
    // Segments of the log have their size from the start, and nobody asks for the time of their last change.
    this.#orFail(() => this.#unsettled.forEach(fs.fdatasyncSync))
    this.#unsettled.clear()
  }

  async syncToFs(): Promise<void> {}

  async initialSyncFs(): Promise<void> {}

  async closeFs(): Promise<void> {
    this.settle()
    this.#pg?.Module.FS.quit()
  }

  async dumpTar(): Promise<never> {
    throw new Error("Data that is synced is not dumped")
  }

  #watch({ node_ops: entries, stream_ops: streams }: NodeFileSystem): void {
    for (const [name, changed] of Object.entries(changedEntries)) {
      const operate = entries[name]!
      entries[name] = (...args) => {
        this.settle()
        for (const entry of changed(args[0] as Entry, args[1] as Entry)) this.#changed.add(entry)
        const made = operate(...args)
        if (name === "mknod") this.#changed.add(made as Entry)
        return made
      }
    }
    for (const name of changingStreams) {
      const operate = streams[name]!
      streams[name] = (...args) => {
        const { node } = args[0] as Stream
        if (!isLog(node)) this.settle()
        this.#changed.add(node)
        return operate(...args)
      }
    }
    const close = streams["close"]!
    streams["close"] = (...args) => {
      if (this.#unsettled.has((args[0] as Stream).nfd)) this.settle()
      return close(...args)
    }
    streams["fsync"] = (stream) => this.#fsync(stream as Stream)
  }

  #fsync({ node, nfd }: Stream): number {
    if (!this.#changed.delete(node)) return 0
    if (isLog(node)) {
      this.#unsettled.add(nfd)
    } else {
      this.settle()
      if (syncsDirectories || !isDirectory(node)) this.#orFail(() => fs.fsyncSync(nfd))
    }
    return 0
  }

  /** What is on the disk is unknown once a sync failed: then nothing is acknowledged any more, until a recovery. */
  #orFail(sync: () => void): void {
    this.#failed = true
    sync()
    this.#failed = false
  }
}
