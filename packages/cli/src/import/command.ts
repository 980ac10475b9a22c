import { randomUUID } from "node:crypto"
import { basename } from "node:path"
import { isAgentError } from "@agent-operations/client"
import { Argument, Flag } from "effect/cli"
import { CommandError, exits, UsageError } from "../errors.ts"
import { text } from "../flags.ts"
import { jsonOf } from "../input/input.ts"
import { makeTexts } from "../input/texts.ts"
import { jsonText } from "../output/json.ts"
import { shown } from "../output/people.ts"
import { type MakeCommand, ownCommand } from "../own/own-command.ts"
import type { Session } from "../session.ts"
import { type FilePart, partsOf } from "./parts.ts"

/** What a request's files may have, as JSON: less than the server takes, as there is more in a request. */
const partBytes = 7 * 1024 * 1024

const maxParts = 64

/** How many places of what is wrong are told to people. */
const maxTold = 20

interface Place {
  readonly file: string
  readonly line: number
  readonly column?: number
  readonly pointer: string
  readonly message: string
}

/** What is read of an answer. */
interface Answer {
  readonly status: string
  readonly report: {
    readonly datasets: ReadonlyArray<{ readonly name: string; readonly version: number; readonly items: object }>
    readonly warnings: ReadonlyArray<string>
    readonly errors: ReadonlyArray<Place>
  }
}

/** Sends a part. One whose answer is lost is sent again: under its key it is applied once. */
const send = async ({ connect, terminal: { signal } }: Session, input: object): Promise<Answer> => {
  const client = connect()
  for (let tries = 1; ; tries++) {
    try {
      return (await client.call("import_resources", input, { signal })) as Answer
    } catch (error) {
      if (tries === 3 || signal.aborted || !isAgentError(error, "OUTCOME_UNKNOWN")) throw error
    }
  }
}

const placesText = (places: ReadonlyArray<Place>) => {
  const lines = places
    .slice(0, maxTold)
    .map(({ file, line, column, message }) => shown(`${[file, line, column].filter(Boolean).join(":")}: ${message}`))
  return `${[...lines, ...(places.length > maxTold ? [`… and ${places.length - maxTold} more`] : [])].join("\n")}\n`
}

const refused = (session: Session, places: ReadonlyArray<Place>) => {
  if (session.json === undefined) session.terminal.error(placesText(places))
  return new CommandError(
    `Nothing was imported: ${places.length === 1 ? "one place is" : `${places.length} places are`} wrong.`,
    {
      code: "IMPORT_REFUSED",
      hint: "Mend the files, and run it again.",
      exit: exits.refused,
      details: { errors: places }
    }
  )
}

const summary = ({ status, report: { datasets } }: Answer) =>
  datasets
    .map(({ name, version, items }) => {
      const counts = Object.entries(items).map(([what, count]) => `${String(count)} ${what}`)
      return `${shown(name)}: ${counts.join(", ")}; version ${version}${status === "checked" ? ", if it were not a check" : ""}\n`
    })
    .join("")

export const command: MakeCommand = ownCommand({
  name: "import",
  description:
    "Import files of JSONL, JSON, CSV or YAML: all that is in them, or nothing. Lists of items go to a dataset; bundles name theirs. " +
    "Large files are sent in parts, and applied with the last.",
  examples: [
    'import capitals.csv --into Capitals --mapping \'{"question":"input","answer":"expected"}\'',
    "import bundle.yaml --dry-run"
  ],
  config: {
    files: Argument.String("FILE").pipe(
      Argument.withDescription("A file; - is standard input."),
      Argument.variadic({ min: 1 })
    ),
    into: text(
      "into",
      "DATASET",
      "The dataset that lists go to: its ID, or its name, where it is created if there is none."
    ),
    mapping: text("mapping", "JSON", "What columns or pointers are: JSON, @FILE or -."),
    format: text("format", "FORMAT", "jsonl, json, csv or yaml, where names don't tell."),
    replace: Flag.Boolean("replace").pipe(
      Flag.withDescription("Delete the items that the files do not have"),
      Flag.withDefault(false)
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Say what it would do, and write nothing"),
      Flag.withDefault(false)
    ),
    key: text("key", "KEY", "The import key, to continue an import. Default: a new one.")
  },
  run: async ({ files: names, into, mapping, format, replace, dryRun, key }, session) => {
    const { terminal, json, agent, program } = session
    const texts = makeTexts(terminal, 64 * 1024 * 1024)
    const files: Array<FilePart> = []
    for (const name of names) {
      const content = await texts(name, "FILE")
      files.push({
        path: name === "-" ? "stdin" : basename(name),
        ...(format === undefined ? {} : { format }),
        content
      })
    }
    const repeated = files.find(({ path }, index) => files.findIndex((one) => one.path === path) < index)
    if (repeated !== undefined)
      throw new UsageError(`Two files are called ${repeated.path}.`, "Rename one, or import it by itself.")
    const importKey = key ?? randomUUID()
    const common = {
      importKey,
      ...(into === undefined ? {} : { into: into.startsWith("ds_") ? { datasetId: into } : { datasetName: into } }),
      ...(mapping === undefined ? {} : { mapping: await jsonOf(mapping, "--mapping", texts) }),
      mode: replace ? "replace" : "add"
    }
    const parts = partsOf(files, partBytes)
    if (parts.length > maxParts) {
      throw new UsageError("The files are too large together.", "Import some of them, and then the others.")
    }
    let answer: Answer | undefined
    for (const [index, part] of parts.entries()) {
      const count = parts.length
      const input = {
        ...common,
        files: part,
        ...(count === 1 ? {} : { part: { index: index + 1, count } }),
        ...(dryRun ? { dryRun } : {})
      }
      answer = await send(session, input).catch((error: unknown) => {
        if (isAgentError(error, "IMPORT_REFUSED")) throw refused(session, error.details.errors)
        if (isAgentError(error, "OUTCOME_UNKNOWN")) {
          const hint = `To find out, and go on: the same command with --key ${importKey}. It does nothing twice.`
          throw new CommandError(error.message, { code: error.code, hint, exit: exits.unknown })
        }
        throw error
      })
    }
    const { report } = answer!
    if (report.errors.length > 0) throw refused(session, report.errors)
    for (const warning of report.warnings) terminal.error(`${shown(warning)}\n`)
    terminal.out(json === undefined ? summary(answer!) : `${jsonText(answer, agent)}\n`)
    if (dryRun && json === undefined) terminal.error(`Nothing was written. ${program} import without --dry-run does.\n`)
  }
})
