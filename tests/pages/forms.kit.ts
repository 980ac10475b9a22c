import { ApiKeys, AuditLog, Invitations, Organizations } from "@agent-operations/auth"
import { Budgets, type ConsoleServices, ModelConnections } from "@agent-operations/console"
import { BrowserSessions, Grants, SignIn } from "@agent-operations/identity"
import { Invoker } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Context, Effect, Redacted } from "effect"
import { assert } from "vitest"
import type { Answer } from "./browser.ts"

/** What was called, by its name, and what it was given. */
export type Told = readonly [name: string, input: unknown]

/** A secret open, wherever it stands. */
const plain = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  if (typeof value !== "object" || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[key, plain(one)]]))
  )
}

/** How the next page of a list is named that never ends. */
export const next = "7777"

type Members = Readonly<Record<string, unknown>>

/** What asks for the first page, in place of the next of a list that never ends. */
const asFirst = (input: unknown): unknown => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input
  const isNext = ([name, value]: readonly [string, unknown]) =>
    (name === "cursor" || name === "before") && String(value) === next
  return Object.fromEntries(Object.entries(input).filter((entry) => !isNext(entry)))
}

/** An answer that has a next page, where it is one of several. */
const goingOn = <A>(answer: A): A => {
  if (typeof answer !== "object" || answer === null) return answer
  const on = { nextCursor: next, nextBefore: Number(next) }
  const going = Object.entries(on).filter(([name]) => name in answer)
  return going.length === 0 ? answer : { ...answer, ...Object.fromEntries(going) }
}

const grant = {
  ...{ id: "gr_1", clientName: "Claude", redirectHost: "claude.example", projectId: "prj_1", projectName: "Support" },
  ...{ person: { id: "usr_1", name: "Ada", email: "ada@example.com" }, scopes: ["views:read"] },
  ...{ createdAt: "2014-01-02T03:04:05.000Z", lastUsedAt: null }
}

/** The services of lists: each list has a next page, which is noted as it is asked for, and is as the first. */
export const endless = (services: Context.Context<ConsoleServices>, told: Array<Told>) => {
  const noted = <S extends object>(service: S, prefix: string, paged: keyof S & string, more: object = {}): S =>
    new Proxy(service, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (name !== paged) return method
        return (...args: ReadonlyArray<unknown>) => {
          told.push([`${prefix}.${name}`, plain(args.at(-1))])
          const asked = Reflect.apply(method as () => Effect.Effect<Members>, target, [
            ...args.slice(0, -1),
            asFirst(args.at(-1))
          ])
          return Effect.map(asked, (answer: Members) => ({ ...goingOn(answer), ...more }))
        }
      }
    })
  const invoker = Context.get(services, Invoker)
  const invoking: Invoker["Service"] = {
    ...invoker,
    invoke: (id, input, access) => {
      told.push([id, plain(input)])
      return Effect.map(invoker.invoke(id, asFirst(input), access), goingOn)
    }
  }
  return Context.make(Invoker, invoking).pipe(
    Context.add(AuditLog, noted(Context.get(services as Context.Context<AuditLog>, AuditLog), "AuditLog", "list")),
    Context.add(
      EncodedRevisionStore,
      noted(Context.get(services, EncodedRevisionStore), "EncodedRevisionStore", "historySummaries")
    ),
    // No application is connected here, and a list of none has no next page.
    Context.add(
      Grants,
      noted(Context.get(services as Context.Context<Grants>, Grants), "Grants", "listOfOrganization", {
        items: [grant]
      })
    )
  )
}

/** The services that forms call, each of which notes what it is given before it does it. */
export const noting = (services: Context.Context<ConsoleServices>, told: Array<Told>) => {
  const noted = <S extends object>(service: S, prefix: string): S =>
    new Proxy(service, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== "function") return method
        return (...args: ReadonlyArray<unknown>) => {
          // The store is told where and of which kind first.
          told.push([`${prefix}.${String(name)}`, plain(args.at(-1))])
          return Reflect.apply(method, target, args)
        }
      }
    })
  const invoker = Context.get(services, Invoker)
  const invoking: Invoker["Service"] = {
    ...invoker,
    invoke: (id, input, access) => {
      told.push([id, plain(input)])
      return invoker.invoke(id, input, access)
    },
    find: (id) => {
      const found = invoker.find(id)
      return (
        found && {
          ...found,
          run: (input, access) => {
            told.push([id, plain(input)])
            return found.run(input, access)
          }
        }
      )
    }
  }
  const all = services as Context.Context<ConsoleServices | Budgets | ModelConnections>
  return Context.make(Invoker, invoking).pipe(
    Context.add(ApiKeys, noted(Context.get(all, ApiKeys), "ApiKeys")),
    Context.add(Organizations, noted(Context.get(all, Organizations), "Organizations")),
    Context.add(Invitations, noted(Context.get(all, Invitations), "Invitations")),
    Context.add(Budgets, noted(Context.get(all, Budgets), "Budgets")),
    Context.add(ModelConnections, noted(Context.get(all, ModelConnections), "ModelConnections")),
    Context.add(BrowserSessions, noted(Context.get(all, BrowserSessions), "BrowserSessions")),
    Context.add(AuditLog, noted(Context.get(all, AuditLog), "AuditLog")),
    Context.add(Grants, noted(Context.get(all, Grants), "Grants")),
    Context.add(EncodedRevisionStore, noted(Context.get(all, EncodedRevisionStore), "EncodedRevisionStore")),
    Context.add(SignIn, noted(Context.get(all, SignIn), "SignIn"))
  )
}

/** A form of a page: what a browser would send of it, and the names of all its fields, sent or not. */
interface ShownForm {
  readonly action: string
  readonly sent: ReadonlyMap<string, ReadonlyArray<string>>
  readonly names: ReadonlySet<string>
}

const nameIn = (tag: string) => /\sname="([^"]*)"/.exec(tag)?.[1]

/** The forms of a page that post, or that ask. */
const formsOf = (page: Answer, method: "get" | "post"): ReadonlyArray<ShownForm> => {
  const [main = ""] = /<main[^]*<\/main\s*>/.exec(page.html) ?? []
  const forms = [...main.matchAll(/<form\s[^>]*>[^]*?<\/form\s*>/g)].filter(
    ([form]) => /^[^>]*\smethod="(get|post)"/.exec(form)?.[1] === method
  )
  return forms.map(([form]) => {
    const { action, all } = page.withMain(form).form(method)
    const fields = [...form.matchAll(/<(?:input|textarea|select)\s[^>]*>/g)]
    const names = fields.flatMap(([tag]) => nameIn(tag) ?? [])
    const sent = Map.groupBy(all, ([name]) => name)
    return {
      action,
      names: new Set(names),
      sent: new Map([...sent].map(([name, values]) => [name, values.map(([, value]) => value)]))
    }
  })
}

/** The form of a page that has all of some fields, and some of them as they are told. */
export const formWith = (
  page: Answer,
  method: "get" | "post",
  names: ReadonlyArray<string>,
  of: Readonly<Record<string, string>>
): ShownForm =>
  formsOf(page, method).find(
    ({ names: own, sent }) =>
      names.every((name) => own.has(name)) && Object.entries(of).every(([name, value]) => sent.get(name)?.[0] === value)
  ) ?? assert.fail(`no form of ${page.path} has ${names.join(", ")}: ${page.text}`)
