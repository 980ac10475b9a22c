/**
 * Says which of all the servers that a machine made would answer each call of the kit as the right one does: what the
 * kit asked the right server, and was answered, is played to each of them.
 *
 *     node --conditions=@agent-operations/source packages/conformance/test/toy/machine/replay.ts --only '^results'
 */
import { viewFamilies } from "@agent-operations/contract"
import { parseArgs } from "node:util"
import type { Target } from "../../../src/index.ts"
import { checksOf } from "../../../src/run.ts"
import { makeRunner } from "../../../src/runner.ts"
import { servedOf } from "../../../src/served.ts"
import { toyServer } from "../server.ts"
import { mutants } from "./index.ts"
import { servedOver } from "./mutant.ts"

interface Recorded {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: ArrayBuffer
  readonly answer: { readonly status: number; readonly headers: Headers; readonly text: string }
}

/** Every call of every check at the right server, by its operation. */
const record = async (target: Target): Promise<ReadonlyMap<string, ReadonlyArray<Recorded>>> => {
  const calls = new Map<string, Map<string, Recorded>>()
  const fetch = async (request: Request) => {
    const body = await request.clone().arrayBuffer()
    const answered = await target.fetch!(request)
    const { status, headers } = answered
    const text = await answered.text()
    const operation = new URL(request.url).pathname.split("/").at(-1)!
    const known = calls.get(operation) ?? new Map<string, Recorded>()
    calls.set(operation, known)
    const sent = new Map(request.headers)
    const key = [
      request.method,
      request.url,
      [...sent].join(),
      new TextDecoder("latin1").decode(body),
      status,
      text
    ].join()
    if (request.method === "POST" && !known.has(key))
      known.set(key, { url: request.url, headers: Object.fromEntries(sent), body, answer: { status, headers, text } })
    return new Response(text, { status, headers })
  }
  const served = servedOf(viewFamilies)
  const runner = makeRunner(served, { ...target, fetch }, { seed: 1, scale: 0.3 })
  for (const one of checksOf(served, {})) {
    const outcome = await runner.run(one)
    if (outcome.status === "broken") throw new Error(outcome.message)
  }
  return new Map([...calls].map(([operation, known]) => [operation, [...known.values()]]))
}

const print = (line: string) => process.stdout.write(`${line}\n`)

const main = async () => {
  const { values } = parseArgs({ options: { only: { type: "string", default: "" } } })
  const target = toyServer()
  const calls = await record(target)
  const only = new RegExp(values.only)
  let [looked, never] = [0, 0]
  for (const { title, mutant, equivalent } of mutants) {
    if (equivalent !== undefined || !only.test(title)) continue
    let answer: Recorded["answer"] | undefined
    // What it asks beside the call that is played, is answered somehow.
    const fetch = async () => {
      const { text, ...rest } = answer ?? { text: '{"data":{}}', status: 200 }
      answer = undefined
      return new Response(text, rest)
    }
    const served = servedOver({ ...target, fetch }, mutant)
    if (served === undefined) continue
    looked++
    for (const { url, headers, body, answer: recorded } of calls.get(mutant.operation) ?? []) {
      answer = recorded
      // Some look for more in what they asked beside.
      await served.target.fetch!(new Request(url, { method: "POST", headers, body })).catch(() => undefined)
      if (served.fired() !== 0) break
    }
    if (served.fired() !== 0) continue
    never++
    print(title)
  }
  print(`${never} of ${looked} answer nothing wrong to what the kit asks`)
}

await main()
