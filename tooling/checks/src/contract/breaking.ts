import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { breakingChanges } from "@agent-operations/contract/changes"
import { withKnownCodes } from "./known-codes.ts"

/** What of `redocly diff`'s report is read. */
interface Report {
  readonly changes: ReadonlyArray<{
    readonly path: string
    readonly impact: "major" | "minor" | "patch"
    readonly verdicts: ReadonlyArray<{ readonly ruleId?: string; readonly message?: string }>
  }>
}

const redocly = join(import.meta.dirname, "..", "..", "node_modules", "@redocly", "cli", "bin", "cli.js")

const { NODE_OPTIONS: _, ...environment } = process.env

/** What `redocly diff` calls major, but for a code more under a status that was declared. */
const majors = async (released: object, next: object): Promise<ReadonlyArray<string>> => {
  const directory = mkdtempSync(join(tmpdir(), "contract-"))
  const fileOf = (name: string, document: object) => {
    const file = join(directory, name)
    writeFileSync(file, JSON.stringify(document))
    return file
  }
  try {
    const files = [fileOf("released.json", released), fileOf("next.json", withKnownCodes(released, next))]
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [redocly, "diff", ...files, "--format", "json", "--fail-on", "none"],
      {
        env: { ...environment, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
        maxBuffer: 256 << 20,
        timeout: 120_000
      }
    )
    const { changes }: Report = JSON.parse(stdout)
    return changes
      .filter(({ impact }) => impact === "major")
      .map(({ path, verdicts }) => [path, ...verdicts.map(({ message = "" }) => message)].join(": "))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** All that breaks callers from one document to the next, a line each. Law: C3. */
export const breaking = async (released: object, next: object): Promise<ReadonlyArray<string>> => [
  ...(await majors(released, next)),
  ...breakingChanges(released, next).map(({ operation, change }) => `${operation}: ${change}`)
]
