import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, type Setting as Content, start as startContent } from "./content.kit.ts"
import { type Setting, start, type Team } from "./kit.ts"
import { support, traceId } from "./traces.data.ts"
import { callerOf, makePreviews } from "./traces.kit.ts"

let content: Content
let place: Awaited<ReturnType<Content["makeProject"]>>
let view: string
beforeAll(async () => {
  content = await startContent()
  place = await content.makeProject("usr_ada")
  view = (await content.operate(place, "create_page_view", bodies.page_view("Slow <b>traces"))).id
  await content.operate(place, "create_custom_field", bodies.custom_field("Slowness"))
  await callerOf(content, place)("record_traces", { traces: [support(1, "Where is my slow parcel?", "Here.")] })
})
afterAll(() => content.close())

const ada = () => content.browser("usr_ada")

describe("the search of a project", () => {
  const find = (asked: string) => ada().get(`${place.path}/find?${new URLSearchParams({ q: asked })}`)

  it("finds definitions of each kind, traces, actions and pages by a part of a name", async () => {
    const slow = await find("slow")
    assert.match(slow.text, /Page views Slow <b>traces .*Custom fields Slowness/)
    assert.strictEqual(slow.link("Slow <b>traces"), `${place.path}/page-views/${view}`)
    const create = await find("field CREATE")
    assert.strictEqual(create.link("Create custom field"), `${place.path}/custom-fields/new`)
    assert.strictEqual((await find("custom f")).link("Custom fields"), `${place.path}/custom-fields`)
    assert.strictEqual((await find(traceId(1))).link("support"), `${place.path}/traces/${traceId(1)}`)
  })

  it("says so where nothing is found, whatever was typed", async () => {
    assert.match((await find("<script>\u0000")).text, /Nothing has “ <script>.* ” in its name/)
    await find("x".repeat(5000))
  })

  it("A1: finds nothing of another project", async () => {
    const other = await content.makeProject("usr_ada")
    const shown = await ada().get(`${other.path}/find?q=slow`)
    assert.notInclude(shown.text, "Slowness")
    assert.strictEqual((await content.browser("usr_eve").get(`${place.path}/find?q=slow`, 404)).status, 404)
  })
})

describe("the calls behind a page", () => {
  it("C1: are what each surface takes for what the page shows", async () => {
    const page = await ada().get(`${place.path}/page-views/${view}`)
    const api = await ada().get(page.link("API"))
    assert.include(api.text, "/api/agent/get_page_view")
    assert.include(api.text, `await client.pageViews.get({ id: "${view}" })`)
    assert.include(api.text, `agent-operations page-views get ${view}`)
    assert.include(api.text, `get_page_view { "id": "${view}" }`)
    assert.strictEqual((await ada().get(api.link("Overview"))).title, "Slow <b>traces")
  })

  it("are there for lists, histories, forms, rows, charts, traces, spans and sessions", async () => {
    const { chart } = await makePreviews(content, place)
    const expected = {
      "page-views?search=slow": "list_page_views",
      [`page-views/${view}/history`]: "get_page_view_history",
      [`page-views/${view}/edit`]: "update_page_view",
      "page-views/new": "create_page_view",
      [`page-views/${view}/rows`]: "query_page_view",
      [chart.slice(1)]: "query_metrics_chart",
      "traces?search=parcel": "list_traces",
      [`traces/${traceId(1)}`]: "list_trace_spans"
    }
    for (const [path, operation] of Object.entries(expected)) {
      const api = await ada().get((await ada().get(`${place.path}/${path}`)).link("API"))
      assert.include(api.text, `/api/agent/${operation}`, path)
    }
  })
})

describe("where a project begins", { shuffle: false }, () => {
  let setting: Setting
  let team: Team
  beforeAll(async () => {
    setting = await start()
    team = await setting.makeTeam()
  })
  afterAll(() => setting.close())

  it("with what is to be set up, until all of it is done", async () => {
    const path = `${team.path}/p/${team.project.id}`
    const fresh = await team.owner.get(path)
    assert.match(fresh.text, /Set up this project 0 of 4 done/)
    for (const step of [
      "Create an API key",
      "Connect an assistant",
      "Send the first trace",
      "Create the first page view"
    ]) {
      assert.include(fresh.text, step)
    }
    assert.include(fresh.text, "OTEL_EXPORTER_OTLP_ENDPOINT")
    assert.match((await team.member.get(path)).text, /0 of 2 done/)
  })

  it("with what was changed last, by whom and when, and without the list once it is done", async () => {
    const path = `${team.path}/p/${team.project.id}`
    await team.admin.submit(await team.admin.get(`${path}/page-views/new`), { name: "Slow <b>traces" })
    await team.admin.submit(await team.admin.get(`${path}/page-views/new`), { name: "Later" })
    const list = await team.admin.get(`${path}/page-views`)
    const slow = await team.admin.get(list.link("Slow"))
    await team.admin.submit(await team.admin.get(slow.link("Edit")), { description: "Changed." })
    const shown = await team.owner.get(path)
    assert.match(
      shown.text,
      /Slow <b>traces page view Revision 2: Updated admin-\S+ .*Later page view Revision 1: Created/
    )
    assert.match(shown.text, /Slow <b>traces page view Revision 2/)
    assert.match(shown.text, /1 of 4 done/)
    assert.include(shown.text, "Create the first page view : done")
    assert.notInclude((await content.browser("usr_eve").get(place.path, 404)).text, "Slow")
  })

  it("leads to the pages and projects of an organization, and to organizations, by a search", async () => {
    const found = await team.owner.get(`${team.path}/find?q=sup`)
    assert.include(found.link("Support"), team.project.id)
    assert.strictEqual(
      (await team.owner.get(`${team.path}/find?q=create key`)).link("Create key"),
      `${team.path}/keys/new`
    )
    for (const command of ["Create key", "Create project", "Invite member"]) {
      const found = await team.owner.get(`${team.path}/find?q=${command}`)
      assert.strictEqual((await team.owner.get(found.link(command))).status, 200)
    }
    assert.notInclude((await team.member.get(`${team.path}/find?q=key`)).text, "Create key")
    assert.strictEqual((await team.owner.get("/find?q=acm")).link("Acme"), team.path)
  })
})
