/**
 * Has generators of others write clients of the reference server's OpenAPI document, compiles them with strict TypeScript,
 * and calls the server with each: a list whose items have a map, and an operation that is refused. Fails if that is not what was
 * noted before; with `--write` it notes it, for docs/compatibility.md.
 */
import { type ExecFileException, execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { startPostgres } from "@agent-operations/postgres-for-tests"
import { install } from "./programs.ts"
import { startServer } from "./reference-server.ts"
import { clientOf } from "./world.ts"
import { noteResults, type Results } from "../../checks/src/compatibility/results.ts"

interface Generator {
  readonly package: string
  /** What the program needs beside what was written, of npm. */
  readonly with?: string
  /** The program, with what makes it write into its folder. */
  readonly command: ReadonlyArray<string>
}

/** Each generator by the name of its program in `generators/`, and of the folder that it writes into. */
const generators: Readonly<Record<string, Generator>> = {
  "openapi-typescript": {
    package: "openapi-typescript",
    with: "openapi-fetch",
    command: ["openapi-typescript", "openapi.json", "-o", "openapi-typescript/api.ts"]
  },
  "hey-api": {
    package: "@hey-api/openapi-ts",
    with: "zod",
    command: ["openapi-ts", "-f", "hey-api.config.mjs"]
  },
  orval: { package: "orval", command: ["orval", "--config", "orval.config.mjs"] },
  "swagger-typescript-api": {
    package: "swagger-typescript-api",
    command: [
      ...["swagger-typescript-api", "generate", "-p", "openapi.json"],
      ...["-o", "swagger-typescript-api", "-n", "api.ts"]
    ]
  },
  oazapfts: {
    package: "oazapfts",
    with: "@oazapfts/runtime",
    command: ["oazapfts", "openapi.json", "oazapfts/api.ts"]
  }
}

const run = promisify(execFile)

let failures = 0

/** Tries something, and tells how it ended. */
const attempt = async (name: string, what: () => Promise<unknown>): Promise<void> => {
  const begun = performance.now()
  const fault = await what().then(
    () => undefined,
    ({ message, stdout = "" }: ExecFileException) => `${message}\n${stdout}`
  )
  if (fault !== undefined) failures++
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${fault === undefined ? "ok    " : "FAILED"}  ${name} (${seconds} s)`)
  if (fault !== undefined) console.log(fault)
}

/** Creates a page view that refers to a custom field; what the programs ask for, and are to be answered. */
const prepare = async (exports: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> => {
  const { customFields, pageViews } = clientOf({ exports })
  const field = await customFields.create({
    name: "Effort",
    source: { type: "formula", language: "cel", expression: "double(trace.totalTokens) * 2.0" },
    settings: { target: "trace", valueType: "number" }
  })
  const view = { source: { type: "table" }, settings: { target: "traces" } } as const
  const { name } = await pageViews.create({
    ...view,
    name: "By effort",
    references: { effort: { kind: "custom_field", id: field.id } }
  })
  const absent = await pageViews.create({ ...view, name: "Gone" })
  await pageViews.delete({ id: absent.id, expectedRevision: 1 })
  return { ...exports, PAGE_VIEW_NAME: name, CUSTOM_FIELD: field.id, ABSENT_PAGE_VIEW: absent.id }
}

/** Has all of them write into a directory, compiles that, and calls the server with each. */
const tryAll = async (directory: string, exports: Readonly<Record<string, string>>): Promise<void> => {
  const variables = await prepare(exports)
  const document = await fetch(`${exports["AGENT_OPERATIONS_URL"]}/openapi.json`)
  writeFileSync(join(directory, "openapi.json"), await document.text())
  // The only one that does not make its folder.
  mkdirSync(join(directory, "oazapfts"))

  const options = { cwd: directory, timeout: 120_000, maxBuffer: 64 << 20, env: { ...process.env, ...variables } }
  const command = ([program = "", ...parameters]: ReadonlyArray<string>) =>
    run(join(directory, "node_modules", ".bin", program), parameters, options)

  for (const [name, { command: write }] of Object.entries(generators))
    await attempt(`${name} writes`, () => command(write))
  await attempt("TypeScript compiles what they wrote", () => command(["tsc", "-p", "."]))
  for (const name of Object.keys(generators))
    await attempt(`${name} calls`, () => run(process.execPath, [join("dist", `${name}.js`)], options))
}

/** What ran and passed, at the versions that are installed there. */
const resultsIn = (directory: string): Omit<Results, "date"> => {
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(join(directory, "node_modules", name, "package.json"), "utf8")).version
  return {
    title: "Generators of clients",
    about:
      "`npm run check:generators` had each write a client of the OpenAPI document that the server serves, and compiled it by " +
      `strict TypeScript ${versionOf("typescript")}. The client then listed page views, read a typed map of one, and was ` +
      "refused with `NOT_FOUND`. Where a generator needs a setting to get that right, it stands in `tooling/sdks/generators`, " +
      "with the reason.",
    rows: Object.values(generators).map(({ package: name, with: beside }) => ({
      name,
      version: versionOf(name),
      ...(beside === undefined ? {} : { way: `with \`${beside}\` ${versionOf(beside)}` }),
      ran: ["generation", "compilation", "list", "error"]
    }))
  }
}

const { directory, remove } = await install(join(import.meta.dirname, "..", "generators"))
const data = mkdtempSync(join(tmpdir(), "generators-data-"))
const postgres = await startPostgres()
try {
  const server = await startServer({ DATA_DIR: data, DATABASE_URL: postgres.url, PORT: "0" })
  try {
    await tryAll(directory, server.exports)
  } finally {
    await server.stop()
  }
  const difference = failures === 0 ? noteResults("3-generators", "check:generators", resultsIn(directory)) : undefined
  if (difference !== undefined) {
    failures++
    console.log(`FAILED  ${difference}`)
  }
} finally {
  await postgres.stop()
  remove()
  rmSync(data, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1
