/**
 * The figures of the client: its size in a bundle, of views and of all that the reference server serves; the CPU of a
 * request, to the same by `fetch` alone; and what `tsc` takes, to the same with types that were written by hand. It must be
 * built.
 */
import { cpuRatio } from "./cpu.ts"
import { clientSizes } from "./size.ts"
import { typesRatio } from "./types.ts"

/** The most that a bundle may take, in bytes. */
const budgets = { views: 4096, own: 6144 }

/** 1.2 is what they are to be at rest; a busy machine adds to that. */
const mostRatio = 1.5

const failures: Array<string> = []
const hold = (holds: boolean, failure: string) => void (holds || failures.push(failure))

const sizes = await clientSizes()
for (const name of ["views", "own"] as const) {
  const { operations, bytes } = sizes[name]
  console.log(`The client with ${operations} operations: ${bytes} bytes, minified and compressed`)
  hold(bytes <= budgets[name], `With ${operations} operations it is more than ${budgets[name]} bytes`)
}
const cpu = await cpuRatio()
console.log(`The CPU of a request, to that of fetch alone: ${cpu.toFixed(2)}`)
hold(cpu <= mostRatio, `A request takes more than ${mostRatio} of the CPU of fetch`)
const { ratio, effect } = typesRatio()
console.log(`tsc of ten lines, to the same with types by hand: ${ratio.toFixed(2)}`)
hold(ratio <= mostRatio, `tsc takes more than ${mostRatio} of the time that it takes for types by hand`)
hold(effect.length === 0, `tsc reads ${effect.length} files of effect, such as ${effect[0]}`)

for (const failure of failures) console.log(`FAILED  ${failure}`)
process.exitCode = failures.length === 0 ? 0 : 1
