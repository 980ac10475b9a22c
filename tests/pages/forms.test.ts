import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Browser } from "./browser.ts"
import { forms } from "./forms.ts"
import { endless, formWith, next, noting, type Told } from "./forms.kit.ts"
import { type Forms, makeIds, project, type World } from "./forms.world.ts"
import { callerIn, origin, type Setting, start } from "./kit.ts"
import { lists } from "./lists-next.data.ts"
import { routesIn } from "./routes.ts"
import { spanId, traceId } from "./traces.data.ts"

/** Actions without a field of theirs, or whose fields arrive elsewhere, each with the reason. */
const without: Readonly<Record<string, string>> = {
  "/consent": "what is granted is looked at in consent.test.ts",
  "/invitations/join": "it has what the page showed, which members.test.ts changes",
  "/sign-in": "whom mail goes to is looked at in sign-in.test.ts",
  "/sign-in/link": "it has a link, with which every test signs in",
  "/sign-out": "none",
  "/account/sessions/end-others": "none",
  "/account/sessions/:session/end": "none",
  "/account/sign-out-everywhere": "none",
  "/account/applications/:grant/disconnect": "none",
  "/o/:org/settings/delete": "the name is only compared",
  "/o/:org/settings/keep": "none",
  [project("/settings/delete")]: "the name is only compared",
  [project("/settings/keep")]: "none",
  "/o/:org/members/leave": "none",
  "/o/:org/members/invitations/:invitation/revoke": "none",
  "/o/:org/members/:user/remove": "none",
  "/o/:org/keys/:key/revoke": "none",
  "/o/:org/applications/:grant/disconnect": "none",
  [project("/connections/:connection/remove")]: "none",
  [project("/traces/:trace/delete")]: "none",
  [project("/traces/:trace/scores/:score/delete")]: "none",
  [project("/reviews/:session/claim")]: "none",
  [project("/reviews/:session/close")]: "none",
  [project("/evaluations/:run/resume")]: "none",
  [project("/evaluations/:run/cancel")]: "none",
  [project("/evaluations/:run/delete")]: "none"
}

/** Of what every kind has, one kind is looked at: the code is one, over the kind. */
const isOfEveryKind = (path: string) =>
  /\/p\/:project\/[\w-]+\/(?:delete|download|deleted\/:id|:id\/(?:edit|copy|restore|delete))$/.test(path)

let setting: Setting
let world: World
let browsers: Readonly<Record<"owner" | "member" | "lists", Browser>>
const told: Array<Told> = []

beforeAll(async () => {
  setting = await start()
  const team = await setting.makeTeam()
  const owner = await setting.userOf(team.owner)
  const member = (await setting.userOf(team.member)).userId
  world = { team, owner, member, ids: await makeIds(setting, team, owner) }
  const doubles = noting(setting.services, told)
  browsers = {
    owner: setting.browser(doubles).as(team.owner),
    member: setting.browser(doubles).as(team.member),
    lists: setting.browser(endless(setting.services, told)).as(team.owner)
  }
})
afterAll(() => setting.close())

/** The address of a page, below the team's project where it is one of that. */
const addressOf = (page: string) => {
  const { path, project } = world.team
  const isWhole = page.startsWith(path) || page === "/account" || page.startsWith("/organizations")
  return isWhole ? page : `${path}/p/${project.id}${page}`
}

describe("each field of a form arrives in what the form sends", () => {
  it("is a table of all that the console takes by POST", () => {
    const posts = routesIn(setting.services, { origin }).flatMap(({ method, path }) =>
      method === "POST" ? [path] : []
    )
    assert.isAbove(posts.length, 100)
    const listed = new Set([...Object.keys(forms.post).map((title) => title.split(" ")[0]!), ...Object.keys(without)])
    assert.deepStrictEqual(
      posts.filter((path) => !listed.has(path) && !isOfEveryKind(path)),
      []
    )
    assert.deepStrictEqual(
      [...listed].filter((path) => !posts.includes(path)),
      []
    )
  })

  const look = async (filledIn: Forms[string], method: "get" | "post") => {
    const {
      by = "owner",
      page,
      typed,
      unseen = [],
      of = {},
      press = {},
      sends,
      seen = (input) => input
    } = filledIn(world)
    const browser = browsers[by]
    const shown = await browser.get(addressOf(page))
    const names = [...Object.keys(typed), ...unseen]
    const form = formWith(shown, method, names, of)
    // Every field that it has is typed here, or else goes along.
    assert.deepStrictEqual([...form.names].toSorted(), names.toSorted())
    const valuesTyped = Object.entries(typed).map(
      ([name, value]) => [name, typeof value === "string" ? [value] : value] as const
    )
    for (const [name, values] of valuesTyped) assert.notDeepEqual(values, form.sent.get(name) ?? [], name)
    told.length = 0
    const fields = { ...Object.fromEntries(form.sent), ...typed, ...press }
    const answer = await (method === "post" ? browser.post(form.action, fields) : browser.ask(form.action, fields))
    const carried = Object.fromEntries([...form.sent].map(([name, [value = ""]]) => [name, value]))
    const [name, input] = typeof sends === "function" ? sends(carried) : sends
    const arrived = told.findLast(([called]) => called === name)
    assert.isDefined(arrived, `${name} is called: ${answer.status} ${answer.text}`)
    assert.deepStrictEqual(seen(arrived![1] as Readonly<Record<string, unknown>>), input)
    if (method === "post") return
    const after = formWith(answer, method, names, of)
    for (const [name, values] of valuesTyped) assert.deepStrictEqual(after.sent.get(name), values, name)
  }

  it.each(Object.entries(forms.post))("%s, sent", (_, filledIn) => look(filledIn, "post"))

  it.each(Object.entries(forms.get))("%s, asked", (_, filledIn) => look(filledIn, "get"))
})

describe("the next page of a list", () => {
  beforeAll(async () => {
    const call = callerIn(setting, world.team, world.owner)
    for (const of of [{}, { spanId: spanId(101) }])
      await call("create_score", { traceId: traceId(1), ...of, name: "helpful", value: 1 })
  })

  type Members = Readonly<Record<string, unknown>>

  /** What a page asks for its items, and where it leads to the next. */
  const open = async (path: string, called: string, query: string) => {
    told.length = 0
    const { html } = await browsers.lists.get(path)
    const asked = told.findLast(([name, input]) => name === called && !("ids" in (input as Members)))
    const links = [...html.matchAll(/<a rel="next" href="([^"]*)"/g)].map(([, href = ""]) =>
      href.replaceAll("&amp;", "&").replace(/#.*$/, "")
    )
    const href = links.find((one) => new URL(one, origin).searchParams.get(query) === next)
    return { asked: asked![1] as Members, href: href ?? assert.fail(`no link to the next of ${path}`) }
  }

  it("of spans is shown collapsed and expanded, where it is", async () => {
    const path = addressOf(`/traces/${traceId(1)}`)
    const shown = await browsers.lists.get(`${path}?cursor=${next}`)
    const collapsed = shown.link("Collapse all")
    assert.strictEqual(collapsed, `${path}?cursor=${next}&tree=closed#spans`)
    assert.strictEqual((await browsers.lists.get(collapsed)).link("Expand all"), `${path}?cursor=${next}#spans`)
    assert.strictEqual(shown.link("Back to the first"), `${path}#spans`)
  })

  it.each(Object.entries(lists))("of %s is asked for as the first was", async (_, narrowed) => {
    const { page, called, asks, by = { query: "cursor", input: "cursor" }, inOtherWords = [] } = narrowed(world)
    const path = addressOf(page)
    const first = await open(path, called, by.query)
    assert.deepInclude(first.asked, asks)
    const second = await open(first.href, called, by.query)
    const { [by.input]: place, ...rest } = second.asked
    assert.deepStrictEqual([String(place), rest], [next, first.asked])
    // It leads on from itself in the same way.
    assert.strictEqual(second.href, first.href)
    const kept = [...new URL(path, origin).searchParams].filter(([name]) => !inOtherWords.includes(name))
    assert.includeDeepMembers([...new URL(first.href, origin).searchParams], kept)
  })
})
