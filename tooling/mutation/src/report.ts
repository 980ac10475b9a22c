import { readFileSync } from "node:fs"
import { explained } from "./explained/index.ts"
import { type FileFaults, faultsOf, type ReportedFile } from "./faults.ts"

/** Why a survivor is none, if somebody has said. */
const reasonFor = (file: string, fault: string) =>
  explained.find((one) => one.file === file && one.faults.includes(fault))?.why

const row = (cells: ReadonlyArray<string | number>) => `| ${cells.join(" | ")} |`

/** The figures of a report of Stryker's as a table, and the survivors that nobody has explained. */
export const readReport = (path: string) => {
  const { files } = JSON.parse(readFileSync(path, "utf8")) as { readonly files: Readonly<Record<string, ReportedFile>> }
  const looked = Object.entries(files)
    .map(([file, reported]): readonly [string, FileFaults] => [file.replace(/^packages\//, ""), faultsOf(reported)])
    .filter(([, { made }]) => made > 0)
  const of = ([file, { survivors }]: (typeof looked)[number]) =>
    survivors.filter(({ fault }) => reasonFor(file, fault) === undefined)
  const rows = looked.map((one) => {
    const [file, { made, caught, survivors }] = one
    return { file, made, caught, explained: survivors.length - of(one).length, open: of(one).length }
  })
  const sum = (count: "made" | "caught" | "explained" | "open") => rows.reduce((total, one) => total + one[count], 0)
  const total = {
    file: "all",
    made: sum("made"),
    caught: sum("caught"),
    explained: sum("explained"),
    open: sum("open")
  }
  const survivors = looked.flatMap((one) => of(one).map(({ line, fault }) => `${one[0]}:${line}  ${fault}`))
  const stale = explained.flatMap(({ file, faults }) => {
    const there = looked.find(([name]) => name === file)?.[1].survivors.map(({ fault }) => fault)
    return there === undefined
      ? []
      : faults.filter((fault) => !there.includes(fault)).map((fault) => `${file}  ${fault}`)
  })
  const table = [
    row(["file", "faults", "caught", "explained", "open"]),
    row(["---", "---", "---", "---", "---"]),
    ...[...rows, total].map((one) => row([one.file, one.made, one.caught, one.explained, one.open]))
  ]
  return { table, survivors, stale, total }
}
