import type { Operation } from "@agent-operations/contract"
import { ValidationError } from "@agent-operations/error-envelope"
import { EncodedJson, Invoker } from "@agent-operations/operations"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { Context, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { renamed } from "../renamed.ts"
import type { Browser } from "./browser.ts"
import { forms } from "./forms.ts"
import { formWith } from "./forms.kit.ts"
import { makeIds, type World } from "./forms.world.ts"
import { callerIn, origin, type Setting, start } from "./kit.ts"
import { routesIn } from "./routes.ts"
import { outlineOf, timesIn } from "./told.outline.ts"
import { shapes } from "./told.shapes.ts"
import { spanId, traceId } from "./traces.data.ts"

let setting: Setting
let world: World
beforeAll(async () => {
  setting = await start()
  const team = await setting.makeTeam()
  const owner = await setting.userOf(team.owner)
  const member = (await setting.userOf(team.member)).userId
  world = { team, owner, member, ids: await makeIds(setting, team, owner) }
  const call = callerIn(setting, team, owner)
  await waitUntil("the runs to end", async () => {
    const { items } = (await call("list_eval_runs", {})) as {
      readonly items: ReadonlyArray<{ readonly status: string }>
    }
    return items.every(({ status }) => status === "completed")
  })
})
afterAll(() => setting.close())

type Answer = (operation: Operation.Any, input: unknown) => Effect.Effect<unknown, ValidationError> | undefined

/** The owner's browser, where some operations are answered so, and others do what they do. */
const browserWith = (answer: Answer): Browser => {
  const invoker = Context.get(setting.services, Invoker)
  const answering: Invoker["Service"] = {
    ...invoker,
    invoke: (id, input, access) => answer(invoker.find(id)!.operation, input) ?? invoker.invoke(id, input, access),
    find: (id) => {
      const found = invoker.find(id)
      const run: NonNullable<typeof found>["run"] = (input, access) => {
        const answered = answer(found!.operation, input)
        if (answered === undefined) return found!.run(input, access)
        return Effect.map(answered, (value) => new EncodedJson(JSON.stringify(value)))
      }
      return found && { ...found, run }
    }
  }
  return setting.browser(Context.make(Invoker, answering)).as(world.team.owner)
}

describe("what every page tells", () => {
  /** What every kind has alike, of which one kind is enough. */
  const isTwin = (path: string) =>
    /:project\/(?!page-views)[\w-]+\/(deleted|:id\/(copy|delete|history|diff|restore|revisions))\b/.test(path)
  /** Files, and pages of the front door, which have tests of their own. */
  const isElsewhere = (path: string) =>
    /download|export\.|^\/(assets|sign-in|authorization-error|consent|invitations|outbox)\b/.test(path)

  const groupOf = (path: string) => /^\/o\/:org\/p\/:project\/([\w-]+)/.exec(path)?.[1] ?? "organizations"

  const addressOf = (path: string) => {
    const { team, ids, member } = world
    const definitions: Readonly<Record<string, string>> = {
      ...{ "page-views": path.includes("deleted") ? ids.deleted : ids.view, "custom-fields": ids.whole.field },
      ...{ "metrics-charts": ids.whole.chart, prompts: ids.whole.prompt, datasets: ids.whole.dataset },
      ...{ apps: ids.whole.app, scorers: ids.whole.scorer }
    }
    const exampleOf = (id: string) => Context.get(setting.services, Invoker).find(id)!.operation.example.input
    const { id: target } = exampleOf("get_eval_target") as { readonly id: string }
    const { id: score } = exampleOf("delete_score") as { readonly id: string }
    const parts: Readonly<Record<string, string | undefined>> = {
      ...{ org: team.organizationId, project: team.project.id, user: member, id: definitions[groupOf(path)] },
      ...{ revision: "1", key: ids.key, run: ids.run, session: ids.session, review: ids.review },
      ...{ connection: ids.connection, trace: traceId(1), span: spanId(101) },
      ...{ item: ids.datasets.read.item, target, score }
    }
    return path.replace(/:(\w+)/g, (none, name: string) => parts[name] ?? none)
  }

  /** How else some pages are asked for. */
  const alsoAsked = (path: string): ReadonlyArray<string> => {
    const { ids } = world
    if (path.endsWith("/diff")) return ["?from=1&to=2"]
    if (path.endsWith("/restore")) return ["?revision=1"]
    if (path.endsWith("/datasets/:id/items")) {
      const { item } = ids.datasets.emptied
      return ["?version=1", `?item=${item}`, `?item=${item}&version=1`, `?item=${item}&purge=ask`]
    }
    if (path.endsWith("/evaluations/:run/compare")) return [`?base=${ids.base}`]
    if (path.endsWith("/evaluations/new")) return [`?from=${ids.nightly}`]
    if (path.endsWith("/reviews/new")) return ["?about=run"]
    return []
  }

  /** What answers in the words of the question, which that of an example is not. */
  const asAsked = /^(query_|compare_metrics|get_review_evidence$|preview_)/

  it("is what it was, where operations answer by their examples, by as little as can be, by none, and by three of each", async () => {
    const times = new Set<number>()
    const browsers = Object.entries(shapes).map(([shape, shaped]) => {
      const answers = new Map<string, unknown>()
      const answer: Answer = (operation) => {
        const { id, effect } = operation
        if (effect !== "read" || asAsked.test(id)) return undefined
        if (!answers.has(id)) {
          answers.set(id, shaped(operation))
          for (const time of timesIn(answers.get(id))) times.add(time)
        }
        return Effect.succeed(answers.get(id))
      }
      return [shape, browserWith(answer)] as const
    })
    const asItIs = browserWith(() => undefined)
    const paths = routesIn(setting.services, { origin }).flatMap(({ method, path }) =>
      method !== "GET" || isTwin(path) || isElsewhere(path) ? [] : [path]
    )
    const groups = Map.groupBy(new Set(paths), groupOf)
    assert.isAbove(groups.size, 15)
    for (const [group, paths] of groups) {
      const told: Array<string> = []
      for (const path of paths) {
        const seen = new Set<string>()
        const look = async (how: string, browser: Browser, query = "") => {
          const { status, html } = await browser.send(addressOf(path) + query)
          assert.isBelow(status, 500, path)
          const text = outlineOf(html, times)
          if (!seen.has(text)) told.push(`# ${path}, ${how}: ${status}`, text, "")
          seen.add(text)
        }
        for (const [shape, browser] of browsers) await look(shape, browser)
        for (const query of alsoAsked(path)) await look(renamed(query), asItIs, query)
      }
      await expect(told.join("\n")).toMatchFileSnapshot(`told/${group}.txt`)
    }
  })
})

describe("where a form tells what is wrong", () => {
  /** What a form sends is noted, and refused for a member of its input. */
  const refusing = (path: string, message: string, note: (input: unknown) => void = () => {}) =>
    browserWith(({ id, effect }, input) => {
      if (effect === "read" && !id.startsWith("estimate_")) return undefined
      note(input)
      return Effect.fail(new ValidationError({ message: "It is refused.", details: { issues: [{ path, message }] } }))
    })

  const leavesOf = (value: unknown): ReadonlyArray<string> =>
    typeof value === "object" && value !== null && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([key, one]) => leavesOf(one).map((path) => `/${key}${path}`))
      : [""]

  const valueAt = (value: unknown, place: string): unknown =>
    place
      .split("/")
      .slice(1)
      .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], value)

  /** Each message at a field, after the name of that. */
  const errorsIn = (html: string) =>
    [...html.matchAll(/<p class="error" id="([^"]*)-error">([^]*?)<\/p\s*>/g)].map(
      ([, field, text = ""]) =>
        `${field}: ${text
          .replace(/<[^>]*>/g, "")
          .replace(/\s+/g, " ")
          .replace("Error: ", "")}`
    )

  it("is where it was, for each form left empty and each member of what it sends", async () => {
    const { path, project } = world.team
    const told: Array<string> = []
    for (const [name, filledIn] of Object.entries(forms.post)) {
      const { page, typed, unseen = [], of = {}, press = {}, sends, by } = filledIn(world)
      const [operation, input] = typeof sends === "function" ? sends({}) : sends
      const isInvoked = Context.get(setting.services, Invoker).find(operation) !== undefined
      if (!isInvoked || Object.keys(typed).length === 0 || by !== undefined) continue
      const send = async (browser: Browser, some: typeof typed) => {
        const shown = await browser.get(`${path}/p/${project.id}${page}`)
        const { action, sent } = formWith(shown, "post", [...Object.keys(typed), ...unseen], of)
        return browser.post(action, { ...Object.fromEntries(sent), ...some, ...press })
      }
      const empty = Object.fromEntries(Object.keys(typed).map((field) => [field, ""]))
      const left = await send(refusing("", "All of it."), empty)
      told.push(`# ${name}, empty: ${left.status}`, ...errorsIn(left.html))
      for (const place of leavesOf(input)) {
        const message = `Refused at ${place}`
        const { status, html } = await send(refusing(place, message), typed)
        const errors = errorsIn(html).join(" ")
        told.push(`${place} at ${errors || (html.includes(message) ? "the top" : `none: ${status}`)}`)
      }
      for (const [field, value] of Object.entries(typed)) {
        if (typeof value !== "string" || !/^[\d.]+$/.test(value)) continue
        const sent: Array<unknown> = []
        const { html } = await send(
          refusing("", "All of it.", (input) => sent.push(input)),
          { ...typed, [field]: "0" }
        )
        const places = leavesOf(input).filter((place) => String(valueAt(input, place)) === value)
        const seen =
          sent.length === 0 ? errorsIn(html) : places.map((place) => JSON.stringify(valueAt(sent.at(-1), place)))
        told.push(`0 as ${field}: ${seen.join(", ")}`)
      }
      told.push("")
    }
    await expect(renamed(told.join("\n"))).toMatchFileSnapshot("told/errors-of-forms.txt")
  })
})
