// On SIGUSR2, collects garbage and writes `process.memoryUsage()` to MEMORY_FILE, as a line.
import { writeFileSync } from "node:fs"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { isMainThread } from "node:worker_threads"

const file = process.env["MEMORY_FILE"]
if (isMainThread && file !== undefined) {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  process.on("SIGUSR2", () => {
    collect()
    writeFileSync(file, `${JSON.stringify(process.memoryUsage())}\n`)
  })
}
