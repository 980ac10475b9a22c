import type { PGlite } from "@electric-sql/pglite"
import { extendedQuery, firstColumn } from "./protocol.ts"

/** How much log is written from one checkpoint to the next: a checkpoint then takes 20 to 60 ms. */
const megabytesPerCheckpoint = 32

/** A checkpoint leaves a record of itself in the log, so that there is always some. */
const negligibleBytes = 8192

const askMillis = 100

/** How much of the log is kept for reuse. By itself the engine would keep up to 1 GB. */
export const logSizeSettings = ["max_wal_size=64MB", "min_wal_size=32MB"]

const bytesSinceCheckpoint =
  "select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint from pg_control_checkpoint()"

/**
 * Vacuums the tables that a server would clear of dead rows by now, or read the statistics of; source: PostgreSQL's
 * documentation, "The Autovacuum Daemon", with the thresholds that are set by default. Also those with many pages, of
 * their own or of their large values, that were never vacuumed: until the next checkpoint that is cheap, afterwards
 * each page goes into the log whole.
 */
const dueVacuums = `
  with stats as (
    select *,
      n_mod_since_analyze > 50 + 0.1 * n_live_tup as is_stale,
      (select sum(pg_relation_size(oid) / 8192 - relallvisible) from pg_class
       where oid = relid or oid = (select reltoastrelid from pg_class where oid = relid)) as pages
    from pg_stat_user_tables
  )
  select format('vacuum %s %I.%I', case when is_stale then '(analyze)' end, schemaname, relname) from stats
  where is_stale
    or n_dead_tup > 50 + 0.2 * n_live_tup
    or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
    or pages > ${(megabytesPerCheckpoint / 2) * 128}`

/**
 * Does for PGlite, which starts no other processes, what a server's autovacuum and checkpointer do: without them dead
 * rows stay, and the write-ahead log grows as long as the process lives. To be called when no transaction is open.
 */
export class Upkeep {
  readonly #database: PGlite
  #askedAt = performance.now()

  constructor(database: PGlite) {
    this.#database = database
  }

  /** After an exchange: once enough was written. */
  readonly byVolume = async (): Promise<void> => {
    if (performance.now() - this.#askedAt < askMillis) return
    if ((await this.#written()) >= megabytesPerCheckpoint * 2 ** 20) {
      await this.#vacuum()
      await this.#run("checkpoint")
    }
    this.#askedAt = performance.now()
  }

  /** Now and then: for whatever was written. */
  readonly byTime = async (): Promise<void> => {
    await this.#vacuum()
    if ((await this.#written()) >= negligibleBytes) await this.#run("checkpoint")
  }

  async #written(): Promise<number> {
    return Number((await this.#run(bytesSinceCheckpoint))[0] ?? 0)
  }

  async #vacuum(): Promise<void> {
    for (const command of await this.#run(dueVacuums)) await this.#run(command)
  }

  /** What the first column of the rows holds; nothing where the statement fails, which is for a later time to mend. */
  async #run(sql: string): Promise<ReadonlyArray<string>> {
    const parts: Array<Uint8Array> = []
    await this.#database.execProtocolRawStream(extendedQuery(sql), {
      onRawData: (bytes) => parts.push(bytes.slice())
    })
    return firstColumn(Buffer.concat(parts))
  }
}
