import { PassThrough } from "node:stream"
import { viewFamilies } from "@agent-operations/contract"
import { everything, type Port, serveStdio } from "@agent-operations/mcp"
import { assert, describe, it } from "vitest"

/** Serves over streams of this process, and answers one line with one line. */
const serve = (port: Port, options: Omit<Parameters<typeof serveStdio>[1], "families"> = {}) => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const handle = serveStdio(port, {
    families: viewFamilies,
    ...options,
    input: stdin,
    output: stdout
  })
  const lines = stdout[Symbol.asyncIterator]()
  return {
    close: () => handle.close(),
    ask: async (id: number, method: string, params: object) => {
      stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
      return JSON.parse(String((await lines.next()).value))
    }
  }
}

const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }

it("C4: serves a port over stdio: tools are listed and called, and errors are results with their hint", async () => {
  const called: Array<unknown> = []
  const error = { code: "NOT_FOUND", message: "There is none.", hint: "List them." } as const
  const { ask, close } = serve({
    call: async (operation, input, options) => {
      called.push([operation, input, options?.signal instanceof AbortSignal])
      return operation === "get_page_view" ? { error } : { data: { items: [], nextCursor: "next" } }
    }
  })
  const { result: greeted } = await ask(1, "initialize", hello)
  assert.deepInclude(greeted, { protocolVersion: "2025-11-25" })
  assert.hasAllKeys(greeted.capabilities, ["tools", "resources", "prompts", "completions"])
  assert.lengthOf((await ask(2, "tools/list", {})).result.tools, 23)
  const listed = await ask(3, "tools/call", { name: "list_page_views", arguments: { search: "x" } })
  assert.deepStrictEqual(listed.result.structuredContent, { items: [], nextCursor: "next" })
  assert.include(listed.result.content[1].text, '{"cursor":"next"}')
  const missing = await ask(4, "tools/call", { name: "get_page_view", arguments: { id: "pv_1" } })
  assert.deepStrictEqual([missing.result.isError, missing.result.structuredContent], [true, { error }])
  assert.deepStrictEqual(called, [
    ["list_page_views", { search: "x", limit: 10 }, true],
    ["get_page_view", { id: "pv_1" }, true]
  ])
  await close()
})

it("shows over stdio what was selected, and answers 2026-07-28 as well", async () => {
  const port = { call: () => assert.fail("nothing is called") }
  const { ask, close } = serve(port, { selection: { ...everything, readonly: true, toolsets: ["page-views"] } })
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {}
  }
  const { result } = await ask(1, "server/discover", { _meta })
  assert.include(result.supportedVersions, "2026-07-28")
  const { tools } = (await ask(2, "tools/list", { _meta })).result
  assert.lengthOf(tools, 6)
  await close()
})

/** Serves what a client sends, in these chunks, until it ends its input; what was answered, and what was told of errors. */
const answersTo = async (
  chunks: ReadonlyArray<string | Uint8Array>,
  port: Port = { call: async () => ({ data: {} }) },
  ended: () => void = () => undefined
) => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const errors: Array<string> = []
  const onError = ({ message }: Error) => void errors.push(message)
  const { closed } = serveStdio(port, { families: viewFamilies, onError, input: stdin, output: stdout })
  for (const chunk of chunks) stdin.write(chunk)
  stdin.end()
  stdin.once("end", () => setImmediate(ended))
  await closed
  const lines = String(stdout.read() ?? "").split("\n")
  assert.strictEqual(lines.pop(), "")
  return { errors, answers: lines.map((line) => JSON.parse(line)) }
}

const ping = (id: unknown) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })
const pong = (id: number) => ({ jsonrpc: "2.0", id, result: {} })
const refusal = (id: unknown, code: number) => [id, code]
const codes = (answers: ReadonlyArray<{ readonly id: unknown; readonly error?: { readonly code: number } }>) =>
  answers.map(({ id, error }) => [id, error?.code])

describe("lines of stdio", () => {
  it.each([
    ["line ends of Windows", `${ping(1)}\r\n${ping(2)}\r\n`],
    ["a byte order mark before the first message", `\ufeff${ping(1)}\n${ping(2)}\n`],
    ["a byte order mark before each message, on lines of Windows", `\ufeff${ping(1)}\r\n\ufeff${ping(2)}\r\n`],
    ["empty lines, and one with a mark alone", `\n\r\n\ufeff\n${ping(1)}\n \t\n${ping(2)}\n`],
    ["no end of the last line", `${ping(1)}\n${ping(2)}`],
    ["both messages in one array", `[${ping(1)},${ping(2)}]\n`]
  ])("C4: answers a client that sends %s", async (_, sent) => {
    const expected = { errors: [], answers: [pong(1), pong(2)] }
    assert.deepStrictEqual(await answersTo([sent]), expected)
    // Wherever a pipe happens to divide it.
    assert.deepStrictEqual(await answersTo(Array.from(Buffer.from(sent), (byte) => Uint8Array.of(byte))), expected)
  })

  it("E1: tells what is no message so, with its ID where that can be read, and answers the next", async () => {
    const cases: ReadonlyArray<readonly [string | Uint8Array, unknown, number]> = [
      ["{", null, -32_700],
      ["hello", null, -32_700],
      [`${ping(1)}${ping(2)}`, null, -32_700],
      [Buffer.from(ping(1), "utf16le"), null, -32_700],
      [Buffer.concat([Buffer.from('{"a":"'), Uint8Array.of(0xff), Buffer.from('"}')]), null, -32_700],
      ["1", null, -32_600],
      ["null", null, -32_600],
      ["[]", null, -32_600],
      [`[${Array.from({ length: 101 }, () => 1).join()}]`, null, -32_600],
      ["{}", null, -32_600],
      ['{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, -32_600],
      ['{"jsonrpc":"2.0","id":"a","method":1}', "a", -32_600],
      ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32_600],
      ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32_600],
      ['{"jsonrpc":"2.0","id":7,"method":"none"}', 7, -32_601]
    ]
    for (const [line, id, code] of cases) {
      const { answers } = await answersTo([line, `\n${ping(2)}\n`])
      const told = codes(answers)
      assert.sameDeepMembers(told, [refusal(id, code), [2, undefined]], String(line))
    }
  })

  it("tells a message that is too long so, keeps none of it, and answers the next", async () => {
    const part = Buffer.alloc(1024 * 1024, "x")
    const { answers } = await answersTo([...Array.from({ length: 11 }, () => part), `\n${ping(2)}\n`])
    assert.deepStrictEqual(codes(answers), [refusal(null, -32_700), [2, undefined]])
    assert.include(answers[0].error.message, "10485760 bytes")
  })

  it("tells a client that ends in the middle of a message so, last of all, and closes", async () => {
    for (const end of [1, 20, ping(2).length - 1]) {
      const { answers, errors } = await answersTo([`${ping(1)}\n${ping(2).slice(0, end)}`])
      assert.sameDeepMembers(codes(answers), [[1, undefined], refusal(null, -32_700)])
      assert.deepStrictEqual(errors, ["The input ended in the middle of a message."])
    }
  })

  it("C4: answers everything that was asked before the input ended, in whatever order, and closes then", async () => {
    const count = 300
    const waiting: Array<() => void> = []
    const port: Port = {
      call: (_, input) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.unshift(resolve)
        return promise.then(() => ({ data: { input } }))
      }
    }
    // None is answered before the input has ended, and the last one first.
    const answerAll = () => {
      for (const go of waiting) go()
    }
    const calls = Array.from({ length: count }, (_, id) =>
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name: "get_page_view", arguments: { id: `${id}` } }
      })
    )
    const { answers } = await answersTo([`${calls.join("\n")}\n`], port, answerAll)
    assert.lengthOf(answers, count)
    for (const { id, result } of answers) assert.strictEqual(result.structuredContent.input.id, `${id}`)
    assert.sameMembers(
      answers.map(({ id }) => id),
      Array.from({ length: count }, (_, id) => id)
    )
  })

  it("waits for no answer to what was cancelled, nor to a subscription", async () => {
    const aborted: Array<unknown> = []
    const port: Port = {
      call: (_, __, { signal } = {}) =>
        new Promise((resolve) =>
          signal!.addEventListener("abort", () => {
            aborted.push(signal!.reason)
            resolve({ data: {} })
          })
        )
    }
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_page_view", arguments: {} } }
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }
    const { answers } = await answersTo([`${JSON.stringify(call)}\n${JSON.stringify(cancel)}\n${ping(2)}\n`], port)
    assert.deepStrictEqual(answers, [pong(2)])
    assert.lengthOf(aborted, 1)
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {}
    }
    const listen = { jsonrpc: "2.0", id: 3, method: "subscriptions/listen", params: { _meta, notifications: {} } }
    const { answers: told } = await answersTo([`${JSON.stringify(listen)}\n`])
    assert.deepStrictEqual(
      told.map(({ id, method }) => id ?? method),
      ["notifications/subscriptions/acknowledged", 3]
    )
  })
})
