import { AgentError } from "@agent-operations/client"
import { viewFamilies } from "@agent-operations/contract"
import * as Result from "effect/Result"
import { drawn } from "@agent-operations/testing/drawn"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { parseDocument } from "../src/sync/document.ts"
import { folderKinds } from "../src/sync/kinds.ts"
import type { Lock } from "../src/sync/lock.ts"
import { usedFirst } from "../src/sync/order.ts"
import { type Calls, compare, listProject } from "../src/sync/project.ts"
import { basesOf, planPull } from "../src/sync/pull-plan.ts"
import { planPush } from "../src/sync/push-plan.ts"
import { pushSteps } from "../src/sync/push-steps.ts"
import { type Content, foldName } from "../src/sync/content.ts"

const kinds = folderKinds(viewFamilies).filter(({ name }) => name === "page_view")
const [kind] = kinds
const projectId = "model"

interface Revision extends Content {
  readonly id: string
  readonly revision: number
  readonly updatedBy: { readonly name: string }
}

const refused = (code: string) => {
  throw new AgentError({ code, message: code, hint: "", operation: "", attempts: 1, status: 409 })
}

/** A server that keeps revisions, as the laws say. */
const makeServer = () => {
  const all = new Map<string, Array<Revision>>()
  const currentOf = (id: string): Revision => all.get(id)?.at(-1) ?? refused("NOT_FOUND")
  const isTaken = (name: string, id?: string) =>
    [...all.values()].some(
      (revisions) => revisions.at(-1)!.id !== id && foldName(revisions.at(-1)!.name) === foldName(name)
    )
  const add = (next: Revision): Revision => {
    if (isTaken(next.name, next.id)) refused("NAME_TAKEN")
    if (Object.values(next.references).some(({ id }) => !all.has(id))) refused("REFERENCE_NOT_FOUND")
    all.set(next.id, [...(all.get(next.id) ?? []), next])
    return next
  }
  let count = 0
  const updatedBy = { name: "Ada" }
  const create = (content: Content) =>
    add({ ...content, id: `pv_${String(++count).padStart(26, "0")}`, revision: 1, updatedBy })
  const update = (id: string, expectedRevision: number, changes: Partial<Content>) => {
    const current = currentOf(id)
    if (current.revision !== expectedRevision) refused("CONFLICT")
    return add({ ...current, ...changes, revision: expectedRevision + 1 })
  }
  const calls: Calls = {
    read: async (operation, input) => {
      if (operation === kind!.operations.list) {
        return { items: [...all.values()].map((revisions) => revisions.at(-1)), nextCursor: null }
      }
      const { id, revision } = input as { readonly id: string; readonly revision?: number }
      return revision === undefined ? currentOf(id) : all.get(id)?.[revision - 1]
    },
    write: async (operation, input) => {
      if (operation === kind!.operations.create) return create(input as Content)
      const { id, expectedRevision, ...changes } = input as { readonly id: string; readonly expectedRevision: number }
      return update(id, expectedRevision, changes)
    }
  }
  return {
    calls,
    create,
    update: (id: string, changes: Partial<Content>) => update(id, currentOf(id).revision, changes),
    remove: (id: string) => {
      const isUsed = [...all].some(
        ([user, revisions]) =>
          user !== id && Object.values(revisions.at(-1)!.references).some((reference) => reference.id === id)
      )
      return !isUsed && all.delete(id)
    },
    current: () => [...all.values()].map((revisions) => revisions.at(-1)!)
  }
}

/** A folder in memory. */
const makeFolder = () => {
  const files = new Map<string, string>()
  let lock: Lock = new Map()
  const read = () => {
    const parsed = [...files].map(([path, text]) => {
      const place = path.replace(/\.json$/, "")
      return {
        place,
        kind: kind!,
        paths: [path],
        read: parseDocument(place, kind!, new Map([[path, text]]), projectId)
      }
    })
    return {
      documents: parsed.flatMap(({ read }) => (Result.isSuccess(read) ? [read.success] : [])),
      unreadable: parsed.flatMap(({ read, ...rest }) =>
        Result.isFailure(read) ? [{ ...rest, why: read.failure }] : []
      )
    }
  }
  return {
    files,
    record: (next: Lock) => void (lock = new Map(next)),
    compared: async (calls: Calls) => compare(read(), lock, await listProject(kinds, calls), kinds)
  }
}

type World = { readonly server: ReturnType<typeof makeServer>; readonly folder: ReturnType<typeof makeFolder> }

const pull = async ({ server: { calls }, folder }: World) => {
  const comparison = await folder.compared(calls)
  const bases = new Map<string, Content>()
  for (const { remote, revision } of basesOf(comparison)) {
    bases.set(remote.id, (await calls.read(kind!.operations.get, { id: remote.id, revision })) as Content)
  }
  const plan = planPull(comparison, bases, { projectId, discard: false })
  for (const [path, text] of plan.files) folder.files.set(path, text)
  for (const path of plan.removed) folder.files.delete(path)
  folder.record(plan.lock)
  return plan
}

const push = async ({ server: { calls }, folder }: World, stopAfter = Infinity) => {
  const comparison = await folder.compared(calls)
  const plan = planPush(comparison, { projectId, prune: false })
  const known = new Map(
    comparison.places.flatMap(({ place, seen }) => (seen === undefined ? [] : [[place, seen] as const]))
  )
  const stop = new AbortController()
  let writes = 0
  const counted: Calls = {
    ...calls,
    write: (operation, input) => {
      if (++writes >= stopAfter) stop.abort()
      return calls.write(operation, input)
    }
  }
  if (plan.problems.length > 0) return { plan, pushed: undefined }
  return { plan, pushed: await pushSteps(plan, known, counted, folder.record, stop.signal) }
}

const view = (name: string, token: string): Content => ({
  name,
  description: null,
  source: { type: "table" },
  settings: { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: { [token]: 1 } },
  references: {}
})

const extraOf = ({ settings }: Content): Readonly<Record<string, unknown>> =>
  (settings as { readonly extra: Readonly<Record<string, unknown>> }).extra

const whats = [
  "create there",
  "change there",
  "use there",
  "delete there",
  "create here",
  "change here",
  "use here",
  "pull",
  "push",
  "push a part"
] as const

const names = ["A", "B", "C"]

/** Something that somebody does on one of the sides; `at` and `to` choose definitions. */
const action = fc.record({
  do: fc.constantFrom(...whats),
  at: fc.nat(names.length - 1),
  to: fc.nat(names.length - 1)
})

/** What is used here is deleted there, and what uses it is changed there too. */
const usedAndDeleted = (
  [
    ["create there", 0],
    ["create there", 1],
    ["pull", 0],
    ["use here", 0],
    ["change there", 0],
    ["delete there", 1]
  ] as const
).map(([what, at]) => ({ do: what, at, to: 1 }))

describe("any changes on both sides", () => {
  it("R2, R3: are all there after a pull and a push, which leave nothing more to do", async () => {
    await drawn(
      {
        told: 0.0025,
        pushed: 0.5,
        ...(Object.fromEntries(whats.map((what) => [what, 0.2])) as Record<(typeof whats)[number], number>)
      },
      (of) =>
        fc.assert(
          fc.asyncProperty(fc.array(action, { minLength: 15, maxLength: 30 }), async (actions) => {
            const world: World = { server: makeServer(), folder: makeFolder() }
            const { server, folder } = world
            // What was ever written of a name, which no later change takes away; but by a deletion, which forgets what it had.
            const tokens = new Map<string, Set<string>>()
            const done = new Set<(typeof whats)[number]>()
            const write = (name: string, token: string) =>
              tokens.set(name, new Set([...(tokens.get(name) ?? []), token]))

            for (const [step, { do: what, at, to }] of actions.entries()) {
              const token = `t${step}`
              let isDone = true
              const name = names[at]!
              const there = server.current().find((one) => one.name === name)
              const used = server.current().at(to % Math.max(1, server.current().length))
              const path = `page-views/${name.toLowerCase()}.json`
              const text = folder.files.get(path)
              const here = text === undefined ? undefined : JSON.parse(text)
              if (what === "create there" && there === undefined) {
                server.create(view(name, token))
                write(name, token)
              } else if (what === "change there" && there !== undefined) {
                const settings = { ...(there.settings as object), extra: { ...extraOf(there), [token]: 1 } }
                server.update(there.id, { settings: settings as Content["settings"] })
                write(name, token)
              } else if (what === "use there" && there !== undefined && used !== undefined) {
                const reference = { kind: "page_view", id: used.id, revision: null }
                server.update(there.id, { references: { ...there.references, [token]: reference } })
              } else if (what === "delete there" && there !== undefined) {
                const mine = Object.keys(here?.settings.extra ?? {}).filter(
                  (one) => tokens.get(name)?.has(one) && !Object.hasOwn(extraOf(there), one)
                )
                if (server.remove(there.id)) tokens.set(name, new Set(mine))
              } else if (what === "create here" && here === undefined) {
                folder.files.set(path, JSON.stringify(view(name, token)))
                write(name, token)
              } else if (what === "change here" && here !== undefined) {
                const settings = { ...here.settings, extra: { ...here.settings.extra, [token]: 1 } }
                folder.files.set(path, JSON.stringify({ ...here, settings }))
                write(name, token)
              } else if (
                what === "use here" &&
                here !== undefined &&
                folder.files.has(`page-views/${names[to]!.toLowerCase()}.json`)
              ) {
                const references = { ...here.references, [token]: { kind: "page_view", name: names[to] } }
                folder.files.set(path, JSON.stringify({ ...here, references }))
              } else if (what === "pull") await pull(world)
              else if (what === "push") await push(world)
              else if (what === "push a part") await push(world, 1 + at)
              else isDone = false
              if (isDone) done.add(what)
            }

            await pull(world)
            const { plan, pushed } = await push(world)
            // Only a reference to what was deleted there is left, which is told.
            of(...done, pushed === undefined ? "told" : "pushed")
            if (pushed === undefined) {
              assert.isNotEmpty(plan.problems)
              return assert.isTrue(
                plan.problems.every((problem) => problem.includes("there is no page_view")),
                plan.problems.join("\n")
              )
            }
            assert.deepStrictEqual([pushed.failed, pushed.conflicts], [[], []])
            const current = new Map(server.current().map((one) => [one.name, one]))
            for (const [name, written] of tokens) {
              const one = current.get(name)
              if (one !== undefined) assert.includeMembers(Object.keys(extraOf(one)), [...written])
              else assert.isFalse(folder.files.has(`page-views/${name.toLowerCase()}.json`))
            }
            const before = new Map(folder.files)
            const again = await pull(world)
            assert.deepStrictEqual([...folder.files], [...before])
            assert.isTrue(again.pulled.every(({ outcome }) => outcome === "unchanged"))
            assert.isEmpty((await push(world)).plan.steps)
          }),
          { numRuns: 400, examples: [[usedAndDeleted]] }
        )
    )
  })
})

describe("an order of what uses what", () => {
  it("has each after what it uses, but for what is told to come later, as a circle does", () => {
    const graph = fc.array(fc.array(fc.nat(7), { maxLength: 4 }), { maxLength: 8 })
    fc.assert(
      fc.property(graph, (uses) => {
        const nodes = uses.map((used, key) => ({ key: String(key), uses: used.map(String) }))
        const ordered = usedFirst(nodes)
        assert.sameMembers(
          ordered.map(({ key }) => key),
          nodes.map(({ key }) => key)
        )
        const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
          if (from === to) return true
          if (seen.has(from)) return false
          seen.add(from)
          return (nodes[Number(from)]?.uses ?? []).some((next) => reaches(next, to, seen))
        }
        const place = new Map(ordered.map(({ key }, index) => [key, index]))
        for (const { key, later } of ordered) {
          for (const used of nodes[Number(key)]!.uses) {
            if (!place.has(used)) continue
            assert.strictEqual(later.has(used), place.get(used)! >= place.get(key)!)
            if (later.has(used)) assert.isTrue(reaches(used, key))
          }
        }
      })
    )
  })

  it("of a long chain needs no deep stack", () => {
    const chain = Array.from({ length: 20_000 }, (_, key) => ({ key: String(key), uses: [String(key + 1)] }))
    assert.strictEqual(usedFirst(chain)[0]?.key, "19999")
  })
})
