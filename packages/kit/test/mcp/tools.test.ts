import { contractOf } from "@agent-operations/contract"
import { familiesOf } from "@agent-operations/kit"
import { assert, afterAll, beforeAll, describe, it } from "vitest"
import { families as modules } from "../../examples/own-kind/alert-rules.ts"
import { type AnyClient, clients } from "./clients.ts"
import { type Host, startHost } from "./host.ts"

const { operations } = contractOf(familiesOf(modules))
let host: Host
beforeAll(async () => void (host = await startHost()))
afterAll(() => host.kit.close())

type Result = Awaited<ReturnType<AnyClient["callTool"]>> & {
  readonly isError?: boolean
  readonly structuredContent?: Readonly<Record<string, never>>
  readonly content: ReadonlyArray<{ readonly type: string; readonly text: string }>
}

const call = async (client: AnyClient, name: string, input: object = {}) =>
  (await client.callTool({ name, arguments: input as Record<string, unknown> })) as Result

describe.each(clients)("$name", ({ connect }) => {
  it("C1, C4: sees every operation that is served, a host's own too, and each example holds as over REST", async () => {
    const client = await connect(host.kit.fetch, host.headers)
    const { tools } = await client.listTools()
    assert.deepStrictEqual(
      tools.map(({ name }) => name),
      operations.map(({ id }) => id)
    )
    const { rest } = host
    const swaps: Array<readonly [string, string]> = []
    const swap = (value: object): object =>
      JSON.parse(swaps.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value)))
    const unique = `${Math.random()}`.slice(2, 8)
    for (const { id, example, effect } of operations) {
      const input = swap(example.input as object) as Record<string, unknown>
      if (typeof input["name"] === "string") input["name"] = `${input["name"]} ${unique}`
      const { structuredContent, content, isError } = await call(client, id, input)
      const own = (example.result as { readonly id?: string }).id
      if (isError === true) {
        const answer = await rest(id, input)
        assert.deepStrictEqual(structuredContent, answer.body as never, id)
        continue
      }
      assert.deepStrictEqual(JSON.parse(content[0]!.text), structuredContent, id)
      if (own !== undefined && /^(create|copy)_/.test(id)) swaps.push([own, String(structuredContent!["id"])])
      if (effect === "read") {
        const { body } = await rest(id, { limit: 10, ...input }).then((answer) =>
          answer.status === 200 ? answer : rest(id, input)
        )
        assert.deepStrictEqual(structuredContent, body.data as never, id)
      }
    }
    await client.close()
  })
})
