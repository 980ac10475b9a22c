import { createServer } from "node:http"
import { Worker } from "node:worker_threads"
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { closeListeners, openListeners } from "../src/listeners.ts"

const count = 64

/** Opens connections in a thread of its own, and tells once the system has them all, which no listener took yet. */
const connecting = `
  const { port, count, all } = require("node:worker_threads").workerData
  const { connect } = require("node:net")
  const opened = () => new Promise((resolve) => connect(port, "127.0.0.1", resolve).on("error", () => {}))
  Promise.all(Array.from({ length: count }, opened)).then(() => {
    Atomics.store(all, 0, 1)
    Atomics.notify(all, 0)
  })`

it.live("K3: takes several connections in a turn of the loop", () =>
  Effect.gen(function* () {
    const taken: Array<unknown> = []
    const server = createServer().on("connection", (socket) => taken.push(socket))
    const { port, listeners } = yield* openListeners(server, "127.0.0.1", 0)
    const all = new Int32Array(new SharedArrayBuffer(4))
    const client = new Worker(connecting, { eval: true, workerData: { port, count, all } })
    // clock: only for what never comes. The loop stands still meanwhile.
    Atomics.wait(all, 0, 0, 60_000)
    let turns = 0
    while (taken.length < count) {
      turns++
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
    yield* Effect.promise(() => client.terminate())
    server.closeAllConnections()
    yield* closeListeners(listeners)
    assert.isBelow(turns, count)
  })
)

it.live("a port that another has is told, though it could be shared", () =>
  Effect.gen(function* () {
    const { port, listeners } = yield* openListeners(createServer(), "127.0.0.1", 0)
    const error = yield* Effect.flip(openListeners(createServer(), "127.0.0.1", port))
    assert.strictEqual(error.code, "EADDRINUSE")
    yield* closeListeners(listeners)
  })
)
