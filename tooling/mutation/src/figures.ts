import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** What came of a sample of a package's faults. */
export interface Figures {
  readonly seed: number
  /** How many faults there are. */
  readonly all: number
  readonly tried: number
  readonly caught: number
  /** Those that no test can notice, or that none has to. */
  readonly explained: number
  /** When it was tried. */
  readonly date: string
}

const path = join(import.meta.dirname, "../figures.json")

/** Keeps the figures of a package for the page. */
export const noteFigures = (name: string, figures: Figures): void => {
  const noted = { ...(JSON.parse(readFileSync(path, "utf8")) as Record<string, Figures>), [name]: figures }
  const sorted = Object.entries(noted).toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
