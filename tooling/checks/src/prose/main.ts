/**
 * Checks what people read against the rules of `prose.json`: pages in Markdown, the texts of the contract, and the hints of
 * errors. Takes the files to check as arguments; without any, it checks all.
 *
 * @example
 * npm run check:prose -- docs/embedding.md
 */
import { globSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "../publicPackages.ts"
import { makeFindings, type Prose, type ProseRules } from "./findings.ts"
import { stringsIn } from "./strings.ts"

interface Configuration extends ProseRules {
  readonly pages: ReadonlyArray<string>
  /** Pages of which only doubled words, names and terms are checked. */
  readonly exact: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  /** The members that hold prose, by the pattern of the sources. */
  readonly sources: Readonly<Record<string, ReadonlyArray<string>>>
}

const read = (file: string) => readFileSync(join(root, file), "utf8")
const { pages, exact, exclude, sources, ...rules }: Configuration = JSON.parse(read("prose.json"))

const asked = process.argv.slice(2).map((file) => relative(root, file))
const all = new Set<string>()
const filesOf = (patterns: ReadonlyArray<string>) => {
  const files = globSync([...patterns], { cwd: root, exclude: [...exclude] }).toSorted()
  for (const file of files) all.add(file)
  return asked.length === 0 ? files : files.filter((file) => asked.includes(file))
}

const texts: ReadonlyArray<Prose> = [
  ...filesOf(pages).map((file) => ({ file, text: read(file) })),
  ...filesOf(exact).map((file) => ({ file, text: read(file), exact: true })),
  ...Object.entries(sources).flatMap(([pattern, members]) =>
    filesOf([pattern]).flatMap((file) => stringsIn(file, read(file), members))
  )
]
const found = texts.flatMap(makeFindings(rules))
for (const { file, line, column, rule, reason } of found) console.log(`${file}:${line}:${column}: ${rule}: ${reason}`)

const counts = Object.groupBy(found, ({ rule }) => rule)
const told = Object.entries(counts).map(([rule, some]) => `${some.length} of ${rule}`)
if (told.length > 0) console.log(`${found.length} findings in ${texts.length} texts: ${told.join(", ")}`)
const unknown = asked.filter((file) => !all.has(file))
if (unknown.length > 0) console.log(`prose.json has no ${unknown.join(", ")}.`)
process.exitCode = found.length + unknown.length === 0 ? 0 : 1
