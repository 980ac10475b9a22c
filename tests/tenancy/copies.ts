import type { Pool } from "pg"
import { inOne, insert, type Table } from "./tables.ts"
import type { Place } from "./world/project.ts"

/** A pattern of IDs: what is before the middle of one, and behind it. */
export const typeId = String.raw`([a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{6}([0-9a-hjkmnp-tv-z]{9})`
const ofTrace = String.raw`\b(a[0-9a-f]{29})00\b`

/** What tells the IDs of a copy, in their middle: more than any ID has by chance. */
const inIds = (mark: string) => `${mark}zzzz`

/** IDs and names of the project in a text, as those of a copy. */
export const translated = (text: string, mark: string): string =>
  text
    .replaceAll(new RegExp(`\\b${typeId}\\b`, "g"), `$1${inIds(mark)}$2`)
    .replaceAll(new RegExp(ofTrace, "g"), `$1${mark}`)
    .replaceAll("#00", `#${mark}`)

const uuidOf = (mark: string) => new RegExp(`\\b(a[0-9a-f]{7}(?:-[0-9a-f]{4}){3}-[0-9a-f]{10})${mark}\\b`, "g")

/** Texts that hold IDs and names of a copy, with those of the project in their place. */
export const back = (text: string, mark: string): string =>
  text
    .replaceAll(
      new RegExp(`\\b([a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{10})${inIds(mark)}([0-9a-hjkmnp-tv-z]{9})\\b`, "g"),
      "$1..$2"
    )
    .replaceAll(new RegExp(`\\b(a[0-9a-f]{29})${mark}\\b`, "g"), "$1..")
    .replaceAll(uuidOf(mark), "$1..")
    .replaceAll(`#${mark}`, "#..")

/** What has, in another place, what a project has. */
export interface Copy {
  readonly organizationId: string
  readonly projectId: string
  /** What IDs and names of the project have there in place of what they have in the project. */
  readonly mark: string
  /** Whether its IDs and keys are the project's own, so that nothing but the organization and the project tells them apart. */
  readonly isTwin: boolean
  /** The schema that has the rows to copy. */
  readonly from: "taken" | "later"
}

/** What is looked up by, and stays in a twin. */
const keys = ["name_key", "external_id", "request_key", "import_key", "series", "head_key"]

/** What is told or added up, and is another in a twin. */
const figures =
  /^(?:number_value|value|spent_micros|assumed_micros|(?:input|output|total|cache_read|cache_write|reasoning)_tokens|cost|cost_pico|span_count|item_count)$/

/** What has no project, or an order that the whole organization shares. */
const notCopied = ["audit_events", "definition_events", "idempotency_keys"]

const inSql = (text: string, { isTwin, mark }: Copy) => {
  const names = `replace(${text}, '#00', '#${mark}')`
  if (isTwin) return names
  const ids = `regexp_replace(${names}, '\\m${typeId}\\M', '\\1${inIds(mark)}\\2', 'g')`
  return `regexp_replace(${ids}, '\\m(a[0-9a-f]{29})00\\M', '\\1${mark}', 'g')`
}

/** Another value than that of a column, in a type that can have one. */
const changed = (column: string, type: string): string | undefined => {
  if (/^(?:integer|bigint|smallint|numeric|double)/.test(type)) return `${column} + 1`
  if (type === "boolean") return `not ${column}`
  if (/^(?:timestamp|date)/.test(type)) return `${column} + interval '1 day'`
  if (type === "text") return `${column} || '#'`
  if (type === "jsonb") return `jsonb_build_object('other', ${column})`
  return undefined
}

const valueOf = (table: Table, { name, type, isFree }: Table["columns"][number], one: Copy): string => {
  const { organizationId, projectId, isTwin, mark } = one
  const column = `t."${name}"`
  if (name === table.tenant) return `'${organizationId}'`
  if (name === table.project) return `case ${column} when '' then '' else '${projectId}' end`
  if (type === "uuid") return isTwin ? column : `overlay(${column}::text placing '${mark}' from 35)::uuid`
  if (isTwin && name === "user_pick" && mark.startsWith("5")) return column
  // One twin differs in all that is no key: whatever is read of it is something else.
  const other = isTwin && mark.startsWith("5") && isFree ? changed(column, type) : undefined
  if (other !== undefined) return other
  if (isTwin && figures.test(name)) return `${column} + 1`
  if (type === "bytea" && isTwin) return "'\\x00'"
  if (type !== "text" && type !== "text[]" && type !== "jsonb") return column
  if (isTwin && (keys.includes(name) || name.endsWith("id"))) return column
  return `${inSql(`${column}::text`, one)}::${type}`
}

type Own = Pick<Place, "organizationId" | "projectId">

/** Copies the rows of a table; what is of no project is the organization's. */
const copy = (table: Table, one: Copy, own: Own) => {
  const values = table.columns.map((column) => valueOf(table, column, one))
  const isInside = one.organizationId === own.organizationId
  return insert(table, one.from, { values, where: isInside ? `t.${table.project} <> ''` : "true" })
}

/**
 * What has other IDs than the project: another project of the organization, a project of another organization, and one that
 * goes by the same ID there.
 */
export const foreignTo = ({ organizationId, projectId }: Own): ReadonlyArray<Copy> => [
  { organizationId, projectId: "prj_0000000000other", mark: "f1", isTwin: false, from: "taken" },
  {
    organizationId: "org_0000000000other",
    projectId: "prj_0000000000foreign",
    mark: "f2",
    isTwin: false,
    from: "taken"
  },
  { organizationId: "org_0000000000same", projectId, mark: "f3", isTwin: false, from: "taken" }
]

/** The same IDs in another project, and in a project of the same ID of another organization. */
const twinsOf = ({ organizationId, projectId }: Own, suffix: string, mark: string, from: Copy["from"]) => [
  { organizationId, projectId: `prj_${suffix}`, mark: `${mark}a`, isTwin: true, from },
  { organizationId: `org_${suffix}`, projectId, mark: `${mark}b`, isTwin: true, from }
]

/** The last of all places, by their names. */
const last = "zzzzzzzzzzzzafter"

/** Rows of a table that come after the project's. */
export const afterOwn = ({ tenant, project }: Table): string =>
  `t.${tenant} = 'org_${last}'${project === null ? "" : ` or t.${project} = 'prj_${last}'`}`

/**
 * Surrounds a project, of which the rows were taken before and after every call was made, by others that have what it has:
 * those in which every ID is another, and twins, in which every ID is the project's own. Twins are what the project was
 * before the calls, and what it came to; rows of theirs come before the project's and after them, in the tables and by their keys.
 */
export const surround = async (pool: Pool, tables: ReadonlyArray<Table>, own: Own): Promise<void> => {
  const before = [
    ...twinsOf(own, "00000000000later", "4", "later"),
    ...twinsOf(own, "0000000000before", "5", "taken"),
    ...foreignTo(own)
  ]
  const after = twinsOf(own, last, "6", "taken")
  const copied = tables.filter(({ name }) => !notCopied.includes(name))
  const copies = (table: Table, some: ReadonlyArray<Copy>) =>
    some
      .filter(({ organizationId }) => table.project !== null || organizationId !== own.organizationId)
      .map((one) => copy(table, one, own))
  await inOne(pool, [
    ...tables.map(({ name }) => `delete from agent_operations.${name}`),
    ...copied.flatMap((table) => copies(table, before)),
    ...tables.map((table) => insert(table, "taken")),
    ...copied.flatMap((table) => copies(table, after)),
    // Statistics would have the same statement answered in another order at another time.
    ...tables
      .filter(({ isPartitioned }) => !isPartitioned)
      .map(({ name }) => `alter table agent_operations.${name} set (autovacuum_enabled = false)`),
    "drop schema taken cascade",
    "drop schema later cascade"
  ])
}
