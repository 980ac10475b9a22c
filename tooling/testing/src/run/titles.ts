/**
 * Compares the titles of two lists of tests, which `vitest list --no-static-parse --json` writes: what is gone, by law,
 * and what has another file.
 *
 * @example
 * node tooling/testing/src/run/titles.ts before.json after.json after-long.json
 */
import { readFileSync } from "node:fs"
import { lawsIn } from "./laws.ts"

interface Listed {
  /** Suites and title, joined by ` > `. */
  readonly name: string
  readonly file: string
}

/** Seeds are drawn anew each time. */
const titlesIn = (path: string | undefined): ReadonlyArray<Listed> =>
  path === undefined
    ? []
    : (JSON.parse(readFileSync(path, "utf8")) as ReadonlyArray<Listed>).map(({ name, file }) => ({
        name: name.replace(/ ?\(seed \d+\)/g, ""),
        file: /(?:packages|apps|tooling|tests)\/.*/.exec(file)?.[0] ?? file
      }))

const [before, ...after] = process.argv.slice(2)
const old = titlesIn(before)
const now = Map.groupBy(after.flatMap(titlesIn), ({ name }) => name)

const gone = old.filter(({ name }) => !now.has(name))
const byLaw = Map.groupBy(gone, ({ name }) => name.split(" > ").flatMap(lawsIn).join(" ") || "no law")
const moved = Map.groupBy(
  old.filter(({ name, file }) => now.get(name)?.every((one) => one.file !== file)),
  ({ name, file }) => `${file} -> ${[...new Set(now.get(name)?.map((one) => one.file))].join(", ")}`
)

console.log(`${old.length} titles before, ${[...now.values()].flat().length} after`)
for (const [files, titles] of moved) console.log(`moved: ${titles.length} of ${files}`)
for (const [law, titles] of byLaw) for (const { name, file } of titles) console.log(`gone, ${law}: ${file}: ${name}`)
