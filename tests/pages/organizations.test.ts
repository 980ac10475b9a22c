import { ApiKeys, Organizations } from "@agent-operations/auth"
import { BrowserSessions } from "@agent-operations/identity"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Answer } from "./browser.ts"
import { origin, type Setting, start, type Team } from "./kit.ts"
import { routesIn } from "./routes.ts"

let setting: Setting
let team: Team
beforeAll(async () => {
  setting = await start()
  team = await setting.makeTeam()
})
afterAll(() => setting.close())

describe("an organization", () => {
  it("is made by anybody, who becomes its owner, and makes a project in it", async () => {
    const ada = await setting.signedIn("ada@example.com")
    const made = await ada.submit(await ada.get("/organizations/new"), { name: "  Ada's  " })
    assert.include(made.text, "The organization was created.")
    assert.include(made.html, "<bdi>Ada&#39;s</bdi>")
    assert.strictEqual((await ada.get("/", 303)).location, made.path.split("?")[0])
    const form = await ada.get(made.link("Create project"))
    const { location } = await ada.press(form, { name: "First" })
    assert.match(location ?? "", /^\/o\/org_\w+\/p\/prj_\w+$/)
    await ada.get(location ?? "")
    const list = await ada.get(made.path)
    assert.strictEqual(list.link("First"), location)
    assert.include((await ada.get("/organizations")).text, "Ada's Owner")
  })

  it("and a project are made once, however often their forms are sent", async () => {
    const ada = await setting.signedIn("ada-once@example.com")
    const twice = async (path: string) => {
      const form = await ada.get(path)
      const [first, second] = [await ada.press(form, { name: "Once" }), await ada.press(form, { name: "Once" })]
      assert.deepStrictEqual([first.status, second.status, second.location], [303, 303, first.location])
      return String(first.location)
    }
    const made = await twice("/organizations/new")
    const path = made.replace(/\?.*/, "")
    await twice(`${path}/projects/new`)
    assert.lengthOf([...(await ada.get("/organizations")).text.matchAll(/Once/g)], 1)
    assert.lengthOf([...(await ada.get(path)).text.matchAll(/prj_\w+/g)], 1)
  })

  it("K3: of many projects lists a hundred on each page, has few in the menu, and refuses one too many on the form", async () => {
    const own = await setting.makeTeam()
    await setting.run(
      SqlClient.SqlClient.use(
        (sql) => sql`
          insert into agent_operations.projects (organization_id, id, name, created_at)
          select ${own.organizationId}, 'prj_' || n, 'Many ' || n, now() from generate_series(1, 1000) as n`
      )
    )
    const listed = ({ html }: { readonly html: string }) => [...html.matchAll(/>\s*<bdi>Many \d+<\/bdi>/g)].length
    assert.strictEqual(listed(await own.owner.get(`${own.path}/settings`)), 12)
    const linked = new Set<string>()
    let overview = await own.owner.get(own.path)
    for (let pages = 1; ; pages++) {
      const rows = overview.html.slice(overview.html.indexOf("<table"))
      for (const [id] of rows.matchAll(/prj_\w+(?=">)/g)) linked.add(id)
      assert.isAtMost(listed(overview), 100 + 12)
      if (!overview.text.includes("More projects")) {
        assert.strictEqual(pages, 11)
        break
      }
      overview = await own.owner.get(overview.link("More projects"))
    }
    assert.strictEqual(linked.size, 1001)
    const found = await own.owner.get(`${own.path}/find?q=many`)
    assert.strictEqual(listed(found), 50 + 12)
    assert.include(found.text, "The first 50 projects that match are shown.")
    const few = await own.owner.get(`${own.path}/find?q=Many+777`)
    assert.strictEqual(listed(few), 1 + 12)
    assert.include(few.text, "Of the projects, the first 1000 by name were searched.")
    assert.notInclude((await team.owner.get(`${team.path}/find?q=sup`)).text, "first")
    const refused = await own.owner.press(await own.owner.get(`${own.path}/projects/new`), { name: "One more" })
    assert.strictEqual(refused.status, 422)
    assert.include(refused.text, "1000 projects that still exist")
    await own.owner.get(`${own.path}/audit`)
  })

  it("K3: of many somebody is listed a hundred on each page, and has few in the menu", async () => {
    const ada = await setting.signedIn("in-many@example.com")
    const { userId, name } = await setting.userOf(ada)
    await setting.run(
      SqlClient.SqlClient.use((sql) =>
        Effect.andThen(
          sql`
            insert into agent_operations.organizations (organization_id, name, created_at)
            select 'org_many' || n, 'Many ' || n, now() from generate_series(1, 250) as n`,
          sql`
            insert into agent_operations.memberships (organization_id, user_id, name, role, created_at)
            select 'org_many' || n, ${userId}, ${name}, 'member', now() from generate_series(1, 250) as n`
        )
      )
    )
    const listed = ({ html }: { readonly html: string }) => [...html.matchAll(/<bdi>Many \d+<\/bdi>/g)].length
    const pages = [await ada.get("/organizations")]
    for (const _ of [2, 3]) pages.push(await ada.get(pages.at(-1)!.link("More organizations")))
    assert.deepStrictEqual(pages.map(listed), [100, 100, 50])
    assert.notInclude(pages[2]!.text, "More organizations")
    assert.strictEqual((await ada.get("/", 303)).location, "/organizations")
    const found = await ada.get("/find?q=many")
    assert.strictEqual(listed(found), 50)
    assert.include(found.text, "The first 50 organizations that match are shown.")
    // In the menu, beside the name of the one that the page is in.
    assert.isAtMost(listed(await ada.get("/o/org_many7")), 12 + 3)
  })

  it("of several is chosen from a list", async () => {
    const ada = await setting.signedIn("several@example.com")
    for (const name of ["One", "Two"]) await ada.submit(await ada.get("/organizations/new"), { name })
    assert.strictEqual((await ada.get("/", 303)).location, "/organizations")
  })

  it.each([
    ["", "Give it a name."],
    [" \n ", "Give it a name."],
    ["x".repeat(121), "The name is longer than 120 characters."],
    ["one\u0007two", "The name holds a character that cannot be shown."]
  ])("is not named %j, and the form keeps what was typed", async (name, error) => {
    for (const path of ["/organizations/new", `${team.path}/projects/new`, `${team.path}/settings`]) {
      const answer = await team.owner.post(path, { name })
      assert.strictEqual(answer.status, 422, path)
      assert.include(answer.text, error)
      assert.strictEqual(answer.form().fields["name"], name)
      assert.match(answer.html, /aria-describedby="name-error"\s+aria-invalid="true"/)
    }
  })

  it.each([
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover='alert(1)`,
    "\u202Eשלום עולם\u202C",
    "😀".repeat(120),
    "x".repeat(120),
    "${7*7}{{7*7}}",
    "NUL:\0"
  ])("and its projects may be named %s, which every page shows as text", async (name) => {
    const { owner, path, project } = await setting.makeTeam()
    const pages = [`${path}/settings`, `${path}/p/${project.id}/settings`]
    for (const page of pages) await owner.submit(await owner.get(page), { name })
    const kept = name.replace("\0", "\uFFFD")
    const told = kept.replaceAll(" ", "").replace("\u202E", "\\u{202e}").replace("\u202C", "\\u{202c}")
    const shown = [...pages, path, "/organizations", `${path}/members`, `${path}/audit`, `${path}/members/leave`]
    for (const page of shown) {
      const { html, text } = await owner.get(page)
      assert.notMatch(html, /<script>|<img|' onmouse/, page)
      assert.include(text.replaceAll(" ", ""), page.endsWith("settings") ? "ID" : told, page)
    }
    for (const page of pages) assert.strictEqual((await owner.get(page)).form().fields["name"], kept)
  })

  it("and its project are renamed, which the page says", async () => {
    const { admin, path, project } = await setting.makeTeam()
    const organization = await admin.submit(await admin.get(`${path}/settings`), { name: "New name" })
    assert.include(organization.text, "The organization has its new name.")
    const renamed = await admin.submit(await admin.get(`${path}/p/${project.id}/settings`), { name: "Other" })
    assert.include(renamed.text, "The project has its new name.")
    assert.include((await admin.get(path)).text, "Other")
  })

  it("A10: and its project are deleted after a while, in which everybody is told and owners cancel it", async () => {
    const { owner, admin, path, project } = await setting.makeTeam()
    for (const [what, page, name] of [
      ["project", `${path}/p/${project.id}`, project.name],
      ["organization", path, "Acme"]
    ] as const) {
      const settings = `${page}/settings`
      assert.notInclude((await admin.get(settings)).text, `Delete ${what}`)
      await admin.get(`${settings}/delete`, 403)
      assert.strictEqual((await admin.post(`${settings}/delete`, { name })).status, 403)
      const form = await owner.get((await owner.get(settings)).link(`Delete ${what}`))
      assert.match(form.text, /It is done in\s+7 days/)
      const mistyped = await owner.press(form, { name: "Another" })
      assert.strictEqual(mistyped.status, 422)
      assert.include(mistyped.text, "This is not the name.")
      const planned = await owner.submit(form, { name })
      assert.include(planned.text, "will be deleted on")
      assert.notInclude(planned.text, `Delete ${what}`)
      const seen = await admin.get(page === path ? path : `${page}/page-views`)
      assert.include(seen.text, "planned it")
      assert.notInclude(seen.text, "Cancel deletion")
      assert.strictEqual((await admin.post(`${settings}/keep`, {})).status, 403)
      const kept = await owner.submit(planned)
      assert.include(kept.text, `The ${what} will not be deleted.`)
      assert.notInclude((await admin.get(settings)).text, "will be deleted on")
    }
    const log = await owner.get(`${path}/audit`)
    assert.include(log.text, `cancelled the deletion of the project ${project.name}`)
  })

  it("A10: and its project that are going to be deleted are changed by no form, but read and kept", async () => {
    const { owner, admin, member, organizationId, path, project, by, run } = {
      ...(await setting.makeTeam()),
      ...setting
    }
    const { id } = project
    const posts = routesIn(setting.services, { origin }).flatMap(({ method, path }) =>
      method === "POST" && path.startsWith("/o/:org") ? [path] : []
    )
    assert.isAbove(posts.length, 80)
    const reads = posts.filter((route) => route.endsWith("/download"))
    const keeps = ["/o/:org/settings/keep", "/o/:org/p/:project/settings/keep"]
    const at = (route: string) =>
      route
        .replace(":org", organizationId)
        .replace(":project", id)
        .replace(/:[^/]+/g, "none")
    const after = "7 days"
    const plans = {
      project: Organizations.use((all) => all.planProjectDeletion({ organizationId, id, by, after })),
      organization: Organizations.use((all) => all.planOrganizationDeletion({ organizationId, by, after }))
    }
    const events = () => run(SqlClient.SqlClient.use((sql) => sql`select from agent_operations.audit_events`))
    for (const what of ["project", "organization"] as const) {
      await run(plans[what])
      const settings = what === "project" ? `${path}/p/${id}/settings` : `${path}/settings`
      const before = (await events()).length
      const within = posts.filter((route) => what === "organization" || route.startsWith("/o/:org/p/"))
      for (const route of within.filter((route) => !reads.includes(route) && !keeps.includes(route))) {
        const { status, title } = await owner.post(at(route), { name: "Evil", confirmed: "yes" })
        assert.deepStrictEqual([status, title], [403, "Nothing can be changed here"], `${what}: ${route}`)
      }
      for (const route of reads) {
        assert.notStrictEqual((await owner.post(at(route), {})).title, "Nothing can be changed here", route)
      }
      assert.strictEqual((await events()).length, before)
      for (const [person, words, link] of [
        [owner, "You can cancel that", settings],
        [admin, "An owner of the organization can cancel that", `${path}/members`],
        [member, "An owner of the organization can cancel that", `${path}/members`]
      ] as const) {
        const refused = await person.post(`${path}/p/${id}/page-views/new`, { name: "Typed" })
        for (const told of [`The ${what} `, "Nothing was changed.", words, "What you typed is kept on this page"]) {
          assert.include(refused.text, told)
        }
        assert.include(refused.html, `<a href="${link}" target="_blank"`)
        await person.get(link)
        assert.strictEqual(refused.text.includes("Cancel deletion"), person === owner)
      }
      assert.strictEqual((await owner.post(`${settings}/keep`)).status, 303)
      const renamed = await owner.submit(await owner.get(settings), { name: `Kept ${what}` })
      assert.include(renamed.text, "has its new name.")
    }
    const outside = await owner.post(`${path}/settings`, { name: "Acme" })
    assert.strictEqual(outside.status, 303)
    await run(plans.project)
    assert.strictEqual((await owner.post(`${path}/settings`, { name: "Acme again" })).status, 303)
  })

  it("says nothing that the query says", async () => {
    for (const done of ["<script>", "constructor", "__proto__", "revoked"]) {
      const { html } = await team.owner.get(`${team.path}?done=${encodeURIComponent(done)}`)
      assert.notInclude(html, 'role="status"')
    }
  })
})

describe("what is not one's own", () => {
  it("is answered alike whether or not it is there", async () => {
    const eve = await setting.signedIn("eve@example.com")
    const key = await setting.run(
      ApiKeys.use((keys) =>
        keys.create({ organizationId: team.organizationId, name: "Key", scopes: ["views:read"], by: team.by })
      )
    )
    const theirs = [
      team.path,
      `${team.path}/members`,
      `${team.path}/keys`,
      `${team.path}/keys/${key.key.id}/revoke`,
      `${team.path}/audit`,
      `${team.path}/settings`,
      `${team.path}/members/leave`,
      `${team.path}/p/${team.project.id}`,
      `${team.path}/p/${team.project.id}/settings`,
      `${team.path}/p/${team.project.id}/page-views`
    ]
    // But for the request's own ID.
    const bodyOf = ({ html, headers }: Answer) => html.replace(headers.get("x-request-id") ?? "", "")
    for (const path of theirs) {
      const none = path.replace(team.organizationId, "org_01k9x3m2h8e7v9q4t6w5z0r1ca")
      const [foreign, absent] = [await eve.get(path, 404), await eve.get(none, 404)]
      assert.strictEqual(bodyOf(foreign), bodyOf(absent), path)
    }
    for (const path of [`${team.path}/settings`, `${team.path}/members/leave`, `${team.path}/keys/new`]) {
      assert.strictEqual((await eve.post(path, { name: "Evil" })).status, 404, path)
    }
    // A project of another organization is not there, either, nor is one under an ID that no text can be.
    const mine = await setting.makeTeam()
    for (const id of [team.project.id, "prj_none", "%00", "%FF", "..%2f.."]) {
      await mine.owner.get(`${mine.path}/p/${id}/settings`, 404)
    }
  })

  it("is not there any more at the next request of a member who was removed. Law: A5", async () => {
    const { member, path, by, organizationId } = await setting.makeTeam()
    await member.get(path)
    const { userId } = await setting.userOf(member)
    await setting.run(Organizations.use((all) => all.removeMember({ organizationId, userId, by })))
    await member.get(path, 404)
  })
})

describe("roles", () => {
  const managed = ["/settings", "/projects/new", "/keys", "/keys/new", "/members/invitations/new"]

  it("members see no controls of managers, and are refused by pages and actions", async () => {
    const page = await team.member.get(team.path)
    for (const words of ["Create project", "API keys", "Audit log", "Settings"]) assert.notInclude(page.html, words)
    const members = await team.member.get(`${team.path}/members`)
    for (const words of ["Invite", "Change", "Open invitations"]) assert.notInclude(members.text, words)
    for (const path of [...managed, `/p/${team.project.id}/settings`]) {
      assert.strictEqual((await team.member.get(team.path + path, 403)).title, "Not allowed")
    }
    const fields = { name: "Evil", scopes: "views:read", expires: "7", email: "eve@example.com", role: "member" }
    for (const path of [...managed.filter((path) => path !== "/keys"), `/p/${team.project.id}/settings`]) {
      assert.strictEqual((await team.member.post(team.path + path, fields)).status, 403, path)
    }
    assert.notInclude((await team.owner.get(team.path)).text, "Evil")
  })

  it("admins manage, but do not read the audit log", async () => {
    for (const path of managed) await team.admin.get(team.path + path)
    assert.notInclude((await team.admin.get(team.path)).html, "Audit log")
    assert.include((await team.admin.get(`${team.path}/audit`, 403)).text, "Only owners of the organization")
  })
})

describe("the audit log", () => {
  it("is narrowed by who, what, which key and when, and says how many events there are", async () => {
    const { owner, admin, by, path, organizationId, project } = await setting.makeTeam("Narrowed")
    await admin.submit(await admin.get(`${path}/settings`), { name: "By the admin" })
    const { key } = await setting.run(
      ApiKeys.use((keys) => keys.create({ organizationId, name: "CI", scopes: ["views:read"], by }))
    )
    const { text, html } = await owner.get(`${path}/audit`)
    assert.match(text, /\d+ events\. Times are in UTC\./)
    assert.match(html, /<time datetime="[^"]+">\d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC/)
    assert.include(html, `<code>${key.id}</code>`)
    const { userId } = await setting.userOf(admin)
    const today = new Date().toISOString().slice(0, 10)
    for (const [query, words, others] of [
      [`who=${userId}`, "renamed the organization", "created the API key"],
      ["what=keys", "created the API key CI", "renamed the organization"],
      [`about=${key.id}`, "1 event under these filters", "renamed the organization"],
      [`about=${project.id}`, "created the project Support", "created the API key CI"],
      [`from=${today}&to=${today}`, "created the API key CI", "No event"],
      ["from=2001-01-01&to=2001-01-02", "No event is as the filters say", "created the API key CI Details"],
      ["from=nonsense&what=constructor", "created the API key CI", "No event"]
    ]) {
      const page = await owner.get(`${path}/audit?${query}`)
      const rows = page.text.slice(page.text.indexOf("Times are in UTC"))
      assert.include(page.text, words!, query)
      assert.notInclude(rows, others!, query)
    }
    await admin.get(`${path}/audit?what=keys`, 403)
  })

  it("tells a member from the operator, whose name they took, and the one who took it from whom they were", async () => {
    const { owner, path, organizationId } = await setting.makeTeam("Renamed")
    const { userId, name: former } = await setting.userOf(owner)
    await setting.run(
      Organizations.use((all) => all.rename({ organizationId, name: "By another", by: { type: "operator" } }))
    )
    await setting.run(BrowserSessions.use((sessions) => sessions.rename({ userId, name: "Operator" })))
    await owner.submit(await owner.get(`${path}/settings`), { name: "By the member" })
    const { text } = await owner.get(`${path}/audit`)
    assert.include(text, `Operator Person ${userId} renamed the organization to By the member`)
    assert.include(text, "Operator The operator of this server renamed the organization to By another")
    assert.include(text, `${former} Person ${userId} renamed a member to Operator`)
  })

  it("is exported whole or narrowed, line by line, for owners alone", async () => {
    const { owner, admin, path, organizationId, by } = await setting.makeTeam("Exported")
    for (const name of ["A", '=Name "1"', '=Name "2"']) {
      await setting.run(Organizations.use((all) => all.rename({ organizationId, name, by })))
    }
    // As many more as make a second page.
    await setting.run(
      SqlClient.SqlClient.use(
        (sql) => sql`
          insert into agent_operations.audit_events
            (organization_id, id, at, actor, action, subject_type, subject_id, subject_name, details)
          select organization_id, 'aud_' || n, at, actor, action, subject_type, subject_id, subject_name, details
          from agent_operations.audit_events, generate_series(1, 500) as n
          where organization_id = ${organizationId} and action = 'organization.renamed' and subject_name = '=Name "2"'`
      )
    )
    const ndjson = await owner.get(`${path}/audit/export.ndjson`)
    const events = ndjson.html
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.isAbove(events.length, 501)
    assert.strictEqual(new Set(events.map(({ id }) => id)).size, events.length)
    assert.deepInclude(events[0], { action: "organization.renamed", details: { formerName: '=Name "1"' } })
    assert.include(ndjson.headers.get("content-disposition"), "attachment; filename=")
    const csv = await owner.get(`${path}/audit/export.csv?what=organization`)
    const lines = csv.html.trimEnd().split("\r\n")
    assert.lengthOf(lines, 505)
    assert.include(lines[0], '"at","id","actor_type"')
    assert.include(lines[1], `"'=Name ""2"""`)
    assert.notInclude(csv.html, "member.added")
    // What was taken out, and under which filter, is in the log itself.
    const exports = await owner.get(`${path}/audit/export.ndjson?what=exports&about=${organizationId}&to=2999-03-04`)
    const taken = exports.html
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      taken.map(({ action, details }) => [action, details.format, details.actions?.includes("organization.renamed")]),
      [
        ["data.exported", "csv", true],
        ["data.exported", "ndjson", undefined]
      ]
    )
    const again = await owner.get(`${path}/audit/export.ndjson?what=exports`)
    assert.deepInclude(JSON.parse(again.html.split("\n")[0]!).details, {
      format: "ndjson",
      actions: ["data.exported"],
      subjectId: organizationId,
      until: "2999-03-05T00:00:00.000Z"
    })
    await admin.get(`${path}/audit/export.csv`, 403)
    await admin.get(`${path}/audit/export.ndjson`, 403)
  })

  it("tells owners who changed whose access, newest first, in pages", async () => {
    const { owner, path } = await setting.makeTeam("Audited")
    for (let times = 0; times < 50; times++) {
      await owner.post(`${path}/settings`, { name: `Name ${times}` })
    }
    const first = await owner.get(`${path}/audit`)
    assert.match(first.text, /renamed the organization to Name 49 former name: Name 48/)
    assert.notInclude(first.text, "created the organization")
    const second = await owner.get(first.link("Earlier"))
    assert.include(second.text, "created the organization Audited")
    assert.include(second.text, "created the project Support")
    assert.notInclude(second.html, 'rel="next"')
    for (const before of ["nonsense", "%00", "aud_none"]) {
      assert.include((await owner.get(`${path}/audit?before=${before}`)).text, "Nothing earlier is recorded.")
    }
  })
})
