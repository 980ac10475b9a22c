import { execFileSync } from "node:child_process"
import { runInNewContext } from "node:vm"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { viewFamilies } from "../src/index.ts"
import { clientCodeOf, commandLineOf, curlOf, printableJson, shellWord } from "../src/calls/index.ts"

const text = fc.string({ unit: "binary", maxLength: 20 }).filter((word) => !word.includes("\0") && word.isWellFormed())
const input = fc.dictionary(text, fc.jsonValue(), { maxKeys: 5, noNullPrototype: true })

const [pageViews] = viewFamilies

/** What a client would be asked for by code that calls it. */
const askedBy = (code: string): unknown => {
  const asked: Array<unknown> = []
  const anything: unknown = new Proxy(() => {}, {
    get: (_, name) => (asked.push(name), anything),
    apply: (_, __, given) => asked.push(given[0])
  })
  runInNewContext(code.replace(/^await /, ""), { client: anything })
  return asked
}

describe("a call as people write it", () => {
  it("C1: words reach a program through a shell as they are", () => {
    const words = fc.sample(text, 60)
    const script = `printf '%s\\0' ${words.map(shellWord).join(" ")}`
    assert.deepStrictEqual(execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1), words)
  })

  it("C1: the client's code asks for the operation with the input", () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.oneof(input, fc.constant(JSON.parse('{"__proto__":{"__proto__":1}}'))),
        (family, method, given) => {
          const read = JSON.parse(JSON.stringify(given))
          assert.deepStrictEqual(JSON.parse(JSON.stringify(askedBy(clientCodeOf(family, method, read)))), [
            family,
            method,
            read
          ])
        }
      )
    )
  })

  it("C1: JSON says the same, without control characters that a terminal would carry out", () => {
    fc.assert(
      fc.property(input, (given) => {
        const json = printableJson(given)
        assert.deepStrictEqual(JSON.parse(json), JSON.parse(JSON.stringify(given)))
        assert.notMatch(json, /\p{Cc}/u)
      })
    )
  })

  it("names the project in a header, or in the address where no header takes it", () => {
    const at = { baseUrl: "https://ops.example.com/" }
    assert.strictEqual(
      curlOf("get_page_view", { id: "pv_1" }, { ...at, projectId: "prj_1" }),
      [
        "curl https://ops.example.com/api/agent/get_page_view",
        `-H "authorization: Bearer $AGENT_OPERATIONS_API_KEY"`,
        "-H 'x-project-id: prj_1'",
        "-H 'content-type: application/json'",
        `--data-raw '{"id":"pv_1"}'`
      ].join(" \\\n  ")
    )
    assert.match(curlOf("get_page_view", {}, { ...at, projectId: "a b" }), /get_page_view\?projectId=a%20b'/)
  })

  it("types an operation at the command line by its flags", () => {
    const { update } = pageViews.operations
    assert.strictEqual(
      commandLineOf(update, ["ao", "page-views", "update"], { id: "pv_1", expectedRevision: 3, description: null }),
      "ao page-views update pv_1 --expected-revision 3 --no-description"
    )
  })
})
