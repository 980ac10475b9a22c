/**
 * Runs programs one after the other, which import the packages once, and sends what each printed to the process that
 * started this one.
 *
 * @module
 */
import { inspect } from "node:util"
import type { Ran } from "./runBlock.ts"

for (const url of Object.keys(JSON.parse(process.env["BLOCKS"]!))) {
  let output = ""
  process.stdout.write = (chunk) => {
    output += String(chunk)
    return true
  }
  const failure = await import(url).then(
    () => undefined,
    (error: unknown) => inspect(error)
  )
  process.send!({ output, failure } satisfies Ran)
}
// Whatever a program has not closed still keeps this process from its end.
process.disconnect()
