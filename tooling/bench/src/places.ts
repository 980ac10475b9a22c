/** Where growth is measured: projects that differ in how much of one thing is in them. */
import { idOf, idsOf, multiply, multiplyDefinition, multiplyRevisions, type Query, revive, type Whose } from "./fill.ts"
import { openKit, smallContent } from "./world.ts"

/** One size of one dimension. */
export interface Place {
  readonly size: number
  readonly headers: Readonly<Record<string, string>>
  /** The definitions that are worked on: as many in a small place as in a large one, spread over all of it. */
  readonly ids: ReadonlyArray<string>
  /** A definition that refers to each of them, where that is what grows. */
  readonly referrers: ReadonlyArray<string>
  /** How many definitions the project has. */
  readonly total: number
  readonly list: { readonly limit: number; readonly cursor?: string }
  readonly history: { readonly limit: number; readonly before?: number }
  /** A revision that is there and, where there are many, far back. */
  readonly pinned: number
  /** Takes the deletion of a definition back, so that the next one meets the same project. */
  readonly revive: (id: string) => Promise<unknown>
}

/** How much of each thing there is, from the least to the most; of definitions 20 or more. */
export interface Sizes {
  readonly definitions: ReadonlyArray<number>
  readonly revisions: ReadonlyArray<number>
  readonly referrers: ReadonlyArray<number>
  readonly pages: ReadonlyArray<number>
  readonly projects: ReadonlyArray<number>
}

/** Whatever the size of a project is, this many of its definitions are worked on. */
const worked = 1000
/** How many definitions have a size's revisions; as many are worked on where there are few of them. */
const revised = 50
const referenced = 20
/** How many definitions each project of an organization has. */
const populated = { measured: 1000, others: 10 }
/** How many names of a project the search for a rare part finds. */
export const rare = 10

type Project = Awaited<ReturnType<typeof openProject>>

/** An organization with a project in which there is one page view, made as any is. */
const openProject = async (url: string) => {
  const opened = await openKit({ url })
  const { id } = await opened.call("create_page_view", { name: "View 1", ...smallContent })
  const first: Whose = { tenant_id: opened.organizationId, project_id: opened.projectId, id }
  return { ...opened, first }
}

/** Some numbers of a range, evenly spread; all of it where it has no more. */
const spread = (from: number, to: number, most: number) => {
  const count = Math.min(most, to - from + 1)
  return Array.from({ length: count }, (_, n) => from + Math.floor(((to - from + 1) * n) / count))
}

const counting = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n)

const placeIn = (
  query: Query,
  { headers, first }: Project,
  own: Pick<Place, "size" | "ids" | "total"> & Partial<Place>
): Place => ({
  headers,
  referrers: [],
  list: { limit: 50 },
  history: { limit: 10 },
  pinned: 1,
  revive: (id) => revive(query, { ...first, id }),
  ...own
})

/** Ten names of a project have a part that no other has. */
const names = (size: number) =>
  `case when n % ${Math.max(1, Math.floor(size / rare))} = 0 then 'Quarterly view ' else 'View ' end || n`

const ofDefinitions = async (query: Query, url: string, size: number): Promise<Place> => {
  const project = await openProject(url)
  await multiplyDefinition(query, project.first, [2, size], { name: names(size) })
  await project.kit.close()
  return placeIn(query, project, { size, total: size, ids: await idsOf(query, spread(2, size, worked)) })
}

const ofRevisions = async (query: Query, url: string, size: number): Promise<Place> => {
  const project = await openProject(url)
  await multiplyDefinition(query, project.first, [2, revised + 1])
  const ids = await idsOf(query, counting(revised, 2))
  for (const id of ids) await multiplyRevisions(query, { ...project.first, id }, size)
  await project.kit.close()
  return placeIn(query, project, { size, total: revised + 1, ids, pinned: Math.ceil(size / 2) })
}

const ofReferrers = async (query: Query, url: string, size: number): Promise<Place> => {
  const project = await openProject(url)
  const { first, call, kit } = project
  await multiplyDefinition(query, first, [2, referenced + 1])
  const ids = await idsOf(query, counting(referenced, 2))
  const references = { used: { kind: "page_view", id: ids[0]!, revision: null } }
  const { id } = await call("create_page_view", { name: "Referrer", ...smallContent, references })
  const referrer = { ...first, id }
  const numbers = [referenced + 2, referenced + 1 + referenced * size] as const
  // One after the other refers to one after the other of those that are referred to.
  const target = `(array[${ids.map((one) => `'${one}'`).join(", ")}])[1 + (n - 2) % ${referenced}]`
  await multiplyDefinition(query, referrer, numbers, { refs: `replace(one.refs, '${ids[0]!}', ${target})` })
  await call("delete_page_view", { id: first.id, expectedRevision: 1 })
  const { id: from_id, ...space } = referrer
  await multiply(query, "definition_references", { ...space, from_id }, numbers, {
    from_id: idOf("n"),
    to_id: target
  })
  await call("delete_page_view", { id, expectedRevision: 1 })
  await kit.close()
  const referrers = await idsOf(query, counting(referenced, referenced + 2))
  return placeIn(query, project, { size, total: referenced * (size + 1), ids, referrers })
}

/** Places of one project: the first page of a list and of a history, and pages further on. */
const ofPages = async (query: Query, url: string, pages: ReadonlyArray<number>): Promise<ReadonlyArray<Place>> => {
  const limit = 50
  const project = await openProject(url)
  const { first, call, kit } = project
  const total = limit * (Math.max(...pages) + 1)
  const cursors = new Map<number, string>()
  let made = 1
  for (const page of pages.toSorted((a, b) => b - a)) {
    // A cursor says after which definition to go on, so it stays good while others are made.
    const upTo = total - limit * (page - 1) + (page === 1 ? 0 : 1)
    await multiplyDefinition(query, first, [made + 1, upTo])
    made = upTo
    const { nextCursor } = await call<{ nextCursor: string }>("list_page_views", { limit: 1 })
    cursors.set(page, nextCursor)
  }
  await multiplyRevisions(query, first, total)
  await kit.close()
  return pages.map((size) =>
    placeIn(query, project, {
      size,
      total,
      ids: [first.id],
      list: { limit, ...(size === 1 ? {} : { cursor: cursors.get(size)! }) },
      history: { limit, ...(size === 1 ? {} : { before: total - limit * (size - 1) + 1 }) }
    })
  )
}

const ofProjects = async (query: Query, url: string, size: number): Promise<Place> => {
  const project = await openProject(url)
  const { first, organizationId, projectId } = project
  const total = populated.measured
  await multiplyDefinition(query, first, [2, total], { name: names(total) })
  const idOfProject = (number: string) => `'prj_' || substr(${idOf(number)}, 4)`
  await multiply(query, "projects", { organization_id: organizationId, id: projectId }, [1, size - 1], {
    id: idOfProject("n")
  })
  await multiplyDefinition(query, first, [1, (size - 1) * populated.others], {
    project_id: idOfProject(`1 + (n - 1) / ${populated.others}`)
  })
  await project.kit.close()
  return placeIn(query, project, { size, total, ids: await idsOf(query, spread(2, total, worked)) })
}

/** Fills a database with every size of every dimension. */
export const makePlaces = async (query: Query, url: string, sizes: Sizes) => {
  const each = async (some: ReadonlyArray<number>, make: typeof ofProjects) => {
    const places: Array<Place> = []
    for (const size of some) places.push(await make(query, url, size))
    return places
  }
  const places = {
    definitions: await each(sizes.definitions, ofDefinitions),
    revisions: await each(sizes.revisions, ofRevisions),
    referrers: await each(sizes.referrers, ofReferrers),
    pages: await ofPages(query, url, sizes.pages),
    projects: await each(sizes.projects, ofProjects)
  } satisfies Record<keyof Sizes, ReadonlyArray<Place>>
  // As the database does by itself, minutes later.
  await query("vacuum (analyze)")
  await query("checkpoint")
  return places
}
