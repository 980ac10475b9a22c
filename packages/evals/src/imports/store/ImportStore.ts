import { newTypeId, nowNotBehind, translateSqlErrors } from "@agent-operations/database"
import type { ImportReport } from "@agent-operations/contract/imports"
import { PayloadTooLarge, RequestKeyReused } from "@agent-operations/error-envelope"
import type { Space } from "@agent-operations/revision-store"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { maxImportBytes, maxStagedBytes } from "./limits.ts"
import { makeRemovals } from "./upkeep.ts"

/** What an import was asked for, by what tells it from others. */
export interface Asked {
  readonly importKey: string
  /** Of all that its parts have in common. */
  readonly inputsHash: string
  readonly partCount: number
  readonly part: number
  readonly partHash: string
}

/** What is kept of an import. */
export interface KeptImport {
  readonly id: string
  readonly importKey: string
  readonly partCount: number
  readonly staged: number
  readonly createdAt: Date
  /** What it did, and the dataset's version afterwards; undefined while parts are missing. */
  readonly applied: { readonly report: ImportReport; readonly version?: number } | undefined
}

interface Row {
  readonly id: string
  readonly inputs_hash: string
  readonly part_count: number
  readonly created_at: Date
  readonly is_applied: boolean
  readonly report: string | null
}

const reused = () =>
  new RequestKeyReused({ message: "The import key was used before with other files, or with other inputs." })

/** What a claim of a key found. */
type Claimed = { readonly id: string; readonly createdAt: Date; readonly kept: KeptImport | undefined }

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const within = ({ tenant, project }: Space, importKey: string) =>
    sql`tenant_id = ${tenant} and project_id = ${project} and import_key = ${importKey}`

  const inTurnOf = ({ tenant, project }: Space) =>
    sql`pg_advisory_xact_lock(hashtextextended('agent_operations ' || ${`staged ${tenant} ${project}`}, 0))`

  const keptOf = (importKey: string, staged: number, row: Row): KeptImport => ({
    id: row.id,
    importKey,
    partCount: row.part_count,
    staged,
    createdAt: row.created_at,
    applied: row.report === null ? undefined : (JSON.parse(row.report) as KeptImport["applied"])
  })

  /** What an import that was applied did, where these are its files. After its report is gone, no files are. Law: I2. */
  const replay = Effect.fnUntraced(function* (space: Space, asked: Asked, row: Row) {
    const [part] = yield* sql<{ hash: string }>`
      select hash from agent_operations.import_parts where ${within(space, asked.importKey)} and part = ${asked.part}`
    if (row.report === null || part?.hash !== asked.partHash) return yield* reused()
    return keptOf(asked.importKey, row.part_count, row)
  })

  /**
   * Takes a key for an import, in the transaction that stages or applies it: whoever comes at the same time waits. Where it
   * was applied, it tells what it did. Law: I2.
   */
  const claim = Effect.fnUntraced(function* (space: Space, asked: Asked) {
    const { importKey, inputsHash, partCount } = asked
    const [row] = yield* sql<Row>`
      insert into agent_operations.imports as i (tenant_id, project_id, import_key, id, inputs_hash, part_count,
        touched_at)
      values (${space.tenant}, ${space.project}, ${importKey}, ${newTypeId("imp")}, ${inputsHash}, ${partCount},
        ${sql.literal(nowNotBehind)})
      on conflict (tenant_id, project_id, import_key) do update set touched_at = excluded.touched_at
      returning id, inputs_hash, part_count, created_at, applied_at is not null as is_applied, report`
    if (row!.inputs_hash !== inputsHash || row!.part_count !== partCount) return yield* reused()
    const kept = row!.is_applied ? yield* replay(space, asked, row!) : undefined
    return { id: row!.id, createdAt: row!.created_at, kept } satisfies Claimed
  })

  /** Keeps the hash of a part, and its files while others are missing. Law: I2. */
  const keepPart = Effect.fnUntraced(function* (
    space: Space,
    { importKey, part, partCount, partHash }: Asked,
    files: string | null
  ) {
    const bytes = files === null ? 0 : Buffer.byteLength(files)
    const { tenant, project } = space
    // Parts of one project come one after another, so that they are counted together.
    const turn = files === null ? sql`` : sql`from (select ${inTurnOf(space)}) as turn`
    yield* sql`
      insert into agent_operations.import_parts (tenant_id, project_id, import_key, part, hash, files, encoded_bytes)
      select ${tenant}, ${project}, ${importKey}, ${part}::int, ${partHash}, ${files}, ${bytes}::int ${turn}
      on conflict do nothing`
    const staged =
      files === null
        ? sql`0`
        : sql`(
            select sum(encoded_bytes + 1024) from agent_operations.import_parts
            where tenant_id = ${tenant} and project_id = ${project} and files is not null and encoded_bytes >= 0
          )`
    const parts = yield* sql<{ part: number; hash: string; encoded_bytes: number; staged: number }>`
      select part, hash, encoded_bytes, ${staged}::float8 as staged
      from agent_operations.import_parts where ${within(space, importKey)}`
    if (parts.find((one) => one.part === part)?.hash !== partHash) return yield* reused()
    const sum = parts.reduce((total, one) => total + one.encoded_bytes, 0)
    if (sum > maxImportBytes) {
      return yield* new PayloadTooLarge({
        message: "The parts of the import are too large together: import them under several keys, with the mode add.",
        details: { limitBytes: maxImportBytes, bytes: sum }
      })
    }
    const inProject = parts[0]!.staged
    // The last part of an import has room of its own, as those that wait go with it.
    if (inProject > maxStagedBytes + (parts.length === partCount ? maxImportBytes : 0)) {
      return yield* new PayloadTooLarge({
        message: "The parts of imports that wait in the project are too large together.",
        hint: "Send what is missing of the others, so that they are applied; parts of an import that nobody continues are gone after an hour.",
        details: { limitBytes: maxStagedBytes, bytes: inProject }
      })
    }
    return parts.length
  })

  return {
    claim,
    keepPart,
    /** How many parts are there. */
    countParts: Effect.fnUntraced(function* (space: Space, { importKey }: Asked) {
      const [row] = yield* sql<{ count: number }>`
        select count(*)::int as count from agent_operations.import_parts where ${within(space, importKey)} and files is not null`
      return row!.count
    }),
    /** The import with this key that was applied, where these are its files. */
    applied: Effect.fnUntraced(function* (space: Space, asked: Asked) {
      const [row] = yield* sql<Row>`
        select id, inputs_hash, part_count, created_at, true as is_applied, report
        from agent_operations.imports where ${within(space, asked.importKey)} and applied_at is not null`
      if (row === undefined) return undefined
      if (row.inputs_hash !== asked.inputsHash || row.part_count !== asked.partCount) return yield* reused()
      return yield* replay(space, asked, row)
    }, translateSqlErrors),
    /** The files of all parts, in their order. */
    files: Effect.fnUntraced(function* (space: Space, importKey: string) {
      const rows = yield* sql<{ files: string }>`
        select files from agent_operations.import_parts where ${within(space, importKey)} and files is not null order by part`
      return rows.map(({ files }) => files)
    }, translateSqlErrors),
    /** Says what an import did, in the transaction that did it. Its files are not needed any more. */
    finish: Effect.fnUntraced(function* (space: Space, importKey: string, applied: KeptImport["applied"]) {
      yield* sql`
        update agent_operations.import_parts set files = null, encoded_bytes = 0 where ${within(space, importKey)}`
      yield* sql`
        update agent_operations.imports set applied_at = ${sql.literal(nowNotBehind)}, report = ${JSON.stringify(applied)}
        where ${within(space, importKey)}`
    }),
    /** Forgets parts that are refused, so that others may be sent under the key. */
    forget: Effect.fnUntraced(function* (space: Space, importKey: string) {
      yield* sql`delete from agent_operations.imports where ${within(space, importKey)} and applied_at is null`
    }, translateSqlErrors),
    one: Effect.fnUntraced(function* (space: Space, id: string) {
      const [row] = yield* sql<Row & { import_key: string; staged: number }>`
        select i.id, i.import_key, i.inputs_hash, i.part_count, i.created_at, i.applied_at is not null as is_applied, i.report,
          (select count(*)::int from agent_operations.import_parts as p where p.tenant_id = ${space.tenant}
            and p.project_id = ${space.project} and p.import_key = i.import_key) as staged
        from agent_operations.imports as i
        where i.tenant_id = ${space.tenant} and i.project_id = ${space.project} and i.id = ${id} and i.id > ''`
      if (row === undefined || (row.is_applied && row.report === null)) return undefined
      return keptOf(row.import_key, row.staged, row)
    }, translateSqlErrors),
    /** What is removed for good once its time has passed. */
    removals: makeRemovals(sql)
  }
})

/**
 * Keys of imports with their reports, and parts that wait for others. Laws: I1, I2.
 *
 * `claim`, `keepPart` and `finish` are parts of a transaction of the caller's.
 */
export class ImportStore extends Context.Service<ImportStore, Effect.Success<typeof make>>()(
  "@agent-operations/evals/ImportStore"
) {
  static readonly layer = Layer.effect(ImportStore, make)
}
