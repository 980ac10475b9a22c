import { Organizations } from "@agent-operations/auth"
import { apps } from "@agent-operations/evals"
import { ModelConnections } from "@agent-operations/evals/calls"
import { Secrets } from "@agent-operations/evals/secrets"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { Effect, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { keys } from "../keys.ts"
import { NewModelConnection } from "@agent-operations/contract/apps"
import { makeDecoder } from "@agent-operations/contract/decode"
import { limits } from "../../tooling/readme/src/limits.ts"
import { ada, assertLimit, codeOf, databases, outcome, type Sort, startKit } from "../kit.ts"

const signing = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

const startHost = async (sort: Sort) => {
  const egress = { allow: ["http://127.0.0.1:9000"] }
  const recorded = traces()
  const families = [recorded, prompts(recorded), apps({ keys, egress })] as const
  const { kit, close } = await startKit(sort, families)
  const organizationId = await kit.run(
    Effect.flatMap(Organizations, ({ create }) => create({ name: "Acme", owner: { userId: ada.id, name: ada.name } }))
  )
  const of = organizationId.id
  const createProject = async (name: string) => {
    const made = Organizations.use((organizations) =>
      organizations.createProject({ organizationId: of, name, by: { type: "operator" } })
    )
    return (await kit.run(made)).id
  }
  const project = await createProject("Support")
  return {
    kit,
    createProject,
    space: { tenant: of, project },
    as: (projectId = project) => kit.as({ actor: ada, organizationId: of, projectId }).apps,
    close
  }
}
type Host = Awaited<ReturnType<typeof startHost>>

const settings = {
  ...{ timeoutMs: 60_000, maxConcurrency: 10, ratePerMinute: null, maxAttempts: 3, onLost: "retry" as const },
  ...{ microsPerInvocation: 0, extra: {} }
}
const http = (url: string) => ({ type: "http", url, streaming: "none", outputPointer: "/output", headers: {} }) as const

let names = 0
const register = (calls: ReturnType<Host["as"]>, url = "https://agent.example.com/run") =>
  calls.create({ name: `App ${names++}`, description: null, source: http(url), settings, references: {} })

describe.each(databases)("Apps on $name", (sort) => {
  let host: Host
  beforeAll(async () => {
    host = await startHost(sort)
  })
  afterAll(() => host.close())

  it("G1 Nothing is registered at an address that is not public or allowed", async () => {
    const mine = host.as()
    const refused = [
      "http://agent.example.com/run",
      "https://127.0.0.1/run",
      "https://[::ffff:169.254.169.254]/",
      "https://2130706433/",
      "https://localhost/run",
      "https://api.localhost./run",
      "http://127.0.0.1:9001/run"
    ]
    for (const address of refused) {
      assert.deepInclude(await outcome(register(mine, address)), { code: "EGRESS_REFUSED", details: { address } })
    }
    const { id } = await register(mine, "http://127.0.0.1:9000/run")
    const change = { id, expectedRevision: 1, source: http("http://10.0.0.1/") }
    assert.strictEqual(await codeOf(mine.update(change)), "EGRESS_REFUSED")
    assert.strictEqual((await mine.get({ id })).revision, 1)
  })

  it("G2 A secret is told to nobody: by name and its last characters alone, of its app, in its project", async () => {
    const mine = host.as()
    const { id } = await register(mine)
    const set = await mine.setSecret({ id, name: "token", value: "Bearer s3cret-x7Qf" })
    assert.deepInclude(set, { name: "token", preview: "x7Qf" })
    const listed = await mine.secrets({ id })
    assert.deepStrictEqual(listed, { items: [set], nextCursor: null })
    const copy = await mine.copy({ id, name: `App ${names++}` })
    assert.deepStrictEqual((await mine.secrets({ id: copy.id })).items, [])
    const elsewhere = host.as("prj_other")
    assert.strictEqual(await codeOf(elsewhere.secrets({ id })), "NOT_FOUND")
    assert.strictEqual(await codeOf(elsewhere.setSecret({ id, name: "token", value: null })), "NOT_FOUND")
    const opened = await host.kit.run(Effect.flatMap(Secrets, ({ open }) => open({ ...host.space, owner: id })))
    assert.strictEqual(Redacted.value(opened.get("token")!), "Bearer s3cret-x7Qf")
    assert.strictEqual((await mine.setSecret({ id, name: "token", value: null })).preview, null)
    assert.deepStrictEqual((await mine.secrets({ id })).items, [])
  })

  it("G2 refuses what calls can't be signed or sent with, without showing it", async () => {
    const mine = host.as()
    const { id } = await register(mine)
    const unfit = ["whsec_short", signing.slice(6), `${signing}=`].map((value) => ["signing", value] as const)
    for (const [name, value] of [...unfit, ["token", "x7Qf-x7Qf\n"] as const, ["token", "x7Qf-é"] as const]) {
      const refused = await outcome(mine.setSecret({ id, name, value }))
      assert.strictEqual(refused.code, "VALIDATION_ERROR")
      assert.notInclude(JSON.stringify(refused), value.slice(0, 9))
    }
    assert.strictEqual((await mine.setSecret({ id, name: "signing", value: signing })).preview, "LaSw")
  })

  it("keeps the most secrets of an app, whatever sets them at once", async () => {
    const mine = host.as()
    const { id } = await register(mine)
    const { most, beyond } = limits.apps["secrets of an app"]
    const set = (n: number) => mine.setSecret({ id, name: `secret-${n}`, value: "12345678" })
    const ended = await Promise.all(Array.from({ length: most + 10 }, (_, n) => codeOf(set(n))))
    assert.sameMembers(
      ended,
      Array.from({ length: most + 10 }, (_, n) => (n < most ? "done" : beyond))
    )
    const { items } = await mine.secrets({ id })
    assert.strictEqual(items.length, most)
    await mine.setSecret({ id, name: items[0]!.name, value: "another-value" })
    await mine.setSecret({ id, name: items[0]!.name, value: null })
    await mine.setSecret({ id, name: "one-more", value: "12345678" })
  })

  it("takes secrets and headers of calls up to their limits", async () => {
    const mine = host.as()
    const { id } = await register(mine)
    const secret = (length: number) => mine.setSecret({ id, name: "token", value: "x".repeat(length) })
    await assertLimit(limits.apps["a secret"], secret)
    assert.deepStrictEqual([await codeOf(secret(8)), await codeOf(secret(7))], ["done", "VALIDATION_ERROR"])
    await assertLimit(limits.apps["headers of an app's calls"], (count) => {
      const headers = Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, "y"]))
      const source = { ...http("https://agent.example.com/run"), headers }
      return mine.create({ name: `App ${names++}`, description: null, source, settings, references: {} })
    })
  })

  it("takes a price of a call up to its limit, and reads what was kept before there was one", async () => {
    const mine = host.as()
    const priced = (microsPerInvocation: number) =>
      mine.create({
        ...{ name: `App ${names++}`, description: null, references: {}, source: http("https://agent.example.com/run") },
        settings: { ...settings, microsPerInvocation }
      })
    await assertLimit(limits.apps["price of a call, in micro-units"], priced)
    const { id } = await priced(1)
    await host.kit.run(
      SqlClient.SqlClient.use(
        (sql) => sql`
          update agent_operations.revisions set settings = replace(settings, '"microsPerInvocation":1,', '"microsPerInvocation":9007199254740991,')
          where definition_id = ${id}`
      )
    )
    assert.strictEqual((await mine.get({ id })).settings.microsPerInvocation, Number.MAX_SAFE_INTEGER)
  })

  it("keeps the most model connections of a project, and prices of one", async () => {
    const project = await host.createProject("Connected")
    const { most, beyond } = limits.apps["model connections of a project"]
    const priced = (count: number) => ({
      name: `Priced ${names++}`,
      baseUrl: "https://models.example.com/v1",
      tokenLimit: "max_tokens" as const,
      prices: Array.from({ length: count }, (_, n) => ({
        ...{ model: `model-${n}`, inputMicrosPerMillion: 1, outputMicrosPerMillion: 1 }
      }))
    })
    const connections = await host.kit.run(ModelConnections)
    const key = Redacted.make("sk-x7Qf-x7Qf")
    const asked = {
      organizationId: host.space.tenant,
      projectId: project,
      by: { type: "member", userId: ada.id }
    } as const
    const add = () => host.kit.run(Effect.result(connections.add({ ...asked, connection: priced(1), key })))
    for (let n = 0; n < most; n++) assert.propertyVal(await add(), "_tag", "Success")
    assert.deepNestedInclude(await add(), { "failure._tag": beyond })

    // It is what a form is read by.
    const decode = makeDecoder(NewModelConnection)
    const ofPrices = limits.apps["prices of a model connection"].most
    assert.isTrue(Result.isSuccess(decode(priced(ofPrices))))
    assert.isTrue(Result.isFailure(decode(priced(ofPrices + 1))))
    const dear = (inputMicrosPerMillion: number) => ({
      ...priced(0),
      prices: [{ model: "model", inputMicrosPerMillion, outputMicrosPerMillion: 0 }]
    })
    const ofTokens = limits.apps["price of a million tokens, in micro-units"].most
    assert.isTrue(Result.isSuccess(decode(dear(ofTokens))))
    assert.isTrue(Result.isFailure(decode(dear(ofTokens + 1))))
  })

  it("G2 tells of model connections neither address nor key, and lets owners and admins alone make them", async () => {
    const connections = await host.kit.run(ModelConnections)
    const at = { organizationId: host.space.tenant, projectId: host.space.project }
    const asked = { ...at, by: { type: "member", userId: "usr_ada" } } as const
    const price = { inputMicrosPerMillion: 150_000, outputMicrosPerMillion: 600_000 }
    const connection = {
      name: "Our gateway",
      baseUrl: "https://models.example.com/v1",
      tokenLimit: "max_tokens" as const,
      prices: [
        { model: "small", ...price },
        { model: "large", ...price }
      ]
    }
    const key = Redacted.make("sk-x7Qf-x7Qf")
    const { id } = await host.kit.run(connections.add({ ...asked, connection, key }))
    assert.deepStrictEqual(await host.as().connections({}), {
      items: [{ id, name: "Our gateway", models: ["large", "small"] }],
      nextCursor: null
    })
    assert.lengthOf((await host.as().connections({ model: "small" })).items, 1)
    assert.lengthOf((await host.as().connections({ model: "medium" })).items, 0)
    const found = await host.kit.run(connections.find(host.space, id))
    assert.deepInclude(found, { baseUrl: connection.baseUrl, tokenLimit: "max_tokens", name: "Our gateway" })
    assert.deepStrictEqual(found!.prices, { small: price, large: price })
    assert.match(found!.pricesHash, /^[0-9a-f]{64}$/)
    assert.strictEqual(Redacted.value(found!.key), "sk-x7Qf-x7Qf")
    assert.isUndefined(await host.kit.run(connections.find({ ...host.space, project: "prj_other" }, id)))

    const stranger = { ...asked, by: { type: "member", userId: "usr_eve" } } as const
    for (const refused of [
      connections.add({ ...stranger, connection: { ...connection, name: "Hers" }, key }),
      connections.list(stranger),
      connections.rotate({ ...stranger, id, key }),
      connections.remove({ ...stranger, id })
    ]) {
      const failed = await host.kit.run(Effect.flip(refused as Effect.Effect<unknown, { readonly _tag: string }>))
      assert.strictEqual(failed._tag, "NotAllowed")
    }
    const twice = await host.kit.run(Effect.flip(connections.add({ ...asked, connection, key })))
    assert.strictEqual(twice._tag, "AlreadyExists")
    const told = await host.kit.run(connections.rotate({ ...asked, id, key: Redacted.make("sk-new-new-new") }))
    assert.deepStrictEqual([told], await host.kit.run(connections.list(asked)))
    const rotated = await host.kit.run(connections.find(host.space, id))
    assert.deepStrictEqual([Redacted.value(rotated!.key), rotated!.pricesHash], ["sk-new-new-new", found!.pricesHash])
    await host.kit.run(connections.remove({ ...asked, id }))
    const gone = connections.rotate({ ...asked, id, key })
    assert.strictEqual((await host.kit.run(Effect.flip(gone)))._tag, "Unknown")
    assert.isUndefined(await host.kit.run(connections.find(host.space, id)))
    assert.strictEqual((await host.kit.run(Effect.flip(connections.remove({ ...asked, id }))))._tag, "Unknown")
  })
})
