import { createClient } from "@agent-operations/client"
import { familiesOf, operation } from "@agent-operations/contract"
import { keysOf } from "@agent-operations/error-envelope/pointer"
import { family, implement } from "@agent-operations/kit"
import { Schema } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import { serve } from "./served.ts"

const declare = (id: string, deprecated?: { readonly since: string; readonly sunset: string; readonly use?: string }) =>
  operation({
    id,
    summary: "Greet somebody",
    description: "Says hello.",
    scopes: ["greetings:read"],
    effect: "read",
    input: Schema.Struct({ name: Schema.String }),
    result: Schema.Struct({ hello: Schema.String }),
    errors: [],
    example: { input: { name: "Ada" }, result: { hello: "Ada" } },
    ...(deprecated && { deprecated })
  })

const deprecated = { since: "2014-01-01", sunset: "2016-01-01", use: "greet" }
const [old, older] = [declare("greet_old", deprecated), declare("greet_older", deprecated)]
const greetings = [
  family(
    "greetings",
    [
      implement(old, ({ name }) => ({ hello: name })),
      implement(older, ({ name }) => ({ hello: name })),
      implement(declare("greet"), ({ name }) => ({ hello: name }))
    ],
    {
      scopes: { "greetings:read": "Greet." }
    }
  )
] as const
const { cli, close, env } = await serve(greetings, "/ops")
afterAll(close)

const call = (id: string, input: object) =>
  fetch(`${env.AGENT_OPERATIONS_URL}/api/agent/${id}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${env.AGENT_OPERATIONS_API_KEY}`,
      "x-project-id": env.AGENT_OPERATIONS_PROJECT_ID!,
      "content-type": "application/json"
    },
    body: JSON.stringify(input)
  })

describe("an operation that is deprecated", () => {
  it("says so with every answer, as RFC 9745 and RFC 8594 have it, and leads to its document", async () => {
    for (const [input, status] of [
      [{ name: "Ada" }, 200],
      [{ name: 5 }, 400]
    ] as const) {
      const { headers, status: told, url } = await call("greet_old", input)
      assert.deepStrictEqual(
        [told, headers.get("deprecation"), headers.get("sunset")],
        [status, "@1388534400", "Fri, 01 Jan 2016 00:00:00 GMT"]
      )
      const [, link] = /^<([^>]+)>; rel="deprecation"/.exec(headers.get("link")!)!
      const at = new URL(link!, url)
      const document = (await (await fetch(at)).json()) as { readonly paths: Record<string, { readonly post: object }> }
      const path = keysOf(at.hash.slice(1)).at(-1)!
      assert.deepInclude(document.paths[path]!.post, { deprecated: true })
    }
    const { headers } = await call("greet", { name: "Ada" })
    for (const name of ["deprecation", "sunset", "link"]) assert.isNull(headers.get(name), name)
  })

  it("is told by the client once a process, and by the command line", async () => {
    const warned: Array<string> = []
    const client = createClient({
      baseUrl: env.AGENT_OPERATIONS_URL!,
      credential: env.AGENT_OPERATIONS_API_KEY!,
      projectId: env.AGENT_OPERATIONS_PROJECT_ID!,
      warn: (message) => void warned.push(message)
    })
    const byId = client.call as (id: string, input: object) => Promise<unknown>
    for (const id of ["greet_old", "greet_old", "greet"])
      assert.deepStrictEqual(await byId(id, { name: "Ada" }), { hello: "Ada" })
    const told = (id: string) => `The operation ${id} is deprecated, and gone after Fri, 01 Jan 2016 00:00:00 GMT.`
    assert.deepStrictEqual(warned, [told("greet_old")])
    const { out, error, exit } = await cli(["greetings", "greet-older", "--name", "Ada", "--json"], {
      families: familiesOf(greetings)
    })
    assert.deepStrictEqual([exit, JSON.parse(out), error], [0, { hello: "Ada" }, `${told("greet_older")}\n`])
  })
})
