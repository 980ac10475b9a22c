import { spawnSync } from "node:child_process"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { root } from "../publicPackages.ts"

/** One program, and what of it was run. */
export interface Row {
  readonly name: string
  /** The version that was run; none where what its sources have was run in its place. */
  readonly version?: string
  /** In which way, where there are several, or with what beside it: `HTTP, 2025-11-25`, `` with `zod` 4.4.0 ``. */
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

/** All that was noted, by the name of the file. */
export const allResults = (): Readonly<Record<string, Results>> =>
  Object.fromEntries(
    globSync(join(directory, "*.json"))
      .toSorted()
      .map((file) => [basename(file, ".json"), JSON.parse(readFileSync(file, "utf8")) as Results])
  )

/**
 * Notes by that name what ran, and passed, where `--write` asks for it; else holds it to what was noted. Returns what to do where
 * that is something else, and nothing where it is the same. The script is the one that notes it.
 */
export const noteResults = (name: string, script: string, results: Omit<Results, "date">): string | undefined => {
  if (process.argv.includes("--write")) {
    const { title, about, rows } = results
    const file = join(directory, `${name}.json`)
    writeFileSync(file, JSON.stringify({ title, about, date: new Date().toISOString().slice(0, 10), rows }))
    spawnSync(join(root, "node_modules", ".bin", "oxfmt"), [file])
    return undefined
  }
  const { date: _, ...noted } = allResults()[name] ?? {}
  return isDeepStrictEqual(noted, JSON.parse(JSON.stringify(results)))
    ? undefined
    : `What ran is not what ${name}.json has noted. Run: npm run ${script} -- --write`
}
