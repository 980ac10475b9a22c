import type { Operation } from "@agent-operations/contract"
import { operations } from "../../../served.ts"
import { type Call, failing, type Json, type Mutant, resulting, sending, serving } from "../mutant.ts"

const ofPaging = (paging: Operation.Any["paging"]) =>
  operations.filter((operation: Operation.Any) => operation.paging === paging) as ReadonlyArray<Operation.Any>

/** Changes the answer with what was sent at hand. */
const page = (operation: Operation.Any, change: (data: Json, input: Json, call: Call) => Json) => () =>
  resulting(operation, async (data, call) => change(data, await call.body(), call))

const send = (operation: Operation.Any, change: (input: Json) => Json) => () => sending(operation, change)

/** Mutants of an operation, by the place that they change. */
const namedIn =
  (operation: Operation.Any) =>
  (place: string) =>
  (operator: string, serve: Mutant["serve"]): Mutant => ({ operator, operation: operation.id, place, serve })

function* ofLimit(operation: Operation.Any, most: number, defaults: ReadonlyArray<number>): Generator<Mutant> {
  const limit = namedIn(operation)("/limit")
  yield limit(
    "give one more",
    send(operation, (input) => ("limit" in input && input.limit < most ? { ...input, limit: input.limit + 1 } : input))
  )
  yield limit(
    "ignore the limit",
    send(operation, ({ limit: _, ...input }) => input)
  )
  for (const count of defaults) {
    yield limit(
      `give ${count} by default`,
      send(operation, (input) => ({ limit: count, ...input }))
    )
  }
}

function* ofLists(operation: Operation.Any): Generator<Mutant> {
  const named = namedIn(operation)
  yield* ofLimit(operation, 200, [51, 200])
  const limit = named("/limit")
  yield limit(
    "give nothing where one is asked for",
    page(operation, (data, { limit: asked }) => (asked === 1 ? { ...data, items: [] } : data))
  )
  yield limit(
    "give nothing on each page but the first",
    page(operation, (data, { cursor }) => (cursor === undefined ? data : { ...data, items: [] }))
  )

  const items = named("/items")
  yield items(
    "leave the first out",
    page(operation, (data) => ({ ...data, items: data.items.slice(1) }))
  )
  yield items(
    "leave the last out",
    page(operation, (data) => ({ ...data, items: data.items.slice(0, -1) }))
  )
  yield items(
    "leave the last of a full page out",
    page(operation, (data) => (data.nextCursor === null ? data : { ...data, items: data.items.slice(0, -1) }))
  )
  yield items(
    "leave the first of a next page out",
    page(operation, (data, { cursor }) => (cursor === undefined ? data : { ...data, items: data.items.slice(1) }))
  )
  yield items(
    "give the last twice",
    page(operation, (data) => ({ ...data, items: [...data.items, ...data.items.slice(-1)] }))
  )
  yield items(
    "order the oldest first",
    page(operation, (data) => ({ ...data, items: data.items.toReversed() }))
  )
  yield items(
    "order by name",
    page(operation, (data) => ({
      ...data,
      items: data.items.toSorted((a: Json, b: Json) => (a.name < b.name ? -1 : 1))
    }))
  )
  yield items(
    "order by ID",
    page(operation, (data) => ({ ...data, items: data.items.toSorted((a: Json, b: Json) => (a.id < b.id ? -1 : 1)) }))
  )
  yield items(
    "order by the last change",
    page(operation, (data) => ({ ...data, items: data.items.toSorted((a: Json, b: Json) => b.revision - a.revision) }))
  )
  yield items(
    "leave those of more than one revision out",
    page(operation, (data) => ({ ...data, items: data.items.filter(({ revision }: Json) => revision === 1) }))
  )
  yield items(
    "leave those that are copied out",
    page(operation, (data) => ({ ...data, items: data.items.filter(({ origin }: Json) => origin.type !== "copied") }))
  )
  yield items(
    "leave those that are restored out",
    page(operation, (data) => ({ ...data, items: data.items.filter(({ origin }: Json) => origin.type !== "restored") }))
  )
  yield items(
    "leave those with references out",
    page(operation, (data) => ({
      ...data,
      items: data.items.filter(({ references }: Json) => Object.keys(references).length === 0)
    }))
  )
  yield items(
    "leave those without a description out",
    page(operation, (data) => ({ ...data, items: data.items.filter(({ description }: Json) => description !== null) }))
  )
  yield items(
    "leave those of long names out",
    page(operation, (data) => ({ ...data, items: data.items.filter(({ name }: Json) => name.length < 100) }))
  )

  const cursor = named("/cursor")
  yield cursor(
    "end after the first page",
    page(operation, (data) => ({ ...data, nextCursor: null }))
  )
  yield cursor(
    "end after the second page",
    page(operation, (data, { cursor: asked }) => (asked === undefined ? data : { ...data, nextCursor: null }))
  )
  yield cursor(
    "end where the page is short of ten",
    page(operation, (data) => (data.items.length < 10 ? { ...data, nextCursor: null } : data))
  )
  yield cursor("go on after the end", () => {
    let last: string | null = null
    return resulting(operation, (data) => {
      last = data.nextCursor ?? last
      return { ...data, nextCursor: data.nextCursor ?? last }
    })
  })
  yield cursor(
    "begin anew on the second page",
    send(operation, ({ cursor: _, ...input }) => input)
  )
  yield cursor(
    "give the same cursor again",
    page(operation, (data, { cursor: asked }) =>
      asked === undefined || data.nextCursor === null ? data : { ...data, nextCursor: asked }
    )
  )
  yield cursor("take any other for the beginning", () =>
    failing(operation, "VALIDATION_ERROR", async (_, __, call) => {
      const input = (await call.body()) as Json
      if (typeof input?.cursor !== "string") return undefined
      const { cursor: ___, ...rest } = input
      return call.pass({ input: rest })
    })
  )
  const cursors =
    (isRight: (given: Json, now: Json) => boolean, places: Readonly<Record<string, (call: Call) => unknown>> = {}) =>
    () => {
      const known = new Map<string, Json>()
      const askedBy = (call: Call, input: Json) => ({
        ...input,
        project: call.request.headers.get("x-project-id"),
        key: call.request.headers.get("authorization"),
        ...Object.fromEntries(Object.entries(places).map(([name, read]) => [name, read(call)]))
      })
      return serving(operation.id, (target) => async (call, fire) => {
        const input = (await call.body()) as Json
        const answer = await call.pass()
        const now = askedBy(call, input)
        if (answer.status === 200) {
          const { data } = (await answer.clone().json()) as Json
          if (data.nextCursor !== null) known.set(data.nextCursor, now)
          return answer
        }
        const given = known.get(input?.cursor)
        if (answer.status !== 400 || given === undefined || !isRight(given, now)) return answer
        fire()
        const authorized = { authorization: given.key, "x-project-id": given.project }
        void target
        return call.pass({ input: { ...input, search: given.search }, headers: authorized })
      })
    }
  yield cursor(
    "take one with another search",
    cursors((given, now) => given.project === now.project && given.search !== now.search)
  )
  yield cursor(
    "take one of another project",
    cursors((given, now) => given.project !== now.project)
  )
  for (const [name, repair] of Object.entries({
    "with a letter more": (one: string) => one.slice(0, -1),
    "with white space": (one: string) => one.trim(),
    "with padding": (one: string) => one.replace(/=+$/, "")
  })) {
    yield cursor(`take one ${name}`, () =>
      failing(operation, "VALIDATION_ERROR", async (_, __, call) => {
        const input = (await call.body()) as Json
        if (typeof input?.cursor !== "string") return undefined
        const answer = await call.pass({ input: { ...input, cursor: repair(input.cursor) } })
        return answer.status === 200 ? answer : undefined
      })
    )
  }
  for (const part of ["any letter", "the last letter", "the first letter"] as const) {
    yield cursor(`take one of which ${part} is changed`, () => {
      const known = new Set<string>()
      const isNear = (given: string, one: string) => {
        if (given === one || given.length !== one.length) return false
        const differing = [...one].flatMap((letter, n) => (letter === given[n] ? [] : [n]))
        const [only] = differing
        const wanted = part === "any letter" || (part === "the last letter" ? only === one.length - 1 : only === 0)
        return differing.length === 1 && wanted
      }
      return serving(operation.id, () => async (call, fire) => {
        const input = (await call.body()) as Json
        const answer = await call.pass()
        if (answer.status === 200) {
          const { data } = (await answer.clone().json()) as Json
          if (data.nextCursor !== null) known.add(data.nextCursor)
          return answer
        }
        const near = typeof input?.cursor === "string" ? [...known].find((one) => isNear(input.cursor, one)) : undefined
        if (near === undefined) return answer
        fire()
        return call.pass({ input: { ...input, cursor: near } })
      })
    })
  }

  const total = named("/total")
  const withTotal = (change: (total: number, data: Json, input: Json) => number | undefined) =>
    page(operation, (data, input) => ("total" in data ? { ...data, total: change(data.total, data, input) } : data))
  yield total(
    "count one more",
    withTotal((count) => count + 1)
  )
  yield total(
    "count one less",
    withTotal((count) => Math.max(0, count - 1))
  )
  yield total(
    "count the page",
    withTotal((_, { items: all }) => all.length)
  )
  yield total(
    "count ten at most",
    withTotal((count) => Math.min(10, count))
  )
  yield total(
    "count three at most",
    withTotal((count) => Math.min(3, count))
  )
  yield total(
    "leave it out",
    withTotal(() => undefined)
  )
  yield total(
    "leave it out after the first page",
    withTotal((count, _, { cursor: asked }) => (asked === undefined ? count : undefined))
  )
  yield total(
    "leave it out where it is zero",
    withTotal((count) => (count === 0 ? undefined : count))
  )
  const always = (isHeld: (input: Json) => boolean) =>
    page(operation, async (data, input, call) => {
      if ("total" in data || !isHeld(input)) return data
      const counted = await call.pass({ input: { ...input, includeTotal: true } })
      return { ...data, total: ((await counted.json()) as Json).data.total }
    })
  yield total(
    "give it always",
    always(() => true)
  )
  yield total(
    "give it where it is declined",
    always((input) => input.includeTotal === false)
  )
  yield total(
    "count everything",
    page(operation, async (data, { search: _, cursor: __, ...input }, call) => {
      if (!("total" in data)) return data
      const counted = await call.pass({ input: { ...input, includeTotal: true } })
      return { ...data, total: ((await counted.json()) as Json).data.total }
    })
  )

  const search = named("/search")
  /** Searches as a server that looks at each of all names. */
  const searching = (matches: (name: string, search: string) => boolean) =>
    page(operation, async (data, { search: asked }) =>
      asked === undefined ? data : { ...data, items: data.items.filter(({ name }: Json) => matches(name, asked)) }
    )
  yield search(
    "ignore it",
    send(operation, ({ search: _, ...input }) => input)
  )
  yield search(
    "tell letters apart by their case",
    searching((name, asked) => name.includes(asked))
  )
  yield search(
    "look at the beginning of names",
    searching((name, asked) => name.toLowerCase().startsWith(asked.toLowerCase()))
  )
  yield search(
    "look at the end of names",
    searching((name, asked) => name.toLowerCase().endsWith(asked.toLowerCase()))
  )
  yield search(
    "look at whole names",
    searching((name, asked) => name.toLowerCase() === asked.toLowerCase())
  )
  yield search(
    "look at whole words",
    searching((name, asked) => ` ${name} `.toLowerCase().includes(` ${asked} `.toLowerCase()))
  )
  yield search(
    "look at the first 50 characters",
    searching((name, asked) => name.slice(0, 50).toLowerCase().includes(asked.toLowerCase()))
  )
  yield search(
    "find none by an empty one",
    searching((_, asked) => asked !== "")
  )
  yield search(
    "find none by one letter",
    searching((_, asked) => asked.length !== 1)
  )
  yield search(
    "find none by two letters",
    searching((_, asked) => asked.length !== 2)
  )
  yield search(
    "ignore case in ASCII alone",
    searching((name, asked) =>
      name.replace(/[A-Z]/g, (one) => one.toLowerCase()).includes(asked.replace(/[A-Z]/g, (one) => one.toLowerCase()))
    )
  )
  yield search(
    "find none with a space in it",
    searching((_, asked) => !asked.includes(" "))
  )
  yield search(
    "find none with a point",
    searching((_, asked) => !/[.*+?()[\]{}|^$\\]/.test(asked))
  )
  for (const [name, change] of Object.entries({
    "take the white space off it": (asked: string) => asked.trim(),
    "take % off it": (asked: string) => asked.replaceAll("%", ""),
    "take _ off it": (asked: string) => asked.replaceAll("_", ""),
    "take backslashes off it": (asked: string) => asked.replaceAll("\\", ""),
    "look for 20 characters at most": (asked: string) => asked.slice(0, 20),
    "look for the first word": (asked: string) => asked.split(" ")[0] ?? "",
    "take the accents off it": (asked: string) => asked.normalize("NFD").replace(/\p{Mn}/gu, ""),
    "take entities for what they stand for": (asked: string) => asked.replaceAll("&lt;", "<"),
    "take plus for a space": (asked: string) => asked.replaceAll("+", " ")
  })) {
    yield search(
      name,
      send(operation, (input) =>
        typeof input.search === "string" ? { ...input, search: change(input.search) } : input
      )
    )
  }
  yield search(
    "look at descriptions too",
    page(operation, async (data, { search: asked, cursor: from }, call) => {
      if (asked === undefined || from !== undefined || asked === "") return data
      const answer = await call.pass({ input: { limit: 200 } })
      const { items: all } = ((await answer.json()) as Json).data
      const more = all.filter(
        (one: Json) =>
          one.description?.toLowerCase().includes(asked.toLowerCase()) &&
          !one.name.toLowerCase().includes(asked.toLowerCase())
      )
      return { ...data, items: [...data.items, ...more] }
    })
  )
}

function* ofHistories(operation: Operation.Any): Generator<Mutant> {
  const named = namedIn(operation)
  const before = named("/before")
  yield before(
    "give those up to it",
    send(operation, (input) =>
      "before" in input ? { ...input, before: Math.min(2 ** 31 - 1, input.before + 1) } : input
    )
  )
  yield before(
    "leave one out below it",
    send(operation, (input) => (input.before > 1 ? { ...input, before: input.before - 1 } : input))
  )
  yield before(
    "ignore it",
    send(operation, ({ before: _, ...input }) => input)
  )
  yield before(
    "give none where it is beyond the last",
    page(operation, (data, { before: asked }) =>
      asked > (data.items[0]?.revision ?? 0) + 1 ? { items: [], nextBefore: null } : data
    )
  )
  const items = named("/items")
  yield items(
    "order the oldest first",
    page(operation, (data) => ({ ...data, items: data.items.toReversed() }))
  )
  yield items(
    "leave the first revision out",
    page(operation, (data) => ({ ...data, items: data.items.filter(({ revision }: Json) => revision > 1) }))
  )
  yield items(
    "leave the current revision out",
    page(operation, async (data, { id }, call) => {
      const answer = await call.pass({ operation: operation.id.replace("_history", ""), input: { id } })
      const { revision: current } = ((await answer.json()) as Json).data
      return { ...data, items: data.items.filter(({ revision }: Json) => revision !== current) }
    })
  )
  yield items(
    "leave those that are restored out",
    page(operation, (data) => ({ ...data, items: data.items.filter(({ origin }: Json) => origin.type !== "restored") }))
  )
  yield items(
    "give the last twice",
    page(operation, (data) => ({ ...data, items: [...data.items, ...data.items.slice(-1)] }))
  )
  const next = named("/nextBefore")
  yield next(
    "end after the first page",
    page(operation, (data) => ({ ...data, nextBefore: null }))
  )
  yield next(
    "end after the second page",
    page(operation, (data, { before: asked }) => (asked === undefined ? data : { ...data, nextBefore: null }))
  )
  yield next(
    "go on after the end",
    page(operation, (data) => ({ ...data, nextBefore: data.nextBefore ?? 1 }))
  )
  yield next(
    "be one less",
    page(operation, (data) => ({ ...data, nextBefore: data.nextBefore && (data.nextBefore - 1 || null) }))
  )
  yield next(
    "be one more",
    page(operation, (data) => ({ ...data, nextBefore: data.nextBefore && data.nextBefore + 1 }))
  )
  yield* ofLimit(operation, 200, [51])
}

function* ofDependencies(operation: Operation.Any): Generator<Mutant> {
  const named = namedIn(operation)
  const more = named("/hasMore")
  yield more(
    "say that there is more",
    page(operation, (data) => ({ ...data, hasMore: true }))
  )
  yield more(
    "say that there is no more",
    page(operation, (data) => ({ ...data, hasMore: false }))
  )
  yield more(
    "say that there is more where the page is full",
    page(operation, (data, { limit: asked = 100 }) => ({ ...data, hasMore: data.items.length === asked }))
  )
  yield* ofLimit(operation, 1000, [101, 99, 50])
  const items = named("/items")
  const keeping = (keep: (one: Json, all: ReadonlyArray<Json>, n: number) => boolean) =>
    page(operation, (data) => ({
      ...data,
      items: data.items.filter((one: Json, n: number, all: ReadonlyArray<Json>) => keep(one, all, n))
    }))
  yield items(
    "leave those that pin out",
    keeping(({ pinnedRevision }) => pinnedRevision === null)
  )
  yield items(
    "leave those that follow out",
    keeping(({ pinnedRevision }) => pinnedRevision !== null)
  )
  yield items(
    "leave custom fields out",
    keeping(({ kind }) => kind !== "custom_field")
  )
  yield items(
    "leave page views out",
    keeping(({ kind }) => kind !== "page_view")
  )
  yield items(
    "give each definition once",
    keeping(({ id }, all, n) => all.findIndex((one) => one.id === id) === n)
  )
  yield items(
    "leave those of more than one revision out",
    keeping(({ revision }) => revision === 1)
  )
  yield items(
    "leave the first out",
    keeping((_, __, n) => n > 0)
  )
  yield items(
    "give the last twice",
    page(operation, (data) => ({ ...data, items: [...data.items, ...data.items.slice(-1)] }))
  )
}

/** Servers that are wrong in lists, histories and dependencies. */
export const paging: ReadonlyArray<Mutant> = [
  ...ofPaging("cursor").flatMap((operation) => [...ofLists(operation)]),
  ...ofPaging("before").flatMap((operation) => [...ofHistories(operation)]),
  ...operations.filter(({ id }) => id.endsWith("_dependencies")).flatMap((operation) => [...ofDependencies(operation)])
]
