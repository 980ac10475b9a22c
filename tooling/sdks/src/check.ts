/**
 * Has real SDKs send to the reference server by the lines that its start prints, on both databases, and compares what it
 * answers with what they were told: by the client, the command line and a client of MCP; and what a page view and a chart show of it. Then a span that comes late and
 * spans that come twice; exporters that send again, as the
 * server is overloaded first or its answer is lost; and a server that is killed while it takes spans. To be run by its name: what the SDKs need is
 * half a gigabyte.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startPostgres } from "@agent-operations/postgres-for-tests"
import { differences } from "./differences.ts"
import { expected } from "./expected.ts"
import { killed } from "./killed.ts"
import { lateAndTwice } from "./late.ts"
import { writePagePrograms } from "./page.ts"
import { answerLost, overloadedFirst } from "./overloaded.ts"
import { installPrograms, missingFor, programs, runProgram } from "./programs.ts"
import { startRecorder } from "./recorder.ts"
import { shownByViews } from "./shown.ts"
import { startServer } from "./reference-server.ts"
import { sameOnEverySurface } from "./surfaces.ts"
import { exporterVariables, tracesMadeBy, type World } from "./world.ts"

let failures = 0

/** Tries something, and tells how it ended. */
const attempt = async (name: string, what: () => Promise<ReadonlyArray<string>>) => {
  const begun = performance.now()
  const faults = await what().catch((error: unknown) => [error instanceof Error ? (error.stack ?? "") : String(error)])
  if (faults.length > 0) failures++
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${faults.length === 0 ? "ok    " : "FAILED"}  ${name} (${seconds} s)`)
  for (const fault of faults) console.log(`        ${fault}`)
}

const send = async (world: World, program: (typeof programs)[number]): Promise<ReadonlyArray<string>> => {
  const told = expected[program.name] ?? []
  const made = await tracesMadeBy(world, () =>
    runProgram(world.directory, program, world.modelsUrl, exporterVariables(world, program.headers))
  )
  if (made.length !== told.length) return [`there are ${made.length} traces, not ${told.length}`]
  return told.flatMap((one, index) => differences(made[index]!, one))
}

/** Each program of docs/sdks.md leaves one trace, with the tokens of one call of a model. */
const sendAsShown = async (world: World, program: (typeof programs)[number]): Promise<ReadonlyArray<string>> => {
  const made = await tracesMadeBy(world, () =>
    runProgram(world.directory, program, world.modelsUrl, exporterVariables(world, program.headers))
  )
  if (made.length !== 1) return [`there are ${made.length} traces, not 1`]
  return differences(made[0]!, { trace: { status: "success", totalTokens: 150 }, spans: [] })
}

const onDatabase = async (name: string, directory: string, settings: Readonly<Record<string, string>>) => {
  const models = await startRecorder()
  let server = await startServer({ ...settings, PORT: "0" })
  try {
    const world: World = { directory, modelsUrl: models.url, exports: server.exports }
    for (const program of programs) {
      const missing = missingFor(program)
      if (missing === undefined) await attempt(`${name}: ${program.name}`, () => send(world, program))
      else console.log(`skipped  ${name}: ${program.name}, as ${missing}`)
    }
    for (const program of writePagePrograms(directory)) {
      const title = `${name}: docs/sdks.md, ${program.name}`
      const missing = missingFor(program)
      if (missing === undefined) await attempt(title, () => sendAsShown(world, program))
      else console.log(`skipped  ${title}, as ${missing}`)
    }
    const exporters = programs.filter(
      (program) => program.name.startsWith("opentelemetry") && missingFor(program) === undefined
    )
    for (const program of exporters) {
      await attempt(`${name}: ${program.name} to a server that is overloaded first`, () =>
        overloadedFirst(world, program)
      )
      await attempt(`${name}: ${program.name}, whose first answer is lost`, () => answerLost(world, program))
    }
    await attempt(`${name}: the client, the command line and MCP answer alike`, () => sameOnEverySurface(world))
    await attempt(`${name}: a custom field fills a column, a page view sorts by it, a chart has cost by model`, () =>
      shownByViews(world)
    )
    await attempt(`${name}: a late span, and spans that are sent twice`, () => lateAndTwice(world))
    await attempt(`${name}: a server that is killed while it takes spans`, () =>
      killed(world, async () => {
        const { port } = new URL(world.exports["AGENT_OPERATIONS_URL"]!)
        await server.stop("SIGKILL")
        server = await startServer({ ...settings, PORT: port })
      })
    )
  } finally {
    await server.stop()
    models.close()
  }
}

const { directory, remove } = await installPrograms()
const data = mkdtempSync(join(tmpdir(), "sdks-data-"))
const postgres = await startPostgres()
try {
  await onDatabase("PGlite", directory, { DATA_DIR: join(data, "pglite") })
  await onDatabase("PostgreSQL", directory, { DATA_DIR: join(data, "postgresql"), DATABASE_URL: postgres.url })
} finally {
  await postgres.stop()
  remove()
  rmSync(data, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1
