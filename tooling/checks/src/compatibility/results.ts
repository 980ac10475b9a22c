import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root } from "../publicPackages.ts"

/** One program, and what of it was run. */
export interface Row {
  readonly name: string
  /** The version that was run; none where what its sources have was run in its place. */
  readonly version?: string
  /** In which way, where there are several: `HTTP, 2025-11-25`. */
  readonly way?: string
  readonly ran: ReadonlyArray<string>
  /** Where it stands what the program sends: a file or a thread of a public repository. */
  readonly sources?: ReadonlyArray<string>
}

/** What a check noted of what it ran: a section of docs/compatibility.md. */
export interface Results {
  readonly title: string
  /** What was run against what, in a sentence or two. */
  readonly about: string
  /** The day on which it was run: `2026-11-30`. */
  readonly date: string
  readonly rows: ReadonlyArray<Row>
}

const directory = join(root, "tooling", "checks", "compatibility")

/** Where a check notes its results. */
export const resultsFile = (name: string): string => join(directory, `${name}.json`)

/** All that was noted, by the name of the file. */
export const allResults = (): Readonly<Record<string, Results>> =>
  Object.fromEntries(
    globSync(join(directory, "*.json"))
      .toSorted()
      .map((file) => [basename(file, ".json"), JSON.parse(readFileSync(file, "utf8")) as Results])
  )
