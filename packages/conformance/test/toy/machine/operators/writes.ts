import { setImmediate } from "node:timers/promises"
import { same } from "../../../../src/Broken.ts"
import type { Model } from "../../../../src/model/index.ts"
import { type KindName, operations } from "../../../served.ts"
import { isError, type Made, type Parts, type Project } from "../../parts.ts"
import { type Json, type Mutant, sending, serving, withParts } from "../mutant.ts"

type Write = "create" | "update" | "restore" | "copy" | "remove"
type Act = (project: Project, kind: KindName, ...rest: ReadonlyArray<Json>) => Promise<Made | object>

const writes: Readonly<Record<Write, string>> = {
  create: "create",
  update: "update",
  restore: "restore",
  copy: "copy",
  remove: "delete"
}
const kinds = ["page_view", "custom_field"] as const

/** Does a write of a kind in another way. */
const writing = (write: Write, kind: KindName, act: (right: Act, parts: Parts, fire: () => void) => Act) => () =>
  withParts((parts, fire) => {
    const right = parts[write] as Act
    const wrong = act(right, parts, fire)
    const chosen: Act = (project, of, ...rest) => (of === kind ? wrong : right)(project, of, ...rest)
    return { [write]: chosen }
  })

const everys = { always: 1, "every other time": 2, "every fifth time": 5, "every twentieth time": 20 } as const

/** The revisions of a definition, of which one, counted from the last, is another. */
const withRevision = ({ revisions }: Model.ModelDefinition, fromLast: number, other: Model.ModelRevision) =>
  revisions.with(revisions.length - fromLast, other)

/** Changes all other definitions of a project with one that is written. */
const changeOthers = (project: Project, id: string, change: (one: Model.ModelDefinition) => Model.ModelDefinition) => {
  project.model = project.model.map((one) => (one.id === id ? one : change(one)))
}

const idOf = (made: Made | object, rest: ReadonlyArray<Json>): string =>
  "id" in made ? (made as { id: string }).id : rest[0]

/** What goes wrong beside a write that succeeds. */
const beside: Readonly<Record<string, (project: Project, id: string, kind: KindName) => void>> = {
  "forget the last revision of the definition before": (project, id, kind) => {
    const other = project.model.findLast((one) => one.id !== id && one.kind === kind && one.revisions.length > 1)
    changeOthers(project, id, (one) => (one === other ? { ...one, revisions: one.revisions.slice(0, -1) } : one))
  },
  "delete the definition before": (project, id, kind) => {
    const other = project.model.findLast((one) => one.id !== id && one.kind === kind)
    project.model = project.model.filter((one) => one !== other)
  },
  "delete the first definition of the other kind": (project, _, kind) => {
    const other = project.model.find((one) => one.kind !== kind)
    project.model = project.model.filter((one) => one !== other)
  },
  "change the first revision": (project, id) => {
    project.model = project.model.map((one) =>
      one.id === id && one.revisions.length > 1
        ? { ...one, revisions: [{ ...one.revisions[0]!, description: "changed" }, ...one.revisions.slice(1)] }
        : one
    )
  },
  "change the revision before": (project, id) => {
    project.model = project.model.map((one) =>
      one.id === id && one.revisions.length > 1
        ? {
            ...one,
            revisions: withRevision(one, 2, { ...one.revisions.at(-2)!, settings: one.revisions.at(-1)!.settings })
          }
        : one
    )
  },
  "move it to the end of the list": (project, id) => {
    const moved = project.model.filter((one) => one.id === id)
    project.model = [...moved, ...project.model.filter((one) => one.id !== id)]
  },
  "detach whatever refers to it": (project, id) => {
    changeOthers(project, id, (one) => {
      const last = one.revisions.at(-1)!
      const kept = Object.entries(last.references).filter(([, { id: used }]) => used !== id)
      return kept.length === Object.keys(last.references).length
        ? one
        : { ...one, revisions: withRevision(one, 1, { ...last, references: Object.fromEntries(kept) }) }
    })
  },
  "let all that pin it follow it": (project, id) => {
    changeOthers(project, id, (one) => {
      const last = one.revisions.at(-1)!
      const references = Object.fromEntries(
        Object.entries(last.references).map(([alias, used]) => [
          alias,
          used.id === id ? { ...used, revision: null } : used
        ])
      )
      return { ...one, revisions: withRevision(one, 1, { ...last, references }) }
    })
  }
}

function* ofWrite(write: Write, kind: KindName): Generator<Mutant> {
  const base = { operation: `${writes[write]}_${kind}`, place: "write" }
  for (const [name, every] of Object.entries(everys)) {
    yield {
      ...base,
      operator: `forget a write, ${name}`,
      serve: () => {
        let count = 0
        return writing(write, kind, (right, _, fire) => async (project, ...rest) => {
          const then = { ...project }
          const made = await right(then, ...rest)
          const isHeld = !isError(made) && ++count % every === 0
          if (isHeld) fire()
          if (!isHeld) project.model = then.model
          return made
        })()
      }
    }
    yield {
      ...base,
      operator: `write what is refused by others, ${name}`,
      serve: () => {
        let count = 0
        return writing(write, kind, (right, parts, fire) => async (project, of, ...rest) => {
          const made = await right(project, of, ...rest)
          if (!isError(made) || ++count % every > 0) return made
          fire()
          await parts.create(project, of, {
            name: `left ${count}`,
            description: null,
            source: {},
            settings: {},
            references: {}
          })
          return made
        })()
      }
    }
  }
  for (const [name, act] of Object.entries(beside)) {
    yield {
      ...base,
      operator: name,
      serve: writing(write, kind, (right, _, fire) => async (project, of, ...rest) => {
        const made = await right(project, of, ...rest)
        const before = project.model
        if (!isError(made)) act(project, idOf(made, rest), of)
        if (project.model !== before) fire()
        return made
      })
    }
  }
  yield {
    ...base,
    operator: "look some time before it writes",
    serve: writing(write, kind, (right) => async (project, of, ...rest) => {
      const then = { ...project }
      await setImmediate()
      const made = await right(then, of, ...rest)
      if (!isError(made)) project.model = then.model
      return made
    })
  }
}

function* repeated(kind: KindName): Generator<Mutant> {
  const base = { operator: "make a write twice", place: "write" }
  yield {
    ...base,
    operation: `update_${kind}`,
    serve: writing("update", kind, (right) => async (project, of, id, expected, changes) => {
      const made = await right(project, of, id, expected, changes)
      if (!isError(made)) await right(project, of, id, expected + 1, changes)
      return made
    })
  }
  yield {
    ...base,
    operation: `restore_${kind}`,
    serve: writing("restore", kind, (right) => async (project, of, id, revision) => {
      const made = await right(project, of, id, revision)
      if (!isError(made)) await right(project, of, id, revision)
      return made
    })
  }
  yield {
    ...base,
    operation: `create_${kind}`,
    serve: writing("create", kind, (right) => async (project, of, content) => {
      const made = await right(project, of, content)
      if (!isError(made)) await right(project, of, { ...content, name: `${content.name.slice(0, 100)} again` })
      return made
    })
  }
  yield {
    ...base,
    operation: `copy_${kind}`,
    serve: writing("copy", kind, (right) => async (project, of, id, name, revision) => {
      const made = await right(project, of, id, name, revision)
      if (!isError(made)) await right(project, of, id, `${name.slice(0, 100)} again`, revision)
      return made
    })
  }
}

/** What a definition is kept with that has nothing yet. */
const nothing: Json = { description: null, references: {} }

/** Which definition a write is kept under: another than is answered. */
function* lost(kind: KindName): Generator<Mutant> {
  for (const part of ["name", "description", "source", "settings", "references"] as const) {
    for (const write of ["create", "update", "restore", "copy"] as const) {
      const isNew = write === "create" || write === "copy"
      if (isNew && !(part in nothing)) continue
      yield {
        operator: "keep a part as it was, and answer it as written",
        operation: `${write}_${kind}`,
        place: `/${part}`,
        serve: writing(write, kind, (right, _, fire) => async (project, of, ...rest) => {
          const made = await right(project, of, ...rest)
          if (isError(made)) return made
          const id = idOf(made, rest)
          project.model = project.model.map((one) => {
            const before: Json = one.revisions.at(-2) ?? nothing
            if (one.id !== id || same(one.revisions.at(-1)![part], before[part])) return one
            fire()
            return { ...one, revisions: withRevision(one, 1, { ...one.revisions.at(-1)!, [part]: before[part] }) }
          })
          return made
        })
      }
    }
    for (const other of ["name", "description", "source", "settings", "references"] as const) {
      if (part === other) continue
      for (const [when, isLost] of [
        [`${other} is written too`, true],
        [`${other} is not`, false]
      ] as const) {
        yield {
          operator: `lose what is written where ${when}`,
          operation: `update_${kind}`,
          place: `/${part}`,
          serve: () =>
            sending(
              operations.find(({ id }) => id === `update_${kind}`)!,
              (input) => {
                const { [part]: _, ...rest } = input
                return other in input === isLost ? rest : input
              }
            )
        }
      }
    }
    if (part in nothing) {
      yield {
        operator: "remove what an update leaves out",
        operation: `update_${kind}`,
        place: `/${part}`,
        serve: () =>
          sending(
            operations.find(({ id }) => id === `update_${kind}`)!,
            (input) => ({ [part]: nothing[part], ...input })
          )
      }
    }
  }
}

/** Revisions and guards that are one off. */
function* offByOne(): Generator<Mutant> {
  for (const operation of operations) {
    const { id } = operation
    for (const member of ["revision", "expectedRevision"] as const) {
      if (!hasMember(id, member)) continue
      const sends = (change: (n: number) => number | undefined) => () =>
        sending(operation, (input) =>
          typeof input[member] === "number" ? { ...input, [member]: change(input[member]) } : input
        )
      const base = { operation: id, place: `/${member}` }
      yield { ...base, operator: "take one less", serve: sends((n) => Math.max(1, n - 1)) }
      yield { ...base, operator: "take one more", serve: sends((n) => Math.min(2 ** 31 - 1, n + 1)) }
      yield { ...base, operator: "take the first for all", serve: sends(() => 1) }
      yield { ...base, operator: "count in a byte", serve: sends((n) => (n > 255 ? n % 256 || 1 : n)) }
      for (const by of [1, 2]) {
        yield {
          ...base,
          operator: `take what is ${by} beyond the last for the last`,
          serve: () =>
            serving(id, () => async (call, fire) => {
              const answer = await call.pass()
              const input = (await call.body()) as Json
              if (![404, 409].includes(answer.status) || typeof input?.[member] !== "number" || input[member] <= by)
                return answer
              const again = await call.pass({ input: { ...input, [member]: input[member] - by } })
              if (again.status !== 200) return answer
              fire()
              return again
            })
        }
      }
      if (member === "expectedRevision")
        yield {
          ...base,
          operator: "take one that is before the current for it",
          serve: () =>
            serving(id, () => async (call, fire) => {
              const answer = await call.pass()
              const input = (await call.body()) as Json
              if (answer.status !== 409 || typeof input?.[member] !== "number") return answer
              const again = await call.pass({ input: { ...input, [member]: input[member] + 1 } })
              if (again.status !== 200) return answer
              fire()
              return again
            })
        }
    }
  }
}

const hasMember = (id: string, member: "revision" | "expectedRevision") =>
  member === "revision"
    ? /^(get|copy|restore)_(page_view|custom_field)$/.test(id)
    : /^(update|delete|restore)_/.test(id)

/** Answers of reads that are older than they may be. */
function* stale(): Generator<Mutant> {
  for (const operation of operations.filter(({ effect }) => effect === "read")) {
    for (const [name, every] of Object.entries({
      "after each write": 1,
      "after every third write": 3,
      "after every twentieth write": 20
    })) {
      yield {
        operator: `answer once as it was, ${name}`,
        operation: operation.id,
        place: "read",
        serve: () => {
          const known = new Map<string, { readonly writes: number; readonly text: string }>()
          let written = 0
          const served = serving(operation.id, () => async (call, fire) => {
            const { headers } = call.request
            const key = [
              headers.get("authorization"),
              headers.get("x-project-id"),
              call.request.url,
              await call.request.clone().text()
            ].join()
            const answer = await call.pass()
            const text = await answer.text()
            const before = known.get(key)
            const isStale = before !== undefined && before.writes !== written && written % every === 0
            known.set(key, { writes: written, text: answer.status === 200 ? text : (before?.text ?? text) })
            if (answer.status === 200 && isStale && before.text !== text) {
              fire()
              return new Response(before.text, { headers: answer.headers })
            }
            return new Response(text, { status: answer.status, headers: answer.headers })
          })
          const { fetch } = served.target
          const isWrite = (request: Request) =>
            operations.some(({ id, effect }) => effect !== "read" && request.url.endsWith(id))
          return {
            ...served,
            target: {
              ...served.target,
              fetch: async (request) => {
                if (isWrite(request)) written++
                return fetch!(request)
              }
            }
          }
        }
      }
    }
  }
}

/** Servers that are wrong in what they write, and when it is seen. */
export const writesOf: ReadonlyArray<Mutant> = [
  ...kinds.flatMap((kind) => [
    ...(Object.keys(writes) as ReadonlyArray<Write>).flatMap((write) => [...ofWrite(write, kind)]),
    ...repeated(kind),
    ...lost(kind)
  ]),
  ...offByOne(),
  ...stale()
]
