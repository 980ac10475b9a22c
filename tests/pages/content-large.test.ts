import { Worker } from "node:worker_threads"
import { Renderer } from "@agent-operations/console"
import { Unavailable } from "@agent-operations/error-envelope"
import { TooLarge, TooSlow } from "@agent-operations/operations/threads"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { bodies, type Setting, start } from "./content.kit.ts"

describe("a page of what is large", () => {
  let setting: Setting
  let path: string
  let id: string
  let project: Awaited<ReturnType<Setting["makeProject"]>>
  beforeAll(async () => {
    setting = await start()
    project = await setting.makeProject("usr_ada")
    const made = await setting.operate(project, "create_page_view", bodies.page_view("Large"))
    id = made.id
    const settings = { target: "traces", extra: { list: Array.from({ length: 30_000 }, (_, n) => `"${n}"`) } } as never
    await setting.operate(project, "update_page_view", { id, expectedRevision: 1, settings })
    path = `${project.path}/page-views`
  })
  afterAll(() => setting.close())

  const ada = () => setting.browser("usr_ada")

  it("shows the beginning, and gives all of it as a file, to nobody else", async () => {
    const page = await ada().get(`${path}/${id}`)
    assert.include(page.text, "Extra, the beginning")
    assert.isBelow(page.html.length, 200_000)
    const file = page.link("Download revision 2 as JSON")
    assert.strictEqual(file, `${path}/${id}/revisions/2/download`)
    const whole = await ada().get(file)
    assert.strictEqual(JSON.parse(whole.html).settings.extra.list.length, 30_000)
    assert.notInclude(whole.html, "\n")
    assert.include((await ada().get(`${path}/${id}/diff?from=1&to=2`)).text, "There is more than is shown here.")
    await setting.browser("usr_eve").get(file, 404)
    await ada().get(`${path}/${id}/revisions/9/download`, 404)
    await setting.browser(undefined).get(file, 303)
  })

  it("A8: a file of several is in the audit log, with the ID and revision of each", async () => {
    const file = await ada().post(`${path}/download`, { chosen: [`${id}:2`, `${id}:1`, `${id}:1.0`] })
    const lines = file.html.trim().split("\n")
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).revision),
      [2, 1, 1]
    )
    const { organizationId, projectId } = project
    const [newest] = await setting.runtime.runPromise(
      SqlClient.SqlClient.use(
        (sql) => sql`
          select action, actor::json ->> 'id' as actor, subject_id, details from agent_operations.audit_events
          where organization_id = ${organizationId} order by position desc limit 1`
      )
    )
    const { details, ...event } = newest as { readonly details: string }
    assert.deepStrictEqual(event, { action: "data.exported", actor: "usr_ada", subject_id: "page_view" } as object)
    assert.deepStrictEqual(JSON.parse(details), {
      projectId,
      revisions: [2, 1, 1].map((revision) => [id, revision])
    })
  })

  it("says where all of it is, where showing it takes too much time or memory", async () => {
    for (const failure of [new TooSlow({ reached: 0 }), new TooLarge({ reached: 0 })]) {
      const failing = { changes: () => Effect.fail(failure), settings: () => Effect.fail(failure) } as never
      const page = await setting
        .browser("usr_ada", setting.handleRendering(failing))
        .get(`${path}/${id}/diff?from=1&to=2`)
      assert.include(page.text, "This is too large to be shown here.")
      assert.strictEqual(page.link("Download revision 1 as JSON"), `${path}/${id}/revisions/1/download`)
    }
  })

  it("is 503 with when to come again, where no thread is free", async () => {
    const failure = new Unavailable({ message: "Too many large definitions are being shown just now.", retryAfter: 3 })
    const failing = { settings: () => Effect.fail(failure) } as never
    const page = await setting.browser("usr_ada", setting.handleRendering(failing)).get(`${path}/${id}`, 503)
    assert.strictEqual(page.retryAfter, "3")
    assert.include(page.text, "Too many large definitions")
  })

  it("is 503 with its reason in the log, where the worker can't be started", async () => {
    const nowhere = new URL("./no-such-worker.js", import.meta.url)
    const scope = Scope.makeUnsafe()
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
    try {
      const layer = Renderer.layer({ worker: (options) => new Worker(nowhere, options) })
      const renderer = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), Renderer)
      const page = await setting.browser("usr_ada", setting.handleRendering(renderer)).get(`${path}/${id}`, 503)
      assert.strictEqual(page.retryAfter, "60")
      assert.include(page.text, "the worker can't be started")
      const logged = JSON.stringify(log.mock.calls)
      assert.include(logged, "console-worker.js must be next to it")
      assert.include(logged, "MODULE_NOT_FOUND")
    } finally {
      log.mockRestore()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })

  it("is 504 after its deadline, and never larger than 2 MB", async () => {
    const never = { settings: () => Effect.never } as never
    const late = await setting
      .browser("usr_ada", setting.handleRendering(never, { deadline: 50 }))
      .get(`${path}/${id}`, 504)
    assert.include(late.text, "did not finish in time")
    const much = { settings: () => Effect.succeed({ markup: "x".repeat(2_000_000), isCut: false }) } as never
    const page = await setting.browser("usr_ada", setting.handleRendering(much)).get(`${path}/${id}`, 500)
    assert.include(page.text, "larger than 2 MB")
  })
})
