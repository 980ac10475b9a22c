import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { getCACertificates, rootCertificates, setDefaultCACertificates } from "node:tls"
import { describeOptions, shownBy } from "@agent-operations/testing/options"
import { Effect } from "effect"
import { afterAll, assert, beforeAll } from "vitest"
import { Egress, type EgressOptions } from "../../src/index.ts"
import { cert, key, toHere } from "../client-test.ts"
import { described } from "./described.ts"

const server = createServer({ key, cert }, (_, response) => response.end())

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** What comes of a request to the server, by its name and address. */
const ask = (options: Omit<EgressOptions, "allow">) => {
  const origin = `https://client.test:${(server.address() as AddressInfo).port}`
  const asked = Egress.use((egress) => egress.send(origin)).pipe(
    Effect.scoped,
    Effect.match({ onSuccess: ({ status }) => status, onFailure: ({ reason }) => reason })
  )
  return Effect.runPromise(Effect.provide(asked, Egress.layer({ ...options, allow: [origin] })))
}

describeOptions<EgressOptions>("Egress.layer", described, {
  allow: shownBy(
    "packages/egress/test/egress.test.ts",
    "an origin is asked if it is allowed, and if a narrower list of a call has it too"
  ),
  ca: async () => {
    assert.deepStrictEqual(
      [await ask({ resolve: toHere, ca: cert }), await ask({ resolve: toHere })],
      [200, "connection"]
    )
    const system = getCACertificates()
    try {
      setDefaultCACertificates([cert])
      assert.strictEqual(await ask({ resolve: toHere, ca: rootCertificates[0]! }), 200)
    } finally {
      setDefaultCACertificates(system)
    }
  },
  resolve: async () =>
    assert.deepStrictEqual([await ask({ ca: cert, resolve: toHere }), await ask({ ca: cert })], [200, "connection"])
})
