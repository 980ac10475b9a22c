/**
 * Records what real SDKs export: runs each program against a server on this machine, with models that answer what they
 * are told to, and keeps what was sent as fixtures of packages/traces. To be run by hand, as `npm run pnpm -- --filter
 * @agent-operations/sdks record`, when an SDK has a version that writes something new; with names, only those programs.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { installPrograms, missingFor, type Program, programs, root, runProgram } from "./programs.ts"
import { startRecorder } from "./recorder.ts"

const fixtures = join(root, "packages", "traces", "test", "recorded")

const record = async (program: Program, directory: string): Promise<void> => {
  const recorder = await startRecorder()
  await runProgram(directory, program, recorder.url, { OTEL_EXPORTER_OTLP_ENDPOINT: recorder.url })
  recorder.close()
  const { name } = program
  const [request, ...others] = recorder.recorded
  if (request === undefined || others.length > 0)
    throw new Error(`${name} sent ${others.length + 1} requests, or none.`)
  const told = [root, directory, hostname()].find((text) => request.body.includes(text))
  if (told !== undefined) throw new Error(`${name} tells of this machine: ${told}`)
  const extension = request.contentType.startsWith("application/json") ? "json" : "pb"
  writeFileSync(join(fixtures, `${name}.${extension}`), request.body)
  console.log(`${name}.${extension}: ${request.body.length} bytes`)
}

const { directory, remove } = await installPrograms()
try {
  mkdirSync(fixtures, { recursive: true })
  const asked = process.argv.slice(2)
  for (const program of programs.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    const missing = missingFor(program)
    if (missing === undefined) await record(program, directory)
    else console.log(`${program.name}: not recorded, as ${missing}`)
  }
} finally {
  remove()
}
