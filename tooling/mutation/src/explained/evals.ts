import type { Explained } from "./explained.ts"

const of = (name: string, why: string, ...faults: ReadonlyArray<string>): Explained => ({
  file: `evals/src/${name}.ts`,
  why,
  faults
})

export const evals: ReadonlyArray<Explained> = [
  of(
    "imports/apply/apply-files",
    "It costs more: nothing is kept of what has faults, and those beyond the most that are told are left out at the end.",
    "return Effect.succeed(undefined) }) if (errors.length >= maxFaults) break if (result === → return Effect.succeed(undefined) }) if (false) break if (result ===",
    "read.scorers) { if (errors.length >= maxFaults) break const result → read.scorers) { if (errors.length > maxFaults) break const result"
  ),
  of(
    "imports/family/asked",
    "No two keys of an object are the same.",
    "Object.entries(value).sort(([one], [other]) => (one < other ? -1 : → Object.entries(value).sort(([one], [other]) => (one <= other ? -1 :"
  ),
  of(
    "imports/files/place",
    "No offset is at or behind what is behind the last line.",
    "high] = [0, starts.length - 1] while (low < → high] = [0, starts.length + 1] while (low <"
  ),
  of(
    "imports/files/read-csv",
    "Of the place of a row it is asked whether it is a number, and no more.",
    'index) => [name, unguarded(cells[index]!)])) sink.record([count++], { value, pointer: "", → index) => [name, unguarded(cells[index]!)])) sink.record([count--], { value, pointer: "",'
  )
]
