/**
 * Compares what packages that programs are written against export, as it was built, with the reports in their `api/`, one for
 * each entry. `--write` writes them.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
  type IConfigFile
} from "@microsoft/api-extractor"
import { type PublicPackage, publicPackages } from "./publicPackages.ts"

const reported = ["client", "http", "mcp", "docs", "error-envelope"].map((name) => `@agent-operations/${name}`)
const write = process.argv.includes("--write")
const temporary = mkdtempSync(join(tmpdir(), "api-"))

/** The declarations that each entry of a package leads to, by the name of its report. */
const entriesOf = ({ exports }: PublicPackage) =>
  Object.entries(exports).flatMap(([entry, targets]) =>
    typeof targets === "object" && targets !== null && "types" in targets
      ? [{ report: entry === "." ? "index" : entry.slice(2), types: String(targets.types) }]
      : []
  )

/** Of all that the extractor says, only that a report differs matters here: oxlint reads the comments. */
const silent = (message: ExtractorMessage) => {
  message.handled = true
}

/** Whether the report of an entry is what its declarations say. */
const isCurrent = ({ directory }: PublicPackage, { report, types }: ReturnType<typeof entriesOf>[number]): boolean => {
  const configObject: IConfigFile = {
    projectFolder: directory,
    mainEntryPointFilePath: join(directory, types),
    newlineKind: "lf",
    compiler: {
      overrideTsconfig: {
        compilerOptions: { module: "nodenext", moduleResolution: "nodenext", target: "es2024", skipLibCheck: true },
        files: [types]
      }
    },
    apiReport: {
      enabled: true,
      reportFileName: `${report}.api.md`,
      reportFolder: join(directory, "api"),
      reportTempFolder: temporary
    },
    messages: { extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } } }
  }
  const packageJsonFullPath = join(directory, "package.json")
  const config = ExtractorConfig.prepare({ configObject, configObjectFullPath: undefined, packageJsonFullPath })
  const { apiReportChanged, succeeded } = Extractor.invoke(config, { localBuild: write, messageCallback: silent })
  return write || (succeeded && !apiReportChanged)
}

try {
  for (const each of publicPackages().filter(({ name }) => reported.includes(name))) {
    const entries = entriesOf(each)
    const folder = join(each.directory, "api")
    mkdirSync(folder, { recursive: true })
    const stale = readdirSync(folder).filter((file) => !entries.some(({ report }) => file === `${report}.api.md`))
    if (write) for (const file of stale) rmSync(join(folder, file))
    for (const entry of entries) {
      if (isCurrent(each, entry)) continue
      console.log(`${each.name}: api/${entry.report}.api.md is not what the package exports.`)
      process.exitCode = 1
    }
    for (const file of write ? [] : stale) {
      console.log(`${each.name}: api/${file} is of an entry that is gone.`)
      process.exitCode = 1
    }
  }
  if (process.exitCode === 1) console.log("If that is meant: npm run check -- build && npm run generate:api")
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
