import { operation } from "@agent-operations/contract"
import { isAgentError } from "@agent-operations/error-envelope"
import { type AgentOperationsKit, createAgentOperations, family, implement, type LogEntry } from "@agent-operations/kit"
import { emptyImage } from "@agent-operations/testing"
import { viewsWithoutValidation } from "@agent-operations/views"
import { Schema } from "effect"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { access, view } from "./front-door.ts"

const readNotes = operation({
  id: "read_notes",
  summary: "Read notes",
  description: "Reads notes, those that are secret too if asked.",
  scopes: ["notes:read"],
  scopesOf: ({ secret }: { readonly secret: boolean }) => (secret ? ["notes:secret"] : []),
  effect: "read",
  limits: { bodyBytes: 64 },
  input: Schema.Struct({ secret: Schema.Boolean }),
  result: Schema.Struct({ length: Schema.Number }),
  errors: [],
  example: { input: { secret: false }, result: { length: 1 } }
})

it("an operation without the function that does it is refused where it is listed", () => {
  const listed = (one: unknown) => () => family("notes", [one as ReturnType<typeof implement>])
  const told = /^The family "notes" has (?:read_notes|an operation) without a function that does it: give implement\(/
  assert.throws(listed({ operation: readNotes, handler: undefined }), told)
  assert.throws(listed(readNotes), told)
  assert.throws(listed(undefined), told)
})

describe("an operation of a host's own over HTTP", () => {
  const lines: Array<LogEntry> = []
  const granted: Array<unknown> = []
  let length = 1
  let kit: Awaited<ReturnType<typeof start>>
  const start = async () =>
    createAgentOperations({
      families: [
        family(
          "notes",
          [
            implement(readNotes, (_, { scopes }) => {
              granted.push(scopes)
              return { length }
            })
          ],
          { scopes: { "notes:read": "Read notes.", "notes:secret": "Read secret notes." } }
        )
      ],
      database: { memory: true, image: await emptyImage() },
      logger: (entry) => lines.push(entry),
      verify: () => ({
        actor: { type: "user", id: "usr_ada", name: "Ada" },
        organizationId: "acme",
        projectId: "support",
        scopes: ["billing:write", "notes:read"]
      })
    })
  beforeAll(async () => void (kit = await start()))
  afterAll(() => kit.close())

  const ask = async (secret: boolean, more = "") => {
    lines.length = 0
    const headers = { authorization: "Bearer x", "x-project-id": "support", "content-type": "application/json" }
    const body = JSON.stringify({ secret }) + more
    const response = await kit.fetch(new Request("http://test/api/agent/read_notes", { method: "POST", headers, body }))
    return { status: response.status, challenge: response.headers.get("www-authenticate"), text: await response.text() }
  }

  it("A2: requires the scopes that an input asks for, and the challenge names them all", async () => {
    assert.strictEqual((await ask(false)).status, 200)
    const { status, challenge, text } = await ask(true)
    assert.strictEqual(status, 403)
    assert.deepStrictEqual(JSON.parse(text).error.details, {
      required: ["notes:read", "notes:secret"],
      granted: ["notes:read"]
    })
    assert.strictEqual(challenge, 'Bearer error="insufficient_scope", scope="notes:read notes:secret"')
  })

  it("A2: tells the handler the scopes that are declared here, and of what else the credential holds nothing", async () => {
    granted.length = 0
    await ask(false)
    assert.deepStrictEqual(granted, [["notes:read"]])
  })

  it("E3: takes a body up to the limit of the operation, and no longer one", async () => {
    const { length } = JSON.stringify({ secret: false })
    assert.strictEqual((await ask(false, " ".repeat(64 - length))).status, 200)
    const { status, text } = await ask(false, " ".repeat(65 - length))
    assert.strictEqual(status, 413)
    assert.deepStrictEqual(JSON.parse(text).error.details, { limitBytes: 64 })
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("C2: sends no %d, which JSON would make null of", async (number) => {
    length = number
    onTestFinished(() => void (length = 1))
    const { status, text } = await ask(false)
    assert.strictEqual(status, 500, text)
    assert.match(String(lines.map(({ cause }) => cause)), /The handler of read_notes returned NaN or Infinity/)
  })
})

it("A2: a handler calls operations for its caller, with the scopes that they have, and what they answer is its answer", async () => {
  const findTarget = operation({
    id: "find_target",
    summary: "Find a target",
    description: "Returns what a page view shows.",
    scopes: ["reports:read"],
    effect: "read",
    input: Schema.Struct({ id: Schema.String }),
    result: Schema.Struct({ target: Schema.String }),
    errors: ["NOT_FOUND"],
    example: { input: { id: view("One").name }, result: { target: "traces" } }
  })
  const listed = [viewsWithoutValidation()] as const
  const host = {} as { kit: AgentOperationsKit<typeof listed> }
  const reports = family(
    "reports",
    [
      implement(findTarget, async ({ id }, caller, signal) => {
        const { settings } = await host.kit.as(caller).pageViews.get({ id }, { signal })
        return { target: settings.target }
      })
    ],
    { scopes: { "reports:read": "Read reports." } }
  )
  await using kit = await createAgentOperations({
    families: [...listed, reports],
    database: { memory: true, image: await emptyImage() },
    logLevel: "None"
  })
  host.kit = kit
  const { id } = await kit.as(access).pageViews.create(view("One"))
  const ask = (scopes: ReadonlyArray<string>, asked = id) =>
    kit
      .as({ ...access, scopes })
      .reports.findTarget({ id: asked })
      .then(
        ({ target }) => target,
        (error: unknown) => (isAgentError(error) ? error._tag : assert.fail(String(error)))
      )
  assert.strictEqual(await ask(["reports:read", "views:read"]), view("One").settings.target)
  assert.strictEqual(await ask(["reports:read"]), "MISSING_SCOPE")
  const other = `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`
  assert.strictEqual(await ask(["reports:read", "views:read"], other), "NOT_FOUND")
})
