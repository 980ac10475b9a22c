import { consoleHandler, customFields, pageViews } from "@agent-operations/console"
import { newTypeId } from "@agent-operations/database"
import { Outbox } from "@agent-operations/identity"
import { Invoker } from "@agent-operations/operations"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Answer } from "./browser.ts"
import { bodies } from "./content.kit.ts"
import { origin, type Setting, start, type Team } from "./kit.ts"
import { routesIn } from "./routes.ts"

const prefix = "/ops"
let setting: Setting
let team: Team
beforeAll(async () => {
  setting = await start(origin, prefix)
  team = await setting.makeTeam()
})
afterAll(() => setting.close())

/** Every route by its method, with the parameters of its path filled in. */
const routesOf = (method: string) => {
  const fill: Readonly<Record<string, string>> = { org: team.organizationId, project: team.project.id }
  const paths = routesIn(setting.services, { origin, prefix, sections: [pageViews, customFields] })
    .filter((route) => route.method === method)
    .map(({ path }) => prefix + path.replaceAll(/:(\w+)/g, (_, name: string) => fill[name] ?? newTypeId("x")))
  return [...new Set(paths)]
}

/** Wherever an answer leads: its links, its forms, what it loads, and its redirect. */
const leadsTo = ({ html, location }: Answer) => [
  ...[...html.matchAll(/\s(?:href|src|action|formaction)="([^"]*)"/g)].map(([, to]) => to!.replaceAll("&amp;", "&")),
  ...(location === null ? [] : [location])
]

const isOutside = (to: string) => {
  const url = new URL(to, `${origin}${prefix}/page`)
  return url.origin !== origin || !`${url.pathname}/`.startsWith(`${prefix}/`)
}

/** Follows every link of the console from a page on, and gives every place that lies outside, by where it was found. */
const walk = async (from: ReadonlyArray<string>) => {
  const outside: Array<string> = []
  const seen = new Set<string>()
  const open = [...from]
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    const answer = await team.owner.send(path)
    assert.isBelow(answer.status, 500, path)
    for (const to of leadsTo(answer)) {
      if (isOutside(to)) outside.push(`${path} leads to ${to}`)
      else if (!to.startsWith("#")) {
        const { pathname, search } = new URL(to, origin + path)
        if (!pathname.endsWith("/sign-out")) open.push(pathname + search)
      }
    }
  }
  return { outside, seen }
}

/** A definition with a history, a key, and an invitation that is open: their pages lead to further ones. */
const fill = async () => {
  const { userId: id, name } = await setting.userOf(team.owner)
  const { organizationId, project } = team
  const access = { actor: { type: "user", id, name }, organizationId, projectId: project.id, scopes: "all" } as const
  const invoke = (operation: string, input: unknown) =>
    setting.run(Invoker.use((invoker) => invoker.invoke(operation, input, { ...access, credential: null })))
  const made = (await invoke("create_custom_field", bodies.custom_field("Cost"))) as { readonly id: string }
  await invoke("update_custom_field", { id: made.id, expectedRevision: 1, name: "Price" })
  const keys = await team.owner.get(`${team.path}/keys/new`)
  await team.owner.press(keys, { name: "Job", scopes: ["views:read"], expires: "7" })
  const invitation = await team.owner.get(`${team.path}/members/invitations/new`)
  await team.owner.press(invitation, { email: "linus@example.com", role: "member" })
}

describe("a console below a prefix", () => {
  it("leads nowhere outside of it, by no link, form or redirect of any page", async () => {
    await fill()
    const { outside, seen } = await walk([`${prefix}/`, ...routesOf("GET")])
    assert.deepStrictEqual(outside, [])
    for (const page of [/\/custom-fields\/cf_\w+\/diff/, /\/keys\/\w+\/revoke/, /\/invitations\/\w+\/revoke/]) {
      assert.isDefined(
        [...seen].find((path) => page.test(path)),
        String(page)
      )
    }
    for (const path of routesOf("POST").filter((path) => !path.endsWith("/sign-out"))) {
      for (const person of [setting.browser(), team.owner]) {
        for (const fields of [{}, { name: "Renamed", email: "grace@example.com", role: "member", returnTo: "/" }]) {
          const answer = await person.post(path, fields)
          assert.isBelow(answer.status, 500, path)
          assert.deepStrictEqual(leadsTo(answer).filter(isOutside), [], `POST ${path}`)
        }
      }
    }
  })

  it("answers each page with a slash at its end as without", async () => {
    const statusOf = async (path: string) => (await team.owner.send(path)).status
    const paths = routesOf("GET").filter((path) => !path.endsWith("/"))
    assert.isAbove(paths.length, 40)
    for (const path of paths) assert.strictEqual(await statusOf(`${path}/`), await statusOf(path), path)
  })

  it("mails no link outside of it, and comes back to nothing outside of it after signing in", async () => {
    const person = setting.browser()
    const page = await person.get(`${prefix}/sign-in?returnTo=/elsewhere`)
    await person.submit(page, { email: "grace@example.com" })
    const mails = await setting.run(Effect.flatMap(Outbox, ({ list }) => list))
    const links = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
    assert.isAbove(links.length, 3)
    assert.deepStrictEqual(links.filter(isOutside), [])
    const link = links.find((one) => one.includes("/sign-in/link")) ?? assert.fail("no link was mailed")
    const signedIn = await person.press(await person.get(link.slice(origin.length)))
    assert.deepStrictEqual([signedIn.status, signedIn.location], [303, `${prefix}/`])
    assert.isNotEmpty([...person.cookies.keys()].filter((name) => name.startsWith("__Host-agent-operations_ops.")))
  })

  it("answers its own paths, and leaves all others to the server", async () => {
    const handler = consoleHandler(setting.services, { origin, prefix })
    const statusOf = async (path: string) =>
      (await handler(new Request(origin + path, { headers: { host: "console.test" } }), "203.0.113.1"))?.status
    for (const path of ["/ops", "/ops/", "/ops/account", "/ops/o/x"])
      assert.strictEqual(await statusOf(path), 303, path)
    for (const path of ["/", "/account", "/opsaccount", "/ops/nowhere", "/other/ops/account"]) {
      assert.isUndefined(await statusOf(path), path)
    }
    const answered = await team.owner.send(`${prefix}/account`, { headers: { host: "other.test" } })
    assert.deepStrictEqual([answered.status, answered.location], [308, `${origin}${prefix}/account`])
  })

  it.each(["ops", "/ops/", "/a b", "/../x", "/ops?x", "/%6F", "//evil.example"])(
    "is refused at the start with the prefix %j",
    (prefix) => {
      assert.throws(() => consoleHandler(setting.services, { origin, prefix }), /is no path that pages can be below/)
    }
  )
})
