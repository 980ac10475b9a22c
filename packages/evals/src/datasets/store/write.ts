import { recordInProject } from "@agent-operations/auth"
import type { Actor } from "@agent-operations/contract"
import { Dataset } from "@agent-operations/contract/datasets"
import { lookUp, lookUpOrNull } from "@agent-operations/database"
import { Conflict, NotFound } from "@agent-operations/error-envelope"
import { inTurnsIfLong, notValid } from "@agent-operations/operations"
import type { EncodedRevisionStore, Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type FormerItem, type ItemDraft, type LivingItem, mergeItems } from "./merge.ts"
import { charactersOfItem, namesOf, otherIds, partsOf, type Placed, placeItems, unknownIds } from "./between.ts"
import { itemParts } from "./rows.ts"

/** What a change made of a dataset. */
export interface Changed {
  readonly version: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly deleted: number
  /** What was written, in its order. */
  readonly items: ReadonlyArray<{ readonly id: string; readonly externalId: string | null }>
}

export interface Head {
  readonly version: number
  readonly item_count: number
  readonly last_position: number
}

/** Which items are written, and what becomes of those that are there. */
export interface PutOptions {
  readonly drafts: ReadonlyArray<ItemDraft>
  /** Whether all other items go. */
  readonly replace: boolean
  /** Whether those of the drafts that are there stay as they are. */
  readonly keep?: boolean | undefined
}

/** How many items a dataset has at most. */
const maxItems = 100_000

const tooManyItems = () =>
  notValid(`A dataset has at most ${maxItems} items.`, [
    { path: ["items"], message: "There are too many: delete some, or put the rest into another dataset" }
  ])

/** The columns that a former item is read from, and those that a living one has more. */
const formerColumns = `i.item_id as id, i.from_version as "fromVersion", i.position`
const ofParts = (of: (column: string) => string) => `array[${itemParts.map((part) => of(`i.${part}`)).join(", ")}]`
const livingColumns = `${formerColumns}, i.external_id as "externalId", i.split, i.purged,
  ${ofParts((column) => `octet_length(${column})`)} as bytes,
  ${ofParts((column) => `encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`)} as sha256`

/** Goes through what is to be done with so many items: in turns with others, unless they are few. Law: K3. */
const forItems = <A>(count: number, steps: Generator<void, A>) => inTurnsIfLong(count * charactersOfItem, steps)

/** What statements answer that name as many items as one does at most: none where there are none. */
const inParts = Effect.fnUntraced(function* <Name, Row, E>(
  names: ReadonlyArray<Name>,
  statement: (part: ReadonlyArray<Name>) => Effect.Effect<ReadonlyArray<Row>, E>
) {
  const rows: Array<Row> = []
  for (const part of namesOf(names)) rows.push(...(yield* statement(part)))
  return rows
})

/** Writes of items, each in a transaction that holds the dataset: one version for all that it changes. Laws: D1 to D3, A8. */
export const makeWrite = (sql: SqlClient.SqlClient, definitions: EncodedRevisionStore["Service"]) => {
  const ofDataset = ({ tenant, project }: Space, datasetId: string) =>
    sql`i.tenant_id = ${tenant} and i.project_id = ${project} and i.dataset_id = ${datasetId}`

  /** Locks the head, which there is from the first write on. */
  const lockHead = Effect.fnUntraced(function* ({ tenant, project }: Space, datasetId: string) {
    yield* sql`
      insert into agent_operations.dataset_heads (tenant_id, project_id, dataset_id)
      values (${tenant}, ${project}, ${datasetId}) on conflict do nothing`
    const [head] = yield* sql<Head>`
      select h.version, h.item_count, h.last_position from agent_operations.dataset_heads as h
      where h.tenant_id = ${tenant} and h.project_id = ${project} and h.dataset_id = ${datasetId} for update`
    return head!
  })

  /** Begins a change: the dataset is there and stays so, and is at the version that is expected. */
  const begin = Effect.fnUntraced(function* (space: Space, datasetId: string, expected: number | undefined) {
    const revision = yield* definitions.hold(space, Dataset, datasetId)
    const head = yield* lockHead(space, datasetId)
    if (expected !== undefined && expected !== head.version) {
      return yield* new Conflict({
        message: `The dataset is at version ${head.version}, and not at ${expected}.`,
        details: { expectedRevision: expected, currentRevision: head.version }
      })
    }
    return { ...head, revision }
  })

  /** Ends a change that made a version, and records that it deleted items, in whichever way. */
  const commit = Effect.fnUntraced(function* (
    { tenant, project }: Space,
    datasetId: string,
    actor: Actor,
    counts: { readonly created: number; readonly changed: number; readonly deleted: number; readonly position: number }
  ) {
    const { created, changed, deleted } = counts
    const [row] = yield* sql<{ version: number }>`
      update agent_operations.dataset_heads as h set version = h.version + 1,
        item_count = h.item_count + ${created - deleted}::int, last_position = ${counts.position}::int
      where h.tenant_id = ${tenant} and h.project_id = ${project} and h.dataset_id = ${datasetId} returning h.version`
    yield* sql`
      insert into agent_operations.dataset_versions
        (tenant_id, project_id, dataset_id, version, made_by, created, changed, deleted)
      values (${tenant}, ${project}, ${datasetId}, ${row!.version}, ${JSON.stringify(actor)}, ${created}, ${changed},
        ${deleted})`
    if (deleted > 0) {
      yield* recordInProject(
        sql,
        { organizationId: tenant, projectId: project, actor },
        {
          action: "dataset_item.deleted",
          subject: { type: "dataset", id: datasetId, name: datasetId },
          details: { version: row!.version, items: deleted }
        }
      )
    }
    return row!.version
  })

  /** Items that have given values in a column, looked up one by one. */
  const itemsOf = (
    space: Space,
    datasetId: string,
    columns: string,
    column: "item_id" | "external_id",
    values: ReadonlyArray<string>,
    rest: Statement.Fragment,
    alias = "i"
  ) =>
    lookUp(
      sql,
      sql`unnest(${values}::text[]) as asked(value)`,
      alias,
      sql`select ${sql.literal(columns)} from agent_operations.dataset_items as i
        where ${ofDataset(space, datasetId)} and i.${sql.literal(column)} = asked.value ${rest}`
    )

  const living = sql`and i.to_version is null`

  /** The living items among these, by ID and by the name that they have. */
  const livingOf = (space: Space, datasetId: string, drafts: ReadonlyArray<ItemDraft>) =>
    inParts(drafts, (part) => {
      const named = {
        item_id: part.flatMap(({ id }) => id ?? []),
        external_id: part.flatMap(({ externalId }) => externalId ?? [])
      }
      const places = (column: keyof typeof named) =>
        sql`select i.place from ${itemsOf(space, datasetId, "i.ctid as place", column, named[column], living)}`
      const found = sql`(${places("item_id")} union ${places("external_id")}) as found`
      const item = sql`
        select ${sql.literal(livingColumns)} from agent_operations.dataset_items as i
        where ${ofDataset(space, datasetId)} and i.ctid = found.place`
      return sql<LivingItem>`select i.* from ${lookUp(sql, found, "i", item)}`
    })

  const last = sql`order by i.from_version desc limit 1`

  /** What there was of items that are no longer living: they come back as what they were, with their place. */
  const former = (space: Space, datasetId: string, ids: ReadonlyArray<string>) =>
    inParts(
      ids,
      (part) => sql<FormerItem>`
        select i.* from ${itemsOf(space, datasetId, formerColumns, "item_id", part, last)}`
    )

  const close = (space: Space, datasetId: string, ids: ReadonlyArray<string>, version: number) =>
    inParts(
      ids,
      (part) => sql`
        update agent_operations.dataset_items as i set to_version = ${version}
        from ${itemsOf(space, datasetId, "i.ctid as place", "item_id", part, living, "closed")}
        where ${ofDataset(space, datasetId)} and i.ctid = closed.place returning i.item_id`
    )

  /** What is not written of an item is what it was before. */
  const insert = (
    { tenant, project }: Space,
    datasetId: string,
    version: number,
    actor: Actor,
    rows: ReadonlyArray<Placed>
  ) => {
    const by = JSON.stringify(actor)
    const column = (of: (row: (typeof rows)[number]) => string | null | undefined) => rows.map((row) => of(row) ?? "")
    const written = sql`
      unnest(${column(({ id }) => id)}::text[], ${column(({ position }) => `${position}`)}::text[],
        ${column(({ before }) => `${before?.fromVersion ?? 0}`)}::text[],
        ${column(({ write }) => write.externalId)}::text[], ${column(({ write }) => write.split)}::text[],
        ${column(({ write }) => write.input)}::text[], ${column(({ write }) => write.expected)}::text[],
        ${column(({ write }) => write.metadata)}::text[], ${column(({ write }) => write.source)}::text[])
        as w(id, position, from_version, external_id, split, input, expected, metadata, source)`
    const before = sql`
      select i.* from agent_operations.dataset_items as i
      where ${ofDataset({ tenant, project }, datasetId)} and i.item_id = w.id and i.from_version = w.from_version::int`
    return sql`
      insert into agent_operations.dataset_items (tenant_id, project_id, dataset_id, item_id, from_version, position,
        external_id, split, input, expected, metadata, source, encoded_bytes, created_at, created_by, updated_at, updated_by)
      select ${tenant}, ${project}, ${datasetId}, n.id, ${version}, n.position::int, nullif(n.external_id, ''),
        nullif(n.split, ''), n.input, n.expected, n.metadata, n.source,
        octet_length(n.input) + octet_length(n.expected) + octet_length(n.metadata) + octet_length(n.source) + 1024,
        coalesce(n.created_at, now()), coalesce(n.created_by, ${by}), now(), ${by}
      from (
        select w.id, w.position, w.external_id, w.split, i.created_at, i.created_by,
          coalesce(nullif(w.input, ''), i.input) as input, coalesce(nullif(w.expected, ''), i.expected) as expected,
          coalesce(nullif(w.metadata, ''), i.metadata) as metadata, coalesce(nullif(w.source, ''), i.source) as source
        from ${lookUpOrNull(sql, written, "i", before)}
      ) as n`
  }

  return {
    begin,

    /**
     * Writes items into a dataset whose change has begun. `replace` deletes all others. An ID that the dataset never had is
     * that of a new item, which gets one of its own.
     */
    put: Effect.fnUntraced(function* (
      space: Space,
      actor: Actor,
      datasetId: string,
      head: Head,
      { drafts, replace, keep }: PutOptions
    ) {
      const there = yield* livingOf(space, datasetId, drafts)
      const gone = yield* former(space, datasetId, yield* forItems(drafts.length, unknownIds(drafts, there)))
      const found = { living: there, former: gone, replace, keep }
      const merged = yield* Effect.fromResult(yield* forItems(drafts.length, mergeItems(drafts, found)))
      const { items, differ, changed, position } = yield* forItems(
        merged.length,
        placeItems(merged, head.last_position)
      )
      const all = replace
        ? yield* sql<{ item_id: string }>`
            select i.item_id from agent_operations.dataset_items as i
            where ${ofDataset(space, datasetId)} and i.position > 0 and i.to_version is null`
        : []
      const deleted = yield* forItems(all.length, otherIds(all, items))
      const created = differ.length - changed.length
      const counts = { created, changed: changed.length, deleted: deleted.length, position }
      const told = { ...counts, unchanged: items.length - differ.length, items }
      if (differ.length === 0 && deleted.length === 0) return { ...told, version: head.version } satisfies Changed
      if (head.item_count + created - deleted.length > maxItems) return yield* tooManyItems()
      const version = head.version + 1
      yield* close(space, datasetId, [...deleted, ...changed], version)
      for (const part of partsOf(differ)) yield* insert(space, datasetId, version, actor, part)
      return { ...told, version: yield* commit(space, datasetId, actor, counts) } satisfies Changed
    }),

    /** Deletes living items. */
    remove: Effect.fnUntraced(function* (
      space: Space,
      actor: Actor,
      datasetId: string,
      ids: ReadonlyArray<string>,
      expectedVersion: number | undefined
    ) {
      const head = yield* begin(space, datasetId, expectedVersion)
      const closed = yield* close(space, datasetId, ids, head.version + 1)
      const wanted = new Set(ids).size
      if (closed.length < wanted) {
        return yield* new NotFound({
          message: `${wanted - closed.length} of the ${wanted} items are not in the dataset at version ${head.version}. Nothing was deleted.`,
          hint: "Leave out what list_dataset_items no longer has."
        })
      }
      const counts = { created: 0, changed: 0, deleted: closed.length, position: head.last_position }
      return { version: yield* commit(space, datasetId, actor, counts), deleted: closed.length }
    }),

    /** Makes the items of an earlier version those of a new one. */
    restore: Effect.fnUntraced(function* (
      space: Space,
      actor: Actor,
      datasetId: string,
      { version, expectedVersion }: { readonly version: number; readonly expectedVersion: number | undefined }
    ) {
      const head = yield* begin(space, datasetId, expectedVersion)
      if (version > head.version) {
        return yield* new NotFound({
          message: `The dataset has no version ${version}: the last one is ${head.version}.`
        })
      }
      const next = head.version + 1
      // What came after that version goes, and what it had comes back as it was. What is the same again stays.
      const closed = yield* sql<{ item_id: string }>`
        update agent_operations.dataset_items as i set to_version = ${next}
        where ${ofDataset(space, datasetId)} and i.position > 0 and i.to_version is null and i.from_version > ${version}
          and not exists (
            select from agent_operations.dataset_items as o
            where o.tenant_id = ${space.tenant} and o.project_id = ${space.project} and o.item_id = i.item_id
              and o.from_version <= ${version} and o.to_version > ${version}
              and (o.external_id, o.split, o.input, o.expected, o.metadata, o.source)
                is not distinct from (i.external_id, i.split, i.input, i.expected, i.metadata, i.source)
            offset 0
          )
        returning i.item_id`
      const back = yield* sql<{ item_id: string }>`
        insert into agent_operations.dataset_items as n (tenant_id, project_id, dataset_id, item_id, from_version, position,
          external_id, split, input, expected, metadata, source, encoded_bytes, created_at, created_by, updated_at,
          updated_by, purged)
        select i.tenant_id, i.project_id, i.dataset_id, i.item_id, ${next}, i.position, i.external_id, i.split, i.input,
          i.expected, i.metadata, i.source, i.encoded_bytes, i.created_at, i.created_by, now(), ${JSON.stringify(actor)},
          i.purged
        from agent_operations.dataset_items as i
        where ${ofDataset(space, datasetId)} and i.position > 0 and i.from_version <= ${version} and i.to_version > ${version}
          and not exists (
            select from agent_operations.dataset_items as l
            where l.tenant_id = ${space.tenant} and l.project_id = ${space.project} and l.item_id = i.item_id
              and l.to_version is null
            offset 0
          )
        returning n.item_id`
      if (closed.length === 0 && back.length === 0) return { version: head.version }
      const went = new Set(closed.map(({ item_id }) => item_id))
      const changed = back.filter(({ item_id }) => went.has(item_id)).length
      const counts = { created: back.length - changed, changed, deleted: closed.length - changed }
      return { version: yield* commit(space, datasetId, actor, { ...counts, position: head.last_position }) }
    })
  }
}
