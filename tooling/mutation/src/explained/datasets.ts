import { type Explained, explainedIn } from "./explained.ts"

const of = explainedIn("evals")

export const datasets: ReadonlyArray<Explained> = [
  of(
    "dataset-traces/items-of-traces",
    "The dot is any character there, and nothing reads the first of what is matched.",
    String.raw`[, name, rest] = /^\/(input|output|metadata)(.*)$/s.exec(pointer) ?? [] if (name → [, name, rest] = /^\/(input|output|metadata)(.*)/s.exec(pointer) ?? [] if (name`,
    String.raw`rest] = /^\/(input|output|metadata)(.*)$/s.exec(pointer) ?? [] if (name !== undefined → rest] = /^\/(input|output|metadata)(.*)$/s.exec(pointer) ?? ["Stryker was here"] if (name !== undefined`
  ),
  of(
    "datasets/schemas/check-items",
    "Without formats of their own both settings know none.",
    "Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(JSON.parse(text) as → Ajv2020({ strict: false, validateFormats: true, logger: false }).compile(JSON.parse(text) as"
  ),
  of(
    "datasets/store/cases",
    "It costs a statement more: nothing is joined with an empty list.",
    "Effect.Effect<ReadonlyMap<string, string>, SqlError.SqlError> => names.length === 0 ? Effect.succeed(new Map()) : → Effect.Effect<ReadonlyMap<string, string>, SqlError.SqlError> => false ? Effect.succeed(new Map()) :"
  ),
  of(
    "datasets/store/merge",
    "No item is asked for by an external ID of null.",
    "= new Map(living.flatMap((item) => (item.externalId === null ? [] : [[item.externalId, → = new Map(living.flatMap((item) => (false ? [] : [[item.externalId,"
  ),
  of(
    "datasets/store/reads",
    "No number is less than undefined.",
    "yield* head(space, datasetId) if (version !== undefined && version > current) → yield* head(space, datasetId) if (true && version > current)"
  ),
  of(
    "datasets/store/reads",
    "It costs more: of the rows only the first are read.",
    "${rows.slice(0, limit).at(-1)?.position ?? after} limit 1` const items = rows.slice(0, → ${rows.slice(0, limit).at(-1)?.position ?? after} ` const items = rows.slice(0,",
    "i.item_id, i.position order by i.position limit ${limit + 1}) select ${sql.literal(itemColumns)}, ${at(to)} as → i.item_id, i.position order by i.position) select ${sql.literal(itemColumns)}, ${at(to)} as"
  ),
  of(
    "datasets/store/write",
    "It costs a statement more: no row has an ID of an empty list.",
    "string, ids: ReadonlyArray<string>) => ids.length === 0 ? Effect.succeed([]) : Effect.map(sql<ItemRow>` → string, ids: ReadonlyArray<string>) => false ? Effect.succeed([]) : Effect.map(sql<ItemRow>`",
    "}>) => { if (rows.length === 0) return Effect.void const by → }>) => { if (false) return Effect.void const by"
  ),
  of(
    "datasets/store/write",
    "What has no ID is found by none.",
    'ids.length === 0 ? Effect.succeed([]) : Effect.map(sql<ItemRow>` select distinct → ids.length === 0 ? Effect.succeed(["Stryker was here"]) : Effect.map(sql<ItemRow>` select distinct'
  ),
  of(
    "datasets/store/write",
    "What is read of a former item are its place, its author and when it began, which each of its rows has alike.",
    "order by i.item_id, i.from_version desc`, (rows) => rows.map(toItem)) const → order by i.item_id, i.from_version asc`, (rows) => rows.map(toItem)) const"
  ),
  of(
    "datasets/store/write",
    "What is living is found before what was: that of the latter is not looked at.",
    "const known = new Set(there.map(({ id }) => id)) const gone = yield* → const known = new Set(there.map(() => undefined)) const gone = yield*"
  ),
  of(
    "datasets/items",
    "The text of undefined is undefined.",
    "= (value: unknown) => (value === undefined ? undefined : JSON.stringify(value)) → = (value: unknown) => (false ? undefined : JSON.stringify(value))"
  ),
  of(
    "datasets/items",
    "An ID of undefined is none.",
    "!== undefined) return { ...(id !== undefined && { id }), → !== undefined) return { ...(true && { id }),"
  )
]
