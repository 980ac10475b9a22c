import { Caller } from "@agent-operations/auth"
import type { Import, ImportError, ImportReport } from "@agent-operations/contract/imports"
import { retryDeadlocks, translateSqlErrors } from "@agent-operations/database"
import { spaceOf } from "@agent-operations/definitions"
import { ImportRefused, Unavailable } from "@agent-operations/error-envelope"
import type { Space } from "@agent-operations/revision-store"
import { inTurns } from "@agent-operations/operations"
import { Data, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Applied, applyFiles, type Goal } from "../apply/apply-files.ts"
import type { FileText, ReadFiles } from "../files/read-files.ts"
import { type Asked, ImportStore, type KeptImport } from "../store/ImportStore.ts"
import { jsonText } from "../../scorers/write-json.ts"
import { FileReader } from "../thread/FileReader.ts"
import { answer, noReport } from "./answer.ts"
import { askedOf, type ImportInput, joinFiles } from "./asked.ts"

/** What applying would do, told by what rolls it back. Law: I3. */
class Checked extends Data.TaggedError("Checked")<{ readonly applied: Applied }> {}

const lost = () => new Unavailable({ message: "Parts of the import are gone: send all of them again.", retryAfter: 1 })

const overtaken = () =>
  new Unavailable({
    message: "Others changed the same definitions at the same time. Nothing was written.",
    retryAfter: 1
  })

/** What is created by a check is not there afterwards, and neither is its ID. */
const withoutNewId = <One extends ImportReport["datasets"][number] | ImportReport["scorers"][number]>(one: One): One =>
  one.change === "created" ? { ...one, id: null } : one

/** Laws: I1, I2, I3. */
export const importResources = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* ImportStore
  const reader = yield* FileReader
  const apply = yield* applyFiles

  /** Stages a part. Where it was applied meanwhile, it tells what it did. */
  const stage = (space: Space, asked: Asked, files: string) =>
    Effect.gen(function* () {
      const { kept, ...claimed } = yield* store.claim(space, asked)
      if (kept !== undefined) return kept
      const staged = yield* store.keepPart(space, asked, files)
      return { ...claimed, importKey: asked.importKey, partCount: asked.partCount, staged, applied: undefined }
    }).pipe(sql.withTransaction, retryDeadlocks, translateSqlErrors)

  const write = (asked: Asked, read: ReadFiles, goal: Goal, dryRun: boolean) =>
    Effect.gen(function* () {
      const { space } = goal
      const { kept, id, createdAt } = yield* store.claim(space, asked)
      if (kept !== undefined) return kept
      const staged =
        asked.partCount === 1 ? yield* store.keepPart(space, asked, null) : yield* store.countParts(space, asked)
      if (staged < asked.partCount) return yield* lost()
      const applied = yield* apply(read, goal)
      if (dryRun) return yield* new Checked({ applied })
      yield* store.finish(space, asked.importKey, applied)
      const { importKey, partCount } = asked
      return { id, importKey, partCount, staged, createdAt, applied } satisfies KeptImport
    }).pipe(
      sql.withTransaction,
      retryDeadlocks,
      Effect.retry({ times: 5, while: ({ _tag }) => _tag === "Raced" }),
      Effect.catchTag("Raced", () => overtaken()),
      translateSqlErrors
    )

  const checked = (asked: Asked, { report, version }: Applied): typeof Import.Type => ({
    id: null,
    importKey: asked.importKey,
    status: "checked",
    parts: { staged: asked.partCount, count: asked.partCount },
    report: { ...report, datasets: report.datasets.map(withoutNewId), scorers: report.scorers.map(withoutNewId) },
    ...(version === undefined ? {} : { version }),
    createdAt: null
  })

  return Effect.fnUntraced(function* (input: ImportInput) {
    const { into, mapping, mode, dryRun = false } = input
    const caller = yield* Caller
    const space = spaceOf(caller)
    const asked = yield* inTurns(askedOf(input))

    const before = yield* store.applied(space, asked)
    if (before !== undefined) return answer(before)
    let files: ReadonlyArray<FileText> = input.files
    if (asked.partCount > 1) {
      const staged = yield* stage(space, asked, yield* inTurns(jsonText(files)))
      if (staged.applied !== undefined || staged.staged < asked.partCount) return answer(staged)
      const parts = yield* store.files(space, asked.importKey)
      files = yield* inTurns(joinFiles(parts))
    }

    const refuse = Effect.fnUntraced(function* (errors: ReadonlyArray<ImportError>) {
      // Other parts may be sent under the same key then, as nothing was written under it.
      if (asked.partCount > 1) yield* store.forget(space, asked.importKey)
      if (dryRun) return checked(asked, { report: { ...noReport, errors } })
      const [first] = errors
      const message = `${first!.file}, line ${first!.line}: ${first!.message}`
      return yield* new ImportRefused({ message, details: { errors } })
    })
    const read = yield* reader.read(files, mapping)
    if (read.errors.length > 0) return yield* refuse(read.errors)
    return yield* write(asked, read, { space, actor: caller.actor, into, mode }, dryRun).pipe(
      Effect.map(answer),
      Effect.catchTags({
        Checked: ({ applied }) => Effect.succeed(checked(asked, applied)),
        Refused: ({ errors }) => refuse(errors)
      })
    )
  })
})
