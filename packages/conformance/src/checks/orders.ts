import { expect, expectSame } from "../Broken.ts"
import { type Client, type Definition as AnyDefinition, expectCode } from "../client.ts"
import { NotChecked } from "../NotChecked.ts"
import type { ServedKind } from "../served.ts"
import { discard, follow, type Page as AnyPage } from "./fixtures.ts"
import { perKind } from "./per.ts"

const sorts = ["created_desc", "created_asc", "updated_desc", "updated_asc", "name_desc", "name_asc"] as const
type Sort = (typeof sorts)[number]

interface Definition extends AnyDefinition {
  readonly source: { readonly type?: unknown }
  readonly settings: { readonly target?: unknown }
  readonly createdBy: { readonly id: string }
  readonly updatedBy: { readonly id: string }
  readonly updatedAt: string
}

interface Page extends AnyPage {
  readonly items: ReadonlyArray<Definition>
}

/** By code points of names as they are compared. */
const keyOf = (name: string) =>
  [...name.normalize("NFC").toLowerCase()].map((letter) => letter.codePointAt(0)!.toString(16).padStart(6, "0")).join()

const idsOf = (items: ReadonlyArray<AnyDefinition>) => items.map(({ id }) => id)

/** A server of an earlier version takes neither. */
const requireSorts = async (client: Client, kind: ServedKind) => {
  const { status } = await client.call(kind.id("list"), { sort: "created_desc", limit: 1 })
  if (status === 400) throw new NotChecked(`${kind.id("list")} takes no sort`)
}

/** Every page of a list, with what each said there is in all. */
const pagesOf = async (client: Client, kind: ServedKind, input: object, between = async () => {}) => {
  const seen: Array<Definition> = []
  const totals = new Set<number | undefined>()
  await follow<string>("P9", async (cursor) => {
    const page = await client.ok<Page>(kind.id("list"), { ...input, ...(cursor ? { cursor } : {}) })
    seen.push(...page.items)
    totals.add(page.total)
    await between()
    return page.nextCursor
  })
  return { seen, totals: [...totals] }
}

const update = async (client: Client, kind: ServedKind, { id }: AnyDefinition, changes: object) => {
  const { revision } = await client.ok(kind.id("get"), { id })
  return client.ok(kind.id("update"), { id, expectedRevision: revision, ...changes })
}

/** Whether items are in an order, those that it does not tell apart in any. */
const expectInOrder = (sort: Sort, items: ReadonlyArray<Definition>, newestFirst: ReadonlyArray<string>) => {
  const [by, way] = sort.split("_") as ["created" | "updated" | "name", "asc" | "desc"]
  const place = {
    created: ({ id }: Definition) => newestFirst.length - newestFirst.indexOf(id),
    updated: ({ updatedAt }: Definition) => Date.parse(updatedAt),
    name: ({ name }: Definition) => keyOf(name)
  }[by]
  for (const [n, item] of items.slice(1).entries()) {
    const [one, next] = [place(items[n]!), place(item)]
    const isRight = one === next ? by === "updated" : one < next === (way === "asc")
    expect("P9", isRight, `by ${sort}, "${items[n]!.name}" comes before "${item.name}"`)
  }
}

/** Laws of lists in other orders than newest first, and of their filters. */
export const orders = [
  perKind(
    "P9",
    ["P9.order", "P9.walk", "P3.filters", "P4.counts"],
    "a walk in any order yields what is not changed meanwhile once, in that order, and its cursors are good for no other",
    async ({ client, kind, withDefinitions, word }) => {
      await requireSorts(client, kind)
      const search = word()
      const names = ["b", "A", "a b", "É", "e\u0301a", "z", "Z2", "10", "9"].map((name) => `${search} ${name}`)
      await withDefinitions(names, async (made) => {
        const newestFirst = idsOf(made).toReversed()
        const [changed, renamed] = [made[3]!, made[6]!]
        await update(client, kind, changed, { description: "Changed" })
        for (const sort of sorts) {
          const input = { search, sort, limit: 2 }
          const { seen, totals } = await pagesOf(client, kind, { ...input, includeTotal: true })
          expectSame("P9", idsOf(seen).toSorted(), newestFirst.toSorted(), `what a walk by ${sort} yielded`)
          expectSame("P4", totals, [names.length], `the totals of a walk by ${sort}`)
          expectInOrder(sort, seen, newestFirst)
          const { nextCursor: cursor } = await client.ok<Page>(kind.id("list"), input)
          for (const other of sorts.filter((one) => one !== sort)) {
            const answer = await client.call(kind.id("list"), { search, sort: other, cursor })
            expectCode("P3", answer, "VALIDATION_ERROR", `a cursor of a list by ${sort}, by ${other},`)
          }
          let turn = 0
          const meanwhile = await pagesOf(client, kind, input, async () => {
            if (++turn > 3) return
            await update(client, kind, changed, { description: `${sort} ${turn}` })
            await update(client, kind, renamed, { name: `${search} ${turn % 2 === 0 ? "0" : "zz"} ${sort}` })
          })
          const [kept, expected] = [meanwhile.seen, seen].map((items) =>
            idsOf(items).filter((id) => id !== changed.id && id !== renamed.id)
          )
          expectSame("P9", kept, expected, `what a walk by ${sort} yielded of what was not changed meanwhile`)
        }
      })
    }
  ),

  perKind(
    "P4",
    ["list.filters", "P4.counts", "P3.filters"],
    "each filter of a list, alone and with others, leaves what it says, and counts it",
    async ({ client, kind, withDefinitions, word }) => {
      await requireSorts(client, kind)
      const search = word()
      const { target, sourceType } = kind.facets
      await withDefinitions(
        [1, 2, 3, 4].map((n) => `${search} ${n}`),
        async (made) => {
          const extra: Array<AnyDefinition> = []
          try {
            // Another value of a facet where the kind takes it with the rest of its example.
            for (const other of target) {
              const { settings } = kind.body("")
              const sent = kind.body(`${search} ${other}`, { settings: { ...(settings as object), target: other } })
              const { data } = await client.call(kind.id("create"), sent)
              if (data !== undefined) extra.push(data as Definition)
            }
            await update(client, kind, made[1]!, { description: "Updated later than others" })
            const all = (await pagesOf(client, kind, { search, limit: 200 })).seen
            const times = all.map(({ updatedAt }) => updatedAt).toSorted()
            const middle = times[times.length >> 1]!
            const [{ createdBy, updatedBy }] = all as [Definition]
            const nobody = `${createdBy.id}x`
            type Holds = (item: Definition) => boolean
            const cases: ReadonlyArray<readonly [filter: object, holds: Holds]> = [
              [{ createdBy: createdBy.id }, (item) => item.createdBy.id === createdBy.id],
              [{ updatedBy: updatedBy.id }, (item) => item.updatedBy.id === updatedBy.id],
              [{ createdBy: nobody }, () => false],
              [{ updatedBy: nobody }, () => false],
              [{ updatedAfter: middle }, ({ updatedAt }) => updatedAt >= middle],
              [{ updatedBefore: middle }, ({ updatedAt }) => updatedAt < middle],
              [{ updatedAfter: middle, updatedBefore: middle }, () => false],
              ...target.map((one) => [{ target: one }, ({ settings }: Definition) => settings.target === one] as const),
              ...sourceType.map(
                (one) => [{ sourceType: one }, ({ source }: Definition) => source.type === one] as const
              )
            ]
            for (const [filter, holds] of cases) {
              const expected = all.filter(holds)
              for (const sort of ["created_desc", "updated_desc"]) {
                const { seen, totals } = await pagesOf(client, kind, {
                  search,
                  sort,
                  ...filter,
                  limit: 2,
                  includeTotal: true
                })
                const what = `by ${JSON.stringify({ sort, ...filter })}`
                expectSame("P4", idsOf(seen).toSorted(), idsOf(expected).toSorted(), `what a list ${what} yielded`)
                expectSame("P4", totals, [expected.length], `the totals of a list ${what}`)
              }
            }
            const { nextCursor: cursor } = await client.ok<Page>(kind.id("list"), { search, limit: 1 })
            for (const [filter] of cases) {
              const answer = await client.call(kind.id("list"), { search, cursor, ...filter })
              expectCode("P3", answer, "VALIDATION_ERROR", `a cursor with ${JSON.stringify(filter)} added`)
            }
          } finally {
            for (const { id } of extra) await discard(client, kind, id)
          }
        }
      )
    }
  )
]
