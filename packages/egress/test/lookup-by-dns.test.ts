import { createHook } from "node:async_hooks"
import { createSocket } from "node:dgram"
import type { LookupAddress } from "node:dns"
import { stat } from "node:fs/promises"
import { Egress, request } from "@agent-operations/egress"
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { lookupByDns } from "../src/lookup-by-dns.ts"

const [a, aaaa] = [1, 28]

const records: Readonly<Record<string, ReadonlyArray<readonly [type: number, data: ReadonlyArray<number>]>>> = {
  "both.test": [
    [a, [8, 8, 8, 8]],
    [aaaa, [0x26, 6, 0x47, 0, ...Array.from({ length: 11 }, () => 0), 1]]
  ],
  "four.test": [[a, [8, 8, 4, 4]]]
}

/** The answer to a question about a name: what there is of its type, and no such name else. */
const answerTo = (question: Buffer): Buffer | undefined => {
  const labels: Array<string> = []
  let at = 12
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  const [name, type, end] = [labels.join(".").toLowerCase(), question.readUInt16BE(at + 1), at + 5]
  if (name.startsWith("silent")) return undefined
  const found = (records[name] ?? []).filter(([of]) => of === type)
  const head = Buffer.from(question.subarray(0, 12))
  head.writeUInt16BE(records[name] === undefined ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(found.length, 6)
  head.writeUInt32BE(0, 8)
  const answers = found.map(([of, data]) => Buffer.from([0xc0, 12, 0, of, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]))
  return Buffer.concat([head, question.subarray(12, end), ...answers])
}

/** A name server. */
const serving = Effect.acquireRelease(
  Effect.promise(async () => {
    const socket = createSocket("udp4", (question, { port, address }) => {
      const answer = answerTo(question)
      if (answer !== undefined) socket.send(answer, port, address)
    })
    await new Promise<void>((resolve) => void socket.bind(0, "127.0.0.1", resolve))
    return socket
  }),
  (socket) => Effect.promise(() => new Promise<void>((resolve) => void socket.close(resolve)))
)

const asking = Effect.map(serving, (socket) => {
  const lookup = lookupByDns([`127.0.0.1:${socket.address().port}`])
  return (name: string, family?: 4 | 6) =>
    new Promise<ReadonlyArray<LookupAddress> | string>((resolve) =>
      lookup(name, { all: true, ...(family && { family }) }, (error, found) => resolve(error?.code ?? found))
    )
})

const four = { address: "8.8.8.8", family: 4 }
const six = { address: "2606:4700::1", family: 6 }

describe("names that the DNS is asked about", () => {
  it.live("have the addresses of both families, of one, or none", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      const found = Promise.all([
        ...[ask("both.test"), ask("both.test", 4), ask("both.test", 6)],
        ...[ask("four.test"), ask("four.test", 6), ask("none.test")]
      ])
      assert.deepStrictEqual(yield* Effect.promise(() => found), [
        ...[[four, six], [four], [six]],
        ...[[{ address: "8.8.4.4", family: 4 }], "ENODATA", "ENOTFOUND"]
      ])
    }).pipe(Effect.scoped)
  )

  it.live("K3: are given up when nobody answers, and hold up neither other names nor files", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      let givenUp = 0
      const silent = Array.from({ length: 20 }, async (_, n) => {
        const found = await ask(`silent-${n}.test`)
        givenUp++
        return found
      })
      yield* Effect.promise(() => Promise.all([ask("both.test"), stat(import.meta.filename)]))
      assert.strictEqual(givenUp, 0)
      const found = new Set(yield* Effect.promise(() => Promise.all(silent)))
      assert.deepStrictEqual(found, new Set(["ECANCELLED"]))
    }).pipe(Effect.scoped)
  )

  it.live("K3: take no thread, unless they are of an origin that is allowed", () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const hook = createHook({ init: (_, type) => void begun.push(type) }).enable()
      yield* Effect.addFinalizer(() => Effect.sync(() => hook.disable()))
      const lookups = () => begun.splice(0).filter((type) => type === "GETADDRINFOREQWRAP").length
      const send = (origin: string) => Effect.flip(Egress.use((egress) => egress.send(origin)))
      const asked = Effect.gen(function* () {
        yield* Effect.flip(request("https://request.invalid/"))
        yield* send("https://pooled.invalid/")
        const guarded = lookups()
        yield* send("https://allowed.invalid")
        return [guarded, lookups()]
      })
      const allow = ["https://allowed.invalid"]
      assert.deepStrictEqual(yield* Effect.provide(asked, Egress.layer({ allow })), [0, 1])
    }).pipe(Effect.scoped)
  )
})
