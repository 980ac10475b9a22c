import { largeContent, smallContent, type World } from "./world.ts"

/** A request of a work: an operation and its input. */
export interface Step {
  readonly operation: string
  readonly input: object
}

/** An answer, as a subject's protocol gives it. */
export interface Answer {
  readonly status: number
  readonly data: unknown
}

/** What one connection does: it says what to send next, and whether what came back is right. */
export interface Client {
  readonly next: () => Step
  readonly isRight: (answer: Answer) => boolean
}

export interface Work {
  readonly name: string
  /** Whether an answer may be compared by its bytes with one that was right: nothing that is read changes. */
  readonly constant: boolean
  /** Which subjects do it. */
  readonly by: "all" | "kit"
  readonly client: (world: World, connection: number) => Client
}

interface Item {
  readonly id: string
  readonly revision: number
}

let names = 0
const freeName = () => `Made ${process.pid} ${names++}`

const reading = (
  name: string,
  step: (world: World, connection: number) => Step,
  isRight: (data: never, world: World, connection: number) => boolean
): Work => ({
  name,
  constant: true,
  by: "all",
  client: (world, connection) => ({
    next: () => step(world, connection),
    isRight: ({ status, data }) => status === 200 && isRight(data as never, world, connection)
  })
})

const at = (ids: ReadonlyArray<string>, connection: number) => ids[connection % ids.length]!

const getOf = (ids: (world: World) => ReadonlyArray<string>) =>
  [
    (world: World, connection: number): Step => ({
      operation: "get_page_view",
      input: { id: at(ids(world), connection) }
    }),
    ({ id }: Item, world: World, connection: number) => id === at(ids(world), connection)
  ] as const

/** Reads the revision once, then updates, each time at the revision that it saw last; a conflict is read again. */
const updating = (id: string): Client => {
  let seen: number | undefined
  return {
    next: () =>
      seen === undefined
        ? { operation: "get_page_view", input: { id } }
        : {
            operation: "update_page_view",
            input: { id, expectedRevision: seen, description: `Revision ${seen + 1}` }
          },
    isRight: ({ status, data }) => {
      const before = seen
      seen = status === 200 ? (data as Item).revision : undefined
      if (status === 409) return true
      return status === 200 && (data as Item).id === id && (before === undefined || seen === before + 1)
    }
  }
}

const making = (name: string, step: (world: World, connection: number) => Step): Work => ({
  name,
  constant: false,
  by: "all",
  client: (world, connection) => ({
    next: () => step(world, connection),
    isRight: ({ status, data }) => status === 200 && (data as Item).revision === 1
  })
})

const update = (name: string, id: (world: World, connection: number) => string): Work => ({
  name,
  constant: false,
  by: "all",
  client: (world, connection) => updating(id(world, connection))
})

const small = (world: World, connection: number) => at(world.small, connection)
const large = (world: World, connection: number) => at(world.large, connection)

const mixed: Work = {
  name: "80 reads to 20 writes",
  constant: false,
  by: "all",
  client: (world, connection) => {
    const writer = updating(small(world, connection))
    let step = connection
    return {
      next: () =>
        ++step % 5 === 0
          ? writer.next()
          : { operation: "get_page_view", input: { id: at(world.small, connection + step) } },
      isRight: (answer) => (step % 5 === 0 ? writer.isRight(answer) : answer.status === 200)
    }
  }
}

/** Everything that is measured. */
export const works: ReadonlyArray<Work> = [
  reading("get current", ...getOf(({ small }) => small)),
  reading(
    "get pinned",
    (world, connection) => ({ operation: "get_page_view", input: { id: small(world, connection), revision: 1 } }),
    ({ id, revision }: Item, world, connection) => id === small(world, connection) && revision === 1
  ),
  reading(
    "list of 50",
    () => ({ operation: "list_page_views", input: { limit: 50 } }),
    ({ items }: { items: ReadonlyArray<Item> }) => items.length === 50
  ),
  reading(
    "history page of 50",
    ({ revised }) => ({ operation: "get_page_view_history", input: { id: revised, limit: 50 } }),
    ({ items }: { items: ReadonlyArray<Item> }) => items.length === 50 && items[0]!.revision === 60
  ),
  reading(
    "dependencies",
    ({ referenced }, connection) => ({
      operation: "get_page_view_dependencies",
      input: { id: at(referenced, connection) }
    }),
    ({ items }: { items: ReadonlyArray<Item> }) => items.length === 100
  ),
  making("create", () => ({ operation: "create_page_view", input: { name: freeName(), ...smallContent } })),
  update("update", small),
  update("update race", ({ small }) => small[0]!),
  making("copy", (world, connection) => ({
    operation: "copy_page_view",
    input: { id: small(world, connection), name: freeName() }
  })),
  mixed,
  {
    name: "validate",
    constant: true,
    by: "kit",
    client: (world, connection) => ({
      next: () => ({ operation: "validate_page_view", input: { id: small(world, connection) } }),
      isRight: ({ status, data }) => status === 200 && (data as { valid: boolean }).valid
    })
  },
  reading("get current, 200 KB", ...getOf(({ large }) => large)),
  making("create, 200 KB", () => ({ operation: "create_page_view", input: { name: freeName(), ...largeContent } })),
  update("update, 200 KB", large)
]

/** The names in a list: some have a comma of their own, behind which is a space. */
export const namesIn = (list: string): ReadonlyArray<string> => list.split(/,(?! )/).map((name) => name.trim())

/** The work of that name. */
export const workNamed = (name: string): Work => {
  const work = works.find((one) => one.name === name)
  if (work === undefined) throw new Error(`There is no work ${name}`)
  return work
}
