import { ApiKeys, ApiKeyVerifier, type Client, CredentialVerifier } from "@agent-operations/auth"
import { contractOf, viewFamilies } from "@agent-operations/contract"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Setting, start, type Team } from "./kit.ts"

const scopes = Object.keys(contractOf(viewFamilies).scopes)

let setting: Setting
let team: Team
beforeAll(async () => {
  setting = await start()
  team = await setting.makeTeam()
})
afterAll(() => setting.close())

const make = async (name: string, more: Readonly<Record<string, string | ReadonlyArray<string>>> = {}) =>
  team.admin.press(await team.admin.get(`${team.path}/keys/new`), {
    name,
    scopes: ["views:read"],
    expires: "30",
    ...more
  })

const keyIn = (html: string) => /<code id="key">([^<]+)<\/code>/.exec(html)?.[1] ?? assert.fail("no key is shown")

/** What a key may do in the team's project; undefined where it does not work. */
const verify = (key: string, client?: Client) =>
  setting.run(
    CredentialVerifier.use((verifier) =>
      verifier.verify({ credential: Redacted.make(key), projectId: team.project.id, audience: "rest", client })
    ).pipe(
      Effect.map(({ scopes }) => scopes),
      Effect.catch(() => Effect.undefined),
      Effect.provide(ApiKeyVerifier.layer)
    )
  )

const listed = () => team.admin.get(`${team.path}/keys`)
const idOf = async (name: string) => {
  const { items: keys } = await setting.run(
    ApiKeys.use((all) => all.list({ organizationId: team.organizationId, by: team.by }))
  )
  return keys.find((key) => key.name === name && key.revokedAt === null)?.id ?? assert.fail(`no key ${name}`)
}

describe("model connections", () => {
  it("G2: are added, listed, given another key and removed by owners and admins, and show no key", async () => {
    const path = `${team.path}/p/${team.project.id}/connections`
    const key = "sk-x7Qf-x7Qf-x7Qf"
    const seen: Array<string> = []
    const typed = { name: "Gateway <b>", baseUrl: "https://api.example.com/v1", key, prices: "openai/small 0.15 1.5" }
    const form = await team.admin.get(`${path}/new`)
    for (const [field, wrong, said] of [
      ["name", " ", "Name: Enter"],
      ["baseUrl", "ftp://example.com", "Address: Enter"],
      ["baseUrl", "https://10.0.0.1/v1", "its host is not on the public internet"],
      ["prices", "openai/small free", "Prices: Write"],
      ["prices", `openai/small${" ".repeat(400_000)}free`, "Prices: Write"],
      ["key", "sk x7Qf", "Key: Enter"]
    ] as const) {
      const refused = await team.admin.press(form, { ...typed, [field]: wrong })
      assert.strictEqual(refused.status, 422, field)
      assert.include(refused.text, said)
      seen.push(refused.html)
    }
    assert.include((await team.admin.press(form, typed)).location, "done=added")
    const twice = await team.admin.press(form, typed)
    assert.include(twice.text, "already has a model connection Gateway <b>")
    const list = await team.admin.get(path)
    assert.match(list.text, /Gateway <b> mco_\w+ https:\/\/api\.example\.com\/v1 openai\/small/)
    const id = /mco_\w+/.exec(list.text)![0]
    const rotate = await team.admin.get(`${path}/${id}/rotate`)
    assert.strictEqual((await team.admin.press(rotate, { key: "short" })).status, 422)
    const rotated = await team.admin.press(rotate, { key: `${key}-new` })
    assert.include(rotated.location, "done=rotated")
    for (const who of [team.member]) {
      await who.get(path, 403)
      assert.strictEqual((await who.post(`${path}/${id}/remove`, {})).status, 403)
    }
    await team.admin.get(`${path}/mco_${"0".repeat(26)}/rotate`, 404)
    const asks = await team.admin.get(`${path}/${id}/remove`)
    assert.include((await team.admin.press(asks, {})).location, "done=removed")
    assert.include((await team.admin.get(path)).text, "no model connections yet")
    const audit = await team.owner.get(`${team.path}/audit`)
    assert.include(audit.text, "replaced the key of the model connection")
    for (const html of [...seen, twice.html, list.html, rotate.html, audit.html]) assert.notInclude(html, "x7Qf")
  })
})

describe("an API key", () => {
  it("A4: is shown once, in the answer to its form, and never again", async () => {
    const shown = await make("Once <b>", { scopes: ["views:read", "views:write"] })
    assert.strictEqual(shown.status, 201)
    assert.isNull(shown.location)
    assert.strictEqual(shown.headers.get("cache-control"), "no-store")
    assert.match(shown.html, /<button[^>]*data-copy="key"/)
    const key = keyIn(shown.html)
    assert.deepStrictEqual(await verify(key), ["views:read", "views:write"])
    const id = await idOf("Once <b>")
    const secret = key.slice(-43, -4)
    for (const path of ["/keys", `/keys/${id}/revoke`, `/keys/${id}/replace`, "/keys/new"]) {
      assert.notInclude((await team.admin.get(team.path + path)).html, secret, path)
    }
    assert.notInclude((await team.owner.get(`${team.path}/audit`)).html, secret)
    const page = await listed()
    assert.match(page.text, /Once <b> aok_…\w{4} views:read ?, views:write/)
    assert.notInclude((await team.admin.get(`${team.path}/keys/${id}`)).html, secret)
  })

  it("is created once however often its form is sent, and the page says so and shows no key", async () => {
    const form = await team.admin.get(`${team.path}/keys/new`)
    const typed = { name: "Sent often", scopes: ["views:read"], expires: "30" }
    // What is wrong does not use the form up.
    assert.strictEqual((await team.admin.press(form, { ...typed, name: "" })).status, 422)
    const answers = await Promise.all(Array.from({ length: 5 }, () => team.admin.press(form, typed)))
    const [shown, ...others] = answers.filter(({ status }) => status === 201)
    assert.isEmpty(others)
    const key = keyIn(shown?.html ?? "")
    const again = await team.admin.press(form, { ...typed, name: "Another name" })
    for (const answer of [again, ...answers.filter(({ status }) => status !== 201)]) {
      assert.deepStrictEqual([answer.status, answer.title], [409, "The key was created already"])
      assert.notInclude(answer.html, key.slice(-43, -4))
      assert.strictEqual(answer.link("Replace key"), `${team.path}/keys/${await idOf("Sent often")}/replace`)
    }
    const page = await listed()
    assert.lengthOf([...page.text.matchAll(/Sent often/g)], 3, "the row, and its two buttons")
    assert.notInclude(page.text, "Another name")
    assert.deepStrictEqual(await verify(key), ["views:read"])

    const replacing = await team.admin.get(again.link("Replace key"))
    const replaced = await Promise.all([1, 2].map(() => team.admin.press(replacing, { overlap: "1h" })))
    assert.sameMembers(
      replaced.map(({ status }) => status),
      [201, 409]
    )
    assert.lengthOf([...(await listed()).text.matchAll(/Sent often/g)], 6)
  })

  it("K3: of many is listed in pages, and one too many is refused on the form", async () => {
    const own = await setting.makeTeam()
    const of = { organizationId: own.organizationId, by: own.by }
    const [, first] = await setting.run(
      ApiKeys.use((keys) =>
        Effect.all(["Ended", "Works"].map((name) => keys.create({ ...of, name, scopes: ["views:read"] })))
      )
    )
    await setting.run(
      SqlClient.SqlClient.use((sql) =>
        Effect.all(
          [0, 1].map(
            (ended) => sql`
              insert into agent_operations.api_keys
              select (jsonb_populate_record(k, jsonb_build_object('id', 'key_' || ${ended}::int || n, 'name', 'Copy ' || n,
                'revoked_at', case ${ended}::int when 1 then now() end))).*
              from agent_operations.api_keys as k, generate_series(10001, 10998) as n
              where k.organization_id = ${own.organizationId} and k.id = ${first!.key.id}`
          )
        )
      )
    )
    const rows = ({ html }: { readonly html: string }) => [...html.matchAll(/<bdi>Copy (\d+)<\/bdi>/g)].length
    const list = await own.admin.get(`${own.path}/keys`)
    assert.include(list.text, "Works")
    assert.isAtMost(rows(list), 200)
    const [working, ended] = [...list.html.matchAll(/rel="next" href="([^"]+)"/g)].map(([, href]) => href!)
    assert.match(working ?? "", /\?before=key_/)
    assert.match(ended ?? "", /\?ended=key_/)
    const next = await own.admin.get(working ?? "")
    assert.notInclude(next.text, "Works")
    assert.isAtLeast(rows(next), 200)
    const made = await own.admin.press(await own.admin.get(`${own.path}/keys/new`), {
      name: "Last",
      scopes: ["views:read"]
    })
    assert.strictEqual(made.status, 422)
    assert.include(made.text, "Revoke one that is not used any more first.")
    const asks = await own.admin.get(`${own.path}/keys/${first!.key.id}/replace`)
    const replaced = await own.admin.press(asks, { overlap: "1d" })
    assert.strictEqual(replaced.status, 422)
    assert.include(replaced.text, "1000 keys that work")
  })

  it("may do what is ticked, in plain words for every scope that is served, and for no other", async () => {
    const { html } = await team.admin.get(`${team.path}/keys/new`)
    for (const scope of scopes) assert.include(html, `value="${scope}"`)
    assert.include(html, "Create, change and delete page views and custom fields")
    assert.deepStrictEqual(await verify(keyIn((await make("All", { scopes })).html)), scopes)
    assert.include((await listed()).html, `views:read</span>, <span class="whole">views:write</span>`)
  })

  it("expires when its form says, or never", async () => {
    const before = Date.now()
    await make("Weekly", { expires: "7" })
    await make("Forever", { expires: "never" })
    const { items: keys } = await setting.run(
      ApiKeys.use((all) => all.list({ organizationId: team.organizationId, by: team.by }))
    )
    const expiry = (name: string) => keys.find((key) => key.name === name)?.expiresAt
    assert.approximately(Date.parse(expiry("Weekly") ?? ""), before + 7 * 86_400_000, 60_000)
    assert.isNull(expiry("Forever"))
  })

  it("is not made where something is wrong, and the form keeps what was typed", async () => {
    const typed = { name: "", scopes: ["views:write", "no:such"], expires: "365" }
    const nameless = await team.admin.post(`${team.path}/keys/new`, typed)
    assert.strictEqual(nameless.status, 422)
    assert.include(nameless.text, "Give it a name.")
    assert.match(nameless.html, /value="views:write"\s+checked/)
    assert.match(nameless.html, /<option value="365"\s+selected/)
    const idle = await team.admin.post(`${team.path}/keys/new`, { name: "Idle", expires: "1000000" })
    assert.include(idle.text, "Tick at least one thing that it may do.")
    assert.include(idle.text, "Choose when it expires.")
    assert.strictEqual(idle.form().fields["name"], "Idle")
    assert.notInclude((await listed()).text, "Idle")
  })

  it("A5: is revoked on a page that asks, and fails at once", async () => {
    const key = keyIn((await make("Revoked")).html)
    const asked = await team.admin.get(`${team.path}/keys/${await idOf("Revoked")}/revoke`)
    assert.include(asked.text, "It was never used.")
    assert.isDefined(await verify(key))
    const page = await team.admin.submit(asked)
    assert.include(page.text, "The key is revoked.")
    assert.isUndefined(await verify(key))
    assert.match(page.text, /Keys that no longer work[^]*Revoked aok_/)
    await team.admin.get(asked.path, 404)
    assert.strictEqual((await team.admin.press(asked)).status, 404)
  })

  it("is replaced at once, or with an overlap in which both work", async () => {
    const old = { gone: keyIn((await make("At once")).html), stays: keyIn((await make("Overlap")).html) }
    const replace = async (name: string, overlap: string) =>
      team.admin.press(await team.admin.get(`${team.path}/keys/${await idOf(name)}/replace`), { overlap })
    const atOnce = await replace("At once", "none")
    assert.strictEqual(atOnce.status, 201)
    assert.deepStrictEqual([await verify(old.gone), await verify(keyIn(atOnce.html))], [undefined, ["views:read"]])
    const both = await replace("Overlap", "1h")
    assert.include(both.text, "The old key stops working in an hour")
    assert.deepStrictEqual([await verify(old.stays), await verify(keyIn(both.html))], [["views:read"], ["views:read"]])
    const wrong = await team.admin.post(`${team.path}/keys/${await idOf("At once")}/replace`, { overlap: "1y" })
    assert.strictEqual(wrong.status, 422)
  })

  it("is listed with when it was last used", async () => {
    const key = keyIn((await make("Used")).html)
    await verify(key)
    const { items: keys } = await setting.run(
      ApiKeys.use((all) => all.list({ organizationId: team.organizationId, by: team.by }))
    )
    const { lastUsedAt } = keys.find(({ name }) => name === "Used") ?? assert.fail("no key")
    assert.isString(lastUsedAt)
    assert.include((await listed()).html, `datetime="${lastUsedAt}"`)
  })

  it("has a page that says who created it, from where and by what it was used, what it may do and until when", async () => {
    const key = keyIn((await make("Found <b>", { scopes: ["views:write", "views:read"] })).html)
    const client: Client = { peer: () => "203.0.113.77", header: () => ["agent <i>/1.0"] }
    await verify(key, client)
    const { name } = await setting.userOf(team.admin)
    const path = `${team.path}/keys/${await idOf("Found <b>")}`
    const page = await team.admin.get(path)
    assert.strictEqual(page.title, "Found <b>")
    assert.match(page.text, new RegExp(`Created by ${name} ?, \\d`))
    assert.match(page.text, /Last used [^]*from 203\.0\.113\.77 by agent <i>\/1\.0/)
    assert.match(
      page.text,
      /Views\s+Read page views and custom fields, with their history\.\s+views:read\s+Create, change and delete/
    )
    assert.match((await listed()).text, /from 203\.0\.113\.77/)
    assert.include((await team.admin.get(`${path}/revoke`)).text, "from 203.0.113.77")
    await team.member.get(path, 403)
    await team.admin.get(`${team.path}/keys/key_none`, 404)
  })

  it("is renamed on its page, and works on", async () => {
    const key = keyIn((await make("Old name")).html)
    const page = await team.admin.get(`${team.path}/keys/${await idOf("Old name")}`)
    const wrong = await team.admin.press(page, { name: " " })
    assert.deepStrictEqual([wrong.status, wrong.title], [422, "Old name"])
    const renamed = await team.admin.submit(page, { name: "New name" })
    assert.include(renamed.text, "The key has its new name.")
    assert.strictEqual(renamed.title, "New name")
    assert.deepStrictEqual(await verify(key), ["views:read"])
    assert.match((await team.owner.get(`${team.path}/audit`)).text, /renamed an API key to New name/)
    assert.strictEqual((await team.member.post(page.path, { name: "Mine" })).status, 403)
    assert.strictEqual((await team.admin.post(`${team.path}/keys/key_none`, { name: "Mine" })).status, 404)
  })

  it("that was replaced says by which, and until when it works", async () => {
    await make("Due")
    const id = await idOf("Due")
    const asked = await team.admin.get(`${team.path}/keys/${id}/replace`)
    assert.strictEqual((await team.admin.press(asked, { overlap: "1d", expires: "1y" })).status, 422)
    const made = await team.admin.press(asked, { overlap: "1d", expires: "never" })
    assert.match(made.text, /Expires Never/)
    const old = await team.admin.get(`${team.path}/keys/${id}`)
    assert.match(old.text, /Replaced by Due \( ?aok_…\w{4} ?\)\. Both work until \d/)
    assert.match((await listed()).text, /Due aok_…\w{4}[^]*UTC replaced/)
    await team.admin.submit(await team.admin.get(`${team.path}/keys/${id}/revoke`))
    const ended = await team.admin.get(`${team.path}/keys/${id}`)
    assert.notInclude(ended.text, "Rename key")
  })

  it("of another organization is not there", async () => {
    const other = await setting.makeTeam()
    await make("Ours")
    for (const id of [await idOf("Ours"), "key_none", "%00"]) {
      for (const action of ["revoke", "replace"]) {
        const path = `${other.path}/keys/${id}/${action}`
        await other.owner.get(path, 404)
        assert.strictEqual((await other.owner.post(path, { overlap: "none" })).status, 404)
      }
    }
    assert.isString(await idOf("Ours"))
  })
})
