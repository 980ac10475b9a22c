import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { json } from "node:stream/consumers"
import { kebabCase, type Operation } from "@agent-operations/contract"
import { commandFieldsOf } from "@agent-operations/contract/calls"
import { makeDecoder } from "@agent-operations/contract/decode"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { referenceFamilies } from "@agent-operations/contract/reference"
import * as Result from "effect/Result"
import { afterAll, assert, describe, it } from "vitest"
import { commandLine, credentialsFor } from "./command-line.ts"

type Members = Readonly<Record<string, unknown>>

/** A server that keeps what it is sent, and refuses it. */
const sent: Array<{ readonly operation: string; readonly input: Members }> = []
const server = createServer((request, response) => {
  void json(request).then((input) => {
    sent.push({ operation: (request.url ?? "").split("/").at(-1)!, input: input as Members })
    const error = { code: "VALIDATION_ERROR", message: "No.", hint: "Do." }
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }))
  })
}).listen(0, "127.0.0.1")
await once(server, "listening")
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const cli = commandLine({
  env: credentialsFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  cwd: tmpdir()
})

/** What a command sends first. */
const sentBy = async (args: ReadonlyArray<string>) => {
  sent.length = 0
  const { error } = await cli(args)
  assert.isNotEmpty(sent, `${args.join(" ")}\n${error}`)
  return sent[0]!
}

const operations = referenceFamilies.flatMap(({ name, operations }) =>
  Object.entries(operations)
    .filter(([, { surfaces }]) => surfaces.includes("cli"))
    .map(([method, operation]) => ({
      path: [kebabCase(name), kebabCase(method)],
      operation: operation as Operation.Any
    }))
)

interface JsonSchema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
}
const { paths, components } = openApiDocument(referenceFamilies) as {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
        }
      }
    >
  >
}

/** The members of an operation's input, as the document has them. */
const membersOf = ({
  $ref,
  properties = {},
  anyOf = [],
  oneOf = [],
  allOf = []
}: JsonSchema): ReadonlyArray<string> => [
  ...($ref === undefined ? [] : membersOf(components.schemas[$ref.split("/").at(-1)!]!)),
  ...Object.keys(properties),
  ...[...anyOf, ...oneOf, ...allOf].flatMap(membersOf)
]
const namesOf = ({ id }: Operation.Any) => [
  ...new Set(membersOf(paths[`/api/agent/${id}`]!.post.requestBody.content["application/json"]!.schema))
]

/** Values that some member takes: those of that name in any example, and then plain ones. */
const valuesFor = (name: string, choices: ReadonlyArray<string>): ReadonlyArray<unknown> => [
  ...operations.flatMap(({ operation }) => {
    const input = operation.example.input as Members
    return name in input ? [input[name]] : []
  }),
  ...choices.toReversed(),
  ...["word", 3, true, [], {}, "2015-03-01T10:00:00.000Z", "0".repeat(31) + "1", "0".repeat(15) + "1"],
  ...["di", "ap", "evr", "rv"].map((prefix) => `${prefix}_01k9x3m2h8e7v9q4t6w5z0r1ca`),
  ...[["rv_01k9x3m2h8e7v9q4t6w5z0r1ca"], ["0".repeat(15) + "1"], "/question", { key: "value" }],
  ...[{ failed: 2 }, { index: 1, count: 2 }, { by: 0, direction: "ascending" }, { by: 0, direction: "asc" }, null],
  // A draft.
  ...operations.flatMap(({ operation }) => {
    const { source, settings } = operation.example.input as Members
    return source === undefined || settings === undefined ? [] : [{ source, settings }]
  })
]

/** Inputs that have each member of an operation between them: the example, with all that may stand beside one another. */
const inputsOf = (operation: Operation.Any): ReadonlyArray<Members> => {
  const decode = makeDecoder(operation.input)
  const inputs: Array<Members> = [operation.example.input as Members]
  for (const name of namesOf(operation)) {
    if (inputs.some((input) => name in input)) continue
    const field = commandFieldsOf(operation).find((one) => one.name === name)
    const values = valuesFor(name, field?.value.type === "choice" ? field.value.of : [])
    const withName = [...inputs, {}].flatMap((input, at) =>
      values.map((value) => ({ at, input: { ...input, [name]: value } }))
    )
    const found = withName.find(({ input }) => Result.isSuccess(decode(input)))
    if (found === undefined) throw new Error(`No value is known that ${operation.id} takes as ${name}.`)
    inputs[found.at] = found.input
  }
  return inputs
}

/** How members are typed, by the rules of the README. */
const wordsOf = (operation: Operation.Any, input: Members, without: ReadonlyArray<string> = []) => {
  const types = new Map(commandFieldsOf(operation).map(({ name, value }) => [name, value.type]))
  return Object.entries(input).flatMap(([name, value]): ReadonlyArray<string> => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (without.includes(name)) return []
    if (typeof value === "boolean") return [value ? `--${flag}` : `--no-${flag}`]
    if (value === null && types.get(name) !== "json") return [`--no-${flag}`]
    const word = typeof value === "string" && types.get(name) !== "json" ? value : JSON.stringify(value)
    return name === "id" ? [word] : [`--${flag}`, word]
  })
}

describe("the flags of an operation", () => {
  it("C1: each gives its value to the member of its name, and nothing else", async () => {
    let count = 0
    for (const { path, operation } of operations) {
      const inputs = inputsOf(operation)
      for (const input of inputs) {
        assert.deepStrictEqual(await sentBy([...path, ...wordsOf(operation, input), "--yes"]), {
          operation: operation.id,
          input
        })
      }
      count += namesOf(operation).length
    }
    assert.isAbove(operations.length, 100)
    assert.isAbove(count, 400)
  })

  it.each([
    ["evaluations run", "create_eval_run", []],
    ["traces export", "list_traces", ["limit", "cursor", "includeTotal"]],
    ["datasets export", "list_dataset_items", ["limit", "cursor", "includeTotal", "search"]]
  ] as const)("C1: so do those that %s takes of %s", async (command, id, without) => {
    const { operation } = operations.find(({ operation }) => operation.id === id)!
    const [input = {}] = inputsOf(operation)
    const { operation: called, input: given } = await sentBy([
      ...command.split(" "),
      ...wordsOf(operation, input, without)
    ])
    const expected = Object.fromEntries(Object.entries(input).filter(([name]) => !without.some((one) => one === name)))
    assert.isNotEmpty(Object.keys(expected))
    assert.deepInclude(given, expected)
    assert.strictEqual(called, id)
  })
})
