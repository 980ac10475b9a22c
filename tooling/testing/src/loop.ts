/** Runs test files again and again beside two busy threads, prints what was red, and ends with 1 if anything was. */
import { type ChildProcess, spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { Worker } from "node:worker_threads"

const usage = "npm run test:loop -- <times> <file> … [options of vitest, such as -t R4]"

const [, , times = "", ...parameters] = process.argv
const count = Number(times)
if (!(count >= 1) || parameters.length === 0) {
  console.error(usage)
  process.exit(2)
}

const busy = Array.from({ length: 2 }, () => new Worker("for (;;);", { eval: true }))

const vitest = `${import.meta.dirname}/../../../node_modules/vitest/vitest.mjs`

/** The exit code of one run, and what it printed. */
const runOnce = async () => {
  const child: ChildProcess = spawn(process.execPath, [vitest, "run", ...parameters], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
  const [code, ...printed] = await Promise.all([ended, text(child.stdout!), text(child.stderr!)])
  return { code, printed: printed.join("\n") }
}

const red: Array<number> = []
for (let n = 1; n <= count; n++) {
  // clock: printed, and judged by nobody
  const began = performance.now()
  const { code, printed } = await runOnce()
  // clock: as above
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${n} of ${count}: ${code === 0 ? "green" : "RED"} after ${seconds} s`)
  if (code !== 0) {
    red.push(n)
    // A seed stands in the title or the message of the test that drew it.
    console.log(printed)
  }
}
await Promise.all(busy.map((thread) => thread.terminate()))
console.log(red.length === 0 ? `${count} runs, none red` : `${count} runs, ${red.length} red: ${red.join(", ")}`)
process.exitCode = red.length === 0 ? 0 : 1
