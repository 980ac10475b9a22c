/** What is done at every size: each operation, and what comes before and after it untimed. */
import { type Place, rare, type Sizes } from "./places.ts"
import { smallContent } from "./world.ts"

/** Calls an operation and takes what it returns; throws where the status is another. */
export type Ask = <T = Item>(operation: string, input: object, status?: number) => Promise<T>

interface Item {
  readonly id: string
  readonly revision: number
}

interface Items {
  readonly items: ReadonlyArray<Item>
  readonly total?: number
}

/** One time that something is done, to one definition. */
export interface Turn {
  readonly place: Place
  readonly id: string
  /** One that refers to it, where the place has such. */
  readonly referrer: string | undefined
  readonly ask: Ask
  /** The same, and notes how long it took. */
  readonly timed: Ask
}

type Act = (turn: Turn) => Promise<void>

let names = 0
const freeName = () => `Made ${process.pid} ${names++}`

const expect = (right: boolean, what: unknown) => {
  if (!right) throw new Error(`Not what was asked for: ${JSON.stringify(what).slice(0, 300)}`)
}

const removed = async (ask: Ask, { id, revision }: Item) => {
  await ask("delete_page_view", { id, expectedRevision: revision })
}

const updated = async ({ ask, timed }: Turn, id: string) => {
  const { revision } = await ask("get_page_view", { id })
  const seen = await timed("update_page_view", {
    id,
    expectedRevision: revision,
    description: `Revision ${revision + 1}`
  })
  expect(seen.revision === revision + 1, seen)
}

const listed =
  (search: string | undefined, found: (place: Place) => number): Act =>
  async ({ timed, place }) => {
    const seen = await timed<Items>("list_page_views", { ...place.list, ...(search === undefined ? {} : { search }) })
    expect(seen.items.length === Math.min(found(place), place.list.limit), seen)
  }

const sorted =
  (sort: string): Act =>
  async ({ timed, place: { total } }) => {
    const seen = await timed<Items>("list_page_views", { limit: 50, sort })
    expect(seen.items.length === Math.min(total, 50), seen)
  }

const acts = {
  "get current": async ({ timed, id }) => {
    const seen = await timed("get_page_view", { id })
    expect(seen.id === id, seen)
  },
  "get pinned": async ({ timed, id, place: { pinned } }) => {
    const seen = await timed("get_page_view", { id, revision: pinned })
    expect(seen.id === id && seen.revision === pinned, seen)
  },
  "list page": listed(undefined, ({ total }) => total),
  "history page": async ({ timed, id, place: { history } }) => {
    const { items } = await timed<Items>("get_page_view_history", { id, ...history })
    const newest = items[0]?.revision ?? 0
    expect(items.length === Math.min(history.limit, newest) && newest < (history.before ?? Infinity), items)
  },
  dependencies: async ({ timed, id, place: { referrers, size } }) => {
    const { items } = await timed<Items>("get_page_view_dependencies", { id, limit: 10 })
    expect(items.length === (referrers.length === 0 ? 0 : Math.min(10, size)), items)
  },
  create: async ({ ask, timed, id, place: { referrers } }) => {
    const references = referrers.length === 0 ? {} : { used: { kind: "page_view", id } }
    const seen = await timed("create_page_view", { name: freeName(), ...smallContent, references })
    expect(seen.revision === 1, seen)
    await removed(ask, seen)
  },
  update: (turn) => updated(turn, turn.id),
  "update of a referrer": (turn) => updated(turn, turn.referrer!),
  copy: async ({ ask, timed, id }) => {
    const seen = await timed("copy_page_view", { id, name: freeName() })
    expect(seen.revision === 1 && seen.id !== id, seen)
    await removed(ask, seen)
  },
  delete: async ({ ask, timed, id, place }) => {
    const { revision } = await ask("get_page_view", { id })
    await timed("delete_page_view", { id, expectedRevision: revision })
    await place.revive(id)
  },
  "refused delete": async ({ ask, timed, id }) => {
    const { revision } = await ask("get_page_view", { id })
    await timed("delete_page_view", { id, expectedRevision: revision }, 409)
  },
  restore: async ({ ask, timed, id }) => {
    const { revision } = await ask("get_page_view", { id })
    const seen = await timed("restore_page_view", { id, revision: 1 })
    expect(seen.revision === revision + 1, seen)
  },
  validate: async ({ timed, id }) => {
    const seen = await timed<{ valid: boolean }>("validate_page_view", { id })
    expect(seen.valid, seen)
  },
  "list page, by update": sorted("updated_desc"),
  "list page, by name": sorted("name_asc"),
  includeTotal: async ({ timed, place: { total } }) => {
    const seen = await timed<Items>("list_page_views", { limit: 1, includeTotal: true })
    expect(seen.total === total, seen)
  },
  "search, a frequent part": listed("view", ({ total }) => total),
  "search, a rare part": listed("QUARTERLY", ({ total }) => Math.min(rare, total)),
  "search, no match": listed("nowhere", () => 0),
  "includeTotal of a search": async ({ timed, place: { total } }) => {
    const seen = await timed<Items>("list_page_views", { limit: 1, includeTotal: true, search: "view" })
    expect(seen.total === total, seen)
  }
} as const satisfies Record<string, Act>

export type ActName = keyof typeof acts
export const actOf = (name: ActName): Act => acts[name]

const each = [
  "get current",
  "get pinned",
  "list page",
  "list page, by update",
  "list page, by name",
  "history page",
  "dependencies",
  "create",
  "update",
  "copy",
  "delete",
  "restore",
  "validate"
] as const satisfies ReadonlyArray<ActName>

/** What is done in the places of a dimension. */
export const actsOf: Readonly<Record<keyof Sizes, ReadonlyArray<ActName>>> = {
  definitions: each,
  revisions: each.filter((name) => name !== "list page" && name !== "create"),
  referrers: [
    ...each.filter((name) => !["list page", "history page", "get pinned", "delete"].includes(name)),
    "update of a referrer",
    "refused delete"
  ],
  pages: ["list page", "history page"],
  projects: each
}

/** What reads all of a project by its nature, and so has a cost of its own. */
export const searches = [
  "includeTotal",
  "includeTotal of a search",
  "search, a frequent part",
  "search, a rare part",
  "search, no match"
] as const satisfies ReadonlyArray<ActName>
