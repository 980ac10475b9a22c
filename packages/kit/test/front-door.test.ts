import { AlreadyExists, NotAllowed, ScopesNotOffered, Unknown } from "@agent-operations/auth"
import { isAgentError, NotFound } from "@agent-operations/error-envelope"
import { createAgentOperations } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { access, databases, system, view } from "./front-door.ts"

const missing = "pv_01k9x3m2h8e7v9q4t6w5z0r1ca"

/** What a promise rejects with. */
const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  return assert.fail("It did not reject.")
}

describe.each(databases)("the front door on $name", ({ open }) => {
  let does: (text: string, signal: AbortSignal) => string | Promise<string> = (text) => text
  const start = async () => {
    const { database, drop } = await open()
    const kit = await createAgentOperations({
      families: [views(), system((text, signal) => does(text, signal))],
      database,
      logLevel: "None"
    })
    return { kit, drop }
  }
  let host: Awaited<ReturnType<typeof start>>
  beforeAll(async () => void (host = await start()))
  afterAll(async () => {
    await host.kit.close()
    await host.drop()
  })

  it("takes what a caller would send, and fills in what it leaves out", async () => {
    const { pageViews, system } = host.kit.as(access)
    const made = await pageViews.create(view("Filled in"))
    assert.deepStrictEqual([made.revision, made.description, made.references], [1, null, {}])
    assert.deepStrictEqual(made.createdBy, access.actor)
    assert.deepStrictEqual(await system.echo({}), { text: "pong" })
  })

  it("E2: rejects with the error of the catalogue, whose stack leads to the caller", async () => {
    const { pageViews } = host.kit.as(access)
    const error = await rejection(pageViews.get({ id: missing }))
    assert.instanceOf(error, NotFound)
    assert.isTrue(isAgentError(error, "NOT_FOUND"))
    assert.match((error as Error).stack ?? "", /^NOT_FOUND: There is no .*\n[^]*front-door\.test\.ts/)

    const { id } = await pageViews.create(view("Overtaken"))
    await pageViews.update({ id, expectedRevision: 1, description: "Two" })
    const conflict = await rejection(pageViews.update({ id, expectedRevision: 1, description: "Three" }))
    assert(isAgentError(conflict, "CONFLICT"))
    assert.deepStrictEqual(conflict.details, { expectedRevision: 1, currentRevision: 2 })

    const invalid = await rejection(pageViews.create({ ...view("x"), name: "" }))
    assert(isAgentError(invalid, "VALIDATION_ERROR"))
    assert.deepStrictEqual(
      invalid.details.issues.map(({ path }) => path),
      ["/name"]
    )
  })

  it("A2: holds scopes that it is given to the operation", async () => {
    const { pageViews } = host.kit.as({ ...access, scopes: ["views:read"] })
    assert.isArray((await pageViews.list({})).items)
    assert(isAgentError(await rejection(pageViews.create(view("x"))), "MISSING_SCOPE"))
  })

  it("refuses to call as nobody, and says what is wrong", () => {
    const as = host.kit.as as (access: unknown) => unknown
    for (const [wrong, place] of [
      [undefined, "access"],
      [{}, "access.actor"],
      [{ ...access, organizationId: "" }, "access.organizationId"],
      [{ ...access, projectId: undefined }, "projectId"],
      [{ ...access, projectId: null }, "projectId"],
      [{ ...access, scopes: "views:read" }, "access.scopes"]
    ] as const) {
      assert.throws(() => as(wrong), TypeError, place)
    }
  })

  it("a defect rejects with INTERNAL_ERROR that has what was thrown as its cause", async () => {
    const thrown = new Error("connect ECONNREFUSED")
    does = () => {
      throw thrown
    }
    const error = await rejection(host.kit.as(access).system.echo({}))
    assert(isAgentError(error, "INTERNAL_ERROR"))
    assert.strictEqual(error.cause, thrown)
    assert.match(error.stack ?? "", /front-door\.test\.ts/)
    does = () => 7 as never
    assert(isAgentError(await rejection(host.kit.as(access).system.echo({})), "INTERNAL_ERROR"))
    does = (text) => text
  })

  it("a signal ends a call at once, and the handler is told", async () => {
    const { system, pageViews } = host.kit.as(access)
    const reason = new Error("Nobody waits any more.")
    assert.strictEqual(await rejection(system.echo({}, { signal: AbortSignal.abort(reason) })), reason)

    const told = new Promise<void>((resolve) => {
      does = (_, signal) =>
        new Promise(() => {
          signal.addEventListener("abort", () => resolve())
          controller.abort(reason)
        })
    })
    const controller = new AbortController()
    assert.strictEqual(await rejection(system.echo({}, { signal: controller.signal })), reason)
    await told
    does = (text) => text

    const { signal } = new AbortController()
    assert.strictEqual((await pageViews.create(view("In time"), { signal })).revision, 1)
  })

  it("creates organizations, projects and keys, of which it tells the secret once", async () => {
    const { kit } = host
    const { id: organizationId } = await kit.organizations.create({ name: "Acme" })
    const project = await kit.projects.create({ organizationId, name: "Support", id: "sup" })
    assert.deepStrictEqual(project, { id: "sup", organizationId, name: "Support" })
    assert.deepStrictEqual(
      (await kit.projects.list({ organizationId })).map(({ id }) => id),
      ["sup"]
    )
    const { key, token } = await kit.keys.create({ organizationId, name: "CI", scopes: ["views:read", "system:read"] })
    assert.match(token, /^aok_/)
    const call = async (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}`, "x-project-id": "sup", "content-type": "application/json" }
      const url = "http://test/api/agent/echo"
      return (await kit.fetch(new Request(url, { method: "POST", headers, body: "{}" }))).status
    }
    assert.strictEqual(await call(token), 200)
    const {
      items: [listed],
      nextBefore
    } = await kit.keys.list({ organizationId })
    assert.isNull(nextBefore)
    assert.deepStrictEqual((await kit.keys.list({ organizationId, before: key.id })).items, [])
    assert.deepStrictEqual([listed?.id, listed?.createdBy.type], [key.id, "operator"])
    assert.notInclude(JSON.stringify(listed), token)

    const replaced = await kit.keys.replace({ organizationId, id: key.id })
    assert.deepStrictEqual([await call(token), await call(replaced.token)], [401, 200])
    const revoked = await kit.keys.revoke({ organizationId, id: replaced.key.id })
    assert.isString(revoked.revokedAt)
    assert.strictEqual(await call(replaced.token), 401)
  })

  it("administers for a member as far as their role goes, and tells errors as they are", async () => {
    const { kit } = host
    const { id: organizationId } = await kit.organizations.create({
      name: "Acme",
      owner: { userId: "usr_olga", name: "Olga" }
    })
    await kit.organizations.setMember({ organizationId, userId: "usr_mia", name: "Mia", role: "member" })
    const by = { type: "member", userId: "usr_mia" } as const
    const key = { organizationId, name: "CI", scopes: ["views:read"] }
    assert.instanceOf(await rejection(kit.keys.create({ ...key, by })), NotAllowed)
    assert.instanceOf(await rejection(kit.keys.create({ ...key, organizationId: "org_none" })), Unknown)
    await kit.projects.create({ organizationId, name: "One", id: "one" })
    assert.instanceOf(await rejection(kit.projects.create({ organizationId, name: "Two", id: "one" })), AlreadyExists)

    const refused = await rejection(kit.keys.create({ ...key, scopes: ["views:read", "traces:write"] }))
    assert.instanceOf(refused, ScopesNotOffered)
    assert.include((refused as Error).message, "no scope traces:write")
    assert.include((refused as Error).message, "views:read, views:write, system:read")
    assert.deepStrictEqual(await kit.keys.list({ organizationId }), { items: [], nextBefore: null })
  })

  it("E3: refuses what is no input of an administrative call, and names the places", async () => {
    const { keys, organizations } = host.kit
    const wrong = [
      [() => organizations.create({ name: "a\0b" }), ["/name"]],
      [() => organizations.create(undefined as never), [""]],
      [() => keys.create({ organizationId: "o", name: "", scopes: [""] }), ["/name", "/scopes/0"]],
      [
        () => keys.create({ organizationId: "o", name: "x", scopes: [], expiresAt: new Date(Number.NaN) }),
        ["/expiresAt"]
      ],
      [() => keys.replace({ organizationId: "o", id: "x", overlap: "soon" as never }), ["/overlap"]],
      [() => keys.list({ organizationId: "o", by: { type: "root" } as never }), ["/by"]],
      [() => keys.list({ organizationId: "o", limit: 3 } as never), ["/limit"]]
    ] as const
    for (const [call, paths] of wrong) {
      const error = await rejection(call())
      assert(isAgentError(error, "VALIDATION_ERROR"))
      assert.deepStrictEqual(
        error.details.issues.map(({ path }) => path),
        [...paths]
      )
    }
  })

  it("closes at the end of `await using`, and as often as it is told; later calls say so", async () => {
    const { database, drop } = await open()
    let kept
    {
      await using kit = await createAgentOperations({ families: [system()], database })
      kept = kit
      assert.deepStrictEqual(await kit.as(access).system.echo({ text: "hello" }), { text: "hello" })
    }
    await kept.close()
    await kept.close()
    assert.match(String(await rejection(kept.as(access).system.echo({}))), /The kit is closed\./)
    await drop()
  })
})
