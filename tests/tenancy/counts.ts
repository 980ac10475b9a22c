import { existsSync, readFileSync } from "node:fs"
import type { Walk } from "./walk.ts"
import type { Case } from "./world/project.ts"

/** The file that has how many statements each call of the walk sends, by operation. */
export const countsFile = `${import.meta.dirname}/statements-of-calls.txt`

/** The counts that the file has, by operation. */
const kept = (): ReadonlyMap<string, ReadonlyArray<number>> =>
  new Map(
    (existsSync(countsFile) ? readFileSync(countsFile, "utf8").trim().split("\n") : []).map((line) => {
      const [operation = "", counts = ""] = line.split(": ")
      return [operation, counts.split(" ").map(Number)]
    })
  )

/**
 * How many statements each call sends to a process that knows what it may remember, with those that begin and end
 * transactions, as the text of the file. What upkeep sends meanwhile is not told from it: a call that sends another number
 * than the file has is made once more.
 */
export const countsOf = async (walk: Walk): Promise<string> => {
  const known = kept()
  const counts = new Map<string, Array<number>>()
  const count = async (one: Case) => {
    await walk.run(one)
    return walk.statements.count
  }
  for (const one of walk.cases) {
    const all = counts.get(one.operation) ?? []
    counts.set(one.operation, all)
    const first = await count(one)
    all.push(first === known.get(one.operation)?.[all.length] ? first : Math.min(first, await count(one)))
  }
  return `${[...counts].map(([operation, all]) => `${operation}: ${all.join(" ")}`).join("\n")}\n`
}
