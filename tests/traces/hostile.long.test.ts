import { gzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, it } from "vitest"
import { databases } from "../kit.ts"
import { type Host, startHost } from "./host.ts"

let host: Host
beforeAll(async () => void (host = await startHost(databases[0]!)))
afterAll(() => host?.close())

it("T23: a gibibyte of zeros by gzip is refused soon", async () => {
  const part = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const zeros = new Uint8Array(Buffer.concat(Array.from({ length: 16 }, () => part)))
  const before = performance.now()
  const headers = { "content-encoding": "gzip" }
  assert.strictEqual((await host.exportSpans(zeros, "application/x-protobuf", { headers })).status, 413)
  assert.isBelow(performance.now() - before, 5_000)
})
