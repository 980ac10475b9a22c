import { execFile, spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

/** A program that is instrumented by an SDK of others. */
export interface Program {
  /** What its fixture is called. */
  readonly name: string
  readonly file: string
  /** What `OTEL_EXPORTER_OTLP_PROTOCOL` says: `http/protobuf` unless given. */
  readonly protocol?: "http/json"
  /** The variable that its SDK reads headers from, where it is not OpenTelemetry's. */
  readonly headers?: "TRACELOOP_HEADERS"
}

/** Those that are recorded, and tried on a server. */
export const programs: ReadonlyArray<Program> = [
  { name: "opentelemetry", file: "opentelemetry.mjs" },
  { name: "opentelemetry-json", file: "opentelemetry.mjs", protocol: "http/json" },
  { name: "opentelemetry-python", file: "python_opentelemetry.py" },
  { name: "openinference", file: "openinference.mjs" },
  { name: "langfuse", file: "langfuse.mjs" },
  { name: "vercel-ai", file: "vercel-ai.mjs" },
  { name: "vercel-ai-legacy", file: "vercel-ai-legacy.mjs" },
  { name: "traceloop", file: "traceloop.mjs", headers: "TRACELOOP_HEADERS" }
]

export const root = join(import.meta.dirname, "..", "..", "..")
const sources = join(import.meta.dirname, "..", "programs")
const run = promisify(execFile)

const python = process.env["PYTHON"] ?? "python3"

/** Why a program cannot be run here; undefined where it can. */
export const missingFor = ({ file }: Program): string | undefined => {
  if (!file.endsWith(".py")) return undefined
  const { status } = spawnSync(python, ["-c", "import opentelemetry.exporter.otlp.proto.http.trace_exporter"])
  return status === 0 ? undefined : `${python} has no opentelemetry-sdk with opentelemetry-exporter-otlp-proto-http`
}

type Versions = Readonly<Record<string, string>>

/** A manifest with the versions that the catalogs pin. */
const manifestOf = (sources: string) => {
  const { default: common = {}, ...catalogs }: Readonly<Record<string, Versions>> = JSON.parse(
    spawnSync("pnpm", ["config", "get", "--json", "catalogs"], { cwd: root, encoding: "utf8" }).stdout
  )
  const { dependencies, ...rest }: { dependencies: Versions } = JSON.parse(
    readFileSync(join(sources, "package.json"), "utf8")
  )
  const pinned = Object.entries(dependencies).map(([name, catalog]) => [
    name,
    (catalogs[catalog.replace("catalog:", "")] ?? common)[name]
  ])
  return JSON.stringify({ ...rest, dependencies: Object.fromEntries(pinned) })
}

/** Copies sources into a directory of their own, and fetches what they need. */
export const install = async (sources: string) => {
  const directory = mkdtempSync(join(tmpdir(), "sdks-"))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  try {
    cpSync(sources, directory, { recursive: true })
    writeFileSync(join(directory, "package.json"), manifestOf(sources))
    // Peers of theirs contradict each other in ranges, and work.
    const install = ["install", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"]
    await run("npm", install, { cwd: directory, timeout: 300_000 })
    return { directory, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Fetches what the programs need into a directory of their own. */
export const installPrograms = () => install(sources)

/** Runs a program to its end, with the models of `modelsUrl`; what it printed. */
export const runProgram = async (
  directory: string,
  { file, protocol }: Pick<Program, "file" | "protocol">,
  modelsUrl: string,
  variables: Readonly<Record<string, string>>
): Promise<string> => {
  const { stdout } = await run(file.endsWith(".py") ? python : process.execPath, [file], {
    cwd: directory,
    timeout: 60_000,
    env: {
      PATH: process.env["PATH"],
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol ?? "http/protobuf",
      OTEL_NODE_RESOURCE_DETECTORS: "env",
      OTEL_SERVICE_NAME: "recorded",
      OPENAI_BASE_URL: `${modelsUrl}/openai`,
      OPENAI_API_KEY: "none",
      LANGFUSE_BASE_URL: modelsUrl,
      LANGFUSE_PUBLIC_KEY: "none",
      LANGFUSE_SECRET_KEY: "none",
      TRACELOOP_TELEMETRY: "false",
      ...variables
    }
  })
  return stdout
}
