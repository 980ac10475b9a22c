import type { Explained } from "./explained.ts"

const fault = (module: string, why: string, ...faults: ReadonlyArray<string>): Explained => ({
  file: `revision-store/src/${module}.ts`,
  why,
  faults
})

export const revisionStore: ReadonlyArray<Explained> = [
  fault(
    "verbs/append",
    "What is undefined is bound, and left out of JSON, as null is.",
    "= (value: unknown) => (value === undefined ? null : JSON.stringify(value)) → = (value: unknown) => (false ? null : JSON.stringify(value))"
  ),
  fault(
    "verbs/append",
    "A name is taken only where one was given.",
    '=> nameTaken(kind, newName ?? ""), // Kept references exist → => nameTaken(kind, newName ?? "Stryker was here!"), // Kept references exist'
  ),
  fault(
    "verbs/append",
    "It costs more: references that are kept are written anew, and one write skips a locked row and is sent again.",
    '${expected} returning *) ${replaceReferences(sql, content.refs !== null)} ${tellSubscriptions(sql, "updated")} ${foundAndMade(sql)} from → ${expected} returning *) ${replaceReferences(sql, true)} ${tellSubscriptions(sql, "updated")} ${foundAndMade(sql)} from',
    'writes.some(({ refs }) => refs !== null))} ${tellSubscriptions(sql, "updated")} ${foundAndMade(sql)} from → writes.some(({ refs }) => true))} ${tellSubscriptions(sql, "updated")} ${foundAndMade(sql)} from',
    "writes: ReadonlyArray<Append>, condition) => writes.length === 1 ? appendOne(sql, writes[0]!, condition) → writes: ReadonlyArray<Append>, condition) => false ? appendOne(sql, writes[0]!, condition)"
  ),
  fault(
    "verbs/append",
    "It costs more: a row that is not as it is expected is locked, and then not updated.",
    "and d.id = asked.id and d.revision = asked.expected for no key update → and d.id = asked.id for no key update"
  ),
  fault(
    "verbs/append",
    "The row is locked since it was found to be as it is expected.",
    "d.id = free.id and d.revision = free.expected and d.id = any(${writes.map(({ id → d.id = free.id and d.id = any(${writes.map(({ id"
  ),
  fault(
    "verbs/append",
    "It costs more: without the IDs as a value the plan may read all rows of the space. They are those of `free`.",
    "and d.revision = free.expected and d.id = any(${writes.map(({ id }) => id)}::text[]) returning d.tenant_id, d.project_id, d.kind, → and d.revision = free.expected returning d.tenant_id, d.project_id, d.kind,",
    "= free.expected and d.id = any(${writes.map(({ id }) => → = free.expected and d.id <> any(${writes.map(({ id }) =>"
  ),
  fault(
    "verbs/append",
    "It costs more: what was not written is sent again alone, and is told then why.",
    "offset 0) as d left join made on made.definition_id → offset 0) as d join made on made.definition_id"
  ),
  fault(
    "verbs/copy",
    "Names are taken in one order, so that batches wait for each other and do not deadlock. A deadlock is tried again.",
    "new_name, new_key, 1 from source order by new_key), made as (${insertRevision(sql)} select → new_name, new_key, 1 from source), made as (${insertRevision(sql)} select"
  ),
  fault(
    "verbs/create",
    "Names are taken in one order, so that batches wait for each other and do not deadlock. A deadlock is tried again.",
    "name, key, 1 from asked order by key), made as (${insertRevision(sql)} select → name, key, 1 from asked), made as (${insertRevision(sql)} select"
  ),
  fault(
    "verbs/create",
    "It costs more: no references are written where there are none.",
    '${content.by}) returning *) ${attachReferences(sql, content.refs !== none)} ${tellSubscriptions(sql, "created")} select 1` → ${content.by}) returning *) ${attachReferences(sql, true)} ${tellSubscriptions(sql, "created")} select 1`',
    'creates.some(({ refs }) => refs !== none))} ${tellSubscriptions(sql, "created")} select definition_id → creates.some(({ refs }) => true))} ${tellSubscriptions(sql, "created")} select definition_id'
  ),
  fault(
    "verbs/find",
    "Any text will do that no number of a revision has.",
    '=> `${id} ${revision ?? ""}` /** * Finds a → => `${id} ${revision ?? "Stryker was here!"}` /** * Finds a'
  ),
  fault(
    "verbs/graph",
    "It costs more: what is beyond the bounds is refused all the same.",
    "1 or (node.place <= ${maxNodes} and coalesce(node.bytes, 0) <= ${maxBytes})` if (rows.some(({ complete }) → 1 or (node.place <= ${maxNodes})` if (rows.some(({ complete })",
    "complete from node where node.place = 1 or (node.place <= ${maxNodes} → complete from node where true or (node.place <= ${maxNodes}",
    "or (node.place <= ${maxNodes} and coalesce(node.bytes, 0) <= ${maxBytes})` → or (node.place <= ${maxNodes} or coalesce(node.bytes, 0) <= ${maxBytes})`",
    "from (select * from edge limit ${maxNodes + 1}) as edge left join → from (select * from edge) as edge left join"
  ),
  fault(
    "verbs/history",
    "What names no revision finds none.",
    '(revision === null ? [] : [{ id, revision → (revision === null ? ["Stryker was here"] : [{ id, revision'
  ),
  fault(
    "verbs/history",
    "The rows are in order as they are joined today. PostgreSQL promises it to nobody who does not ask for it.",
    '"d", space, kind, id)} order by page.revision desc` if (rows.length === 0) → "d", space, kind, id)} ` if (rows.length === 0)'
  ),
  fault(
    "verbs/list",
    "Positions begin with 1. A statement says so to be let use the index of the order.",
    'sql`${within(sql, "d", space, kind)} and d.position > 0` return search === "" → sql`${within(sql, "d", space, kind)} ` return search === ""',
    "space, kind)} and d.position > 0` return search === → space, kind)} and d.position >= 0` return search ==="
  ),
  fault(
    "verbs/list",
    "It costs more: every name is like anything.",
    'd.position > 0` return search === "" ? all : sql`${all} → d.position > 0` return false ? all : sql`${all}',
    '0` return search === "" ? all : sql`${all} → 0` return search === "Stryker was here!" ? all : sql`${all}'
  ),
  fault(
    "verbs/list",
    "It costs more: the page is cut to its limit all the same.",
    'order by d.position desc limit ${limit + 1}` return search === "" → order by d.position desc ` return search === ""'
  ),
  fault(
    "verbs/list",
    "Both statements have the same rows. Each is the one that reads less, the first without a search and the other with one.",
    '${limit + 1}` return search === "" ? sql<HeadRow>`${found("d.id, d.revision, d.position")}` → ${limit + 1}` return true ? sql<HeadRow>`${found("d.id, d.revision, d.position")}`',
    '${limit + 1}` return search === "" ? sql<HeadRow>`${found("d.id, d.revision, d.position")}` → ${limit + 1}` return false ? sql<HeadRow>`${found("d.id, d.revision, d.position")}`',
    '+ 1}` return search === "" ? sql<HeadRow>`${found("d.id, d.revision, → + 1}` return search !== "" ? sql<HeadRow>`${found("d.id, d.revision,',
    '1}` return search === "" ? sql<HeadRow>`${found("d.id, d.revision, d.position")}` → 1}` return search === "Stryker was here!" ? sql<HeadRow>`${found("d.id, d.revision, d.position")}`'
  ),
  fault(
    "verbs/list",
    "It costs more: without what the index of the order begins with, and is partial by, each row of a page is looked for among all. Positions are of one sequence, so that one is of one definition alone.",
    'agent_operations.definitions as d where ${within(sql, "d", space, kind)} and d.position > 0 and → agent_operations.definitions as d where d.position > 0 and',
    'agent_operations.definitions as d where ${within(sql, "d", space, kind)} and d.position > 0 → agent_operations.definitions as d where true and d.position > 0',
    "space, kind)} and d.position > 0 and d.position = page.position offset 0) → space, kind)} and d.position = page.position offset 0)",
    "space, kind)} and d.position > 0 and d.position = → space, kind)} and d.position >= 0 and d.position ="
  ),
  fault(
    "verbs/list",
    "The rows are in order as they are joined today. PostgreSQL promises it to nobody who does not ask for it.",
    "offset 0) as d order by d.position desc` } /** The heads → offset 0) as d ` } /** The heads",
    "as head on true order by head.position desc`, (rows) => ({ heads: → as head on true `, (rows) => ({ heads:"
  ),
  fault(
    "verbs/list",
    "It costs more: where there is no head, that of no ID finds nothing.",
    "(rows) => ({ heads: rows.filter((row): row is CountedRow & HeadRow => row.id !== null), total: Number(rows[0]?.total ?? 0) → (rows) => ({ heads: rows, total: Number(rows[0]?.total ?? 0)",
    "CountedRow & HeadRow => row.id !== null), total: Number(rows[0]?.total ?? 0) → CountedRow & HeadRow => true), total: Number(rows[0]?.total ?? 0)"
  ),
  fault(
    "verbs/list",
    "A count has one row at least.",
    "row.id !== null), total: Number(rows[0]?.total ?? 0) })) /** → row.id !== null), total: Number(rows[0].total ?? 0) })) /**"
  ),
  fault(
    "verbs/list",
    "Where there are heads there is an item: revisions are kept, and one is on a page whatever its bytes.",
    "heads.length ? (heads[items.length - 1]?.position ?? null) : null → heads.length ? (heads[items.length - 1].position ?? null) : null"
  ),
  fault(
    "verbs/referrers",
    "It costs more: a limit of null is none, and the page is cut to its limit all the same.",
    '}) => id)], ["integer", wanted.map(({ limit }) => limit + 1)], ["integer", wanted.map((_, index) => → }) => id)], ["integer", wanted.map(() => undefined)], ["integer", wanted.map((_, index) =>',
    "order by x.from_kind, x.from_id, x.alias limit asked.rows) as x cross join → order by x.from_kind, x.from_id, x.alias) as x cross join"
  ),
  fault(
    "verbs/referrers",
    "The rows are in order as they are numbered and joined today. PostgreSQL promises it to nobody who does not ask for it.",
    "(target.tenant_id, target.project_id, target.kind, target.id) order by x.from_kind, x.from_id, x.alias limit asked.rows) as x → (target.tenant_id, target.project_id, target.kind, target.id) limit asked.rows) as x",
    "as page on true order by asked.place, page.nth`, (rows) => { const → as page on true `, (rows) => { const"
  ),
  fault(
    "verbs/remove",
    "It costs more: the foreign key refuses all the same, once it has looked at every referrer.",
    "and d.revision = ${expectedRevision} and (select true from agent_operations.definition_references as x where ${referring} limit 1) is null returning d.*), buried as → and d.revision = ${expectedRevision} returning d.*), buried as"
  ),
  fault(
    "verbs/remove",
    "Any value will do that is not null.",
    "= ${expectedRevision} and (select true from agent_operations.definition_references as x → = ${expectedRevision} and (select false from agent_operations.definition_references as x"
  ),
  fault(
    "verbs/remove",
    "A delete takes no name.",
    "{ name: () => new Moved(), reference: () => held → { name: () => undefined, reference: () => held"
  ),
  fault(
    "verbs/restore",
    "The look at the revision to restore says the same next.",
    "space, kind, id)) if (current === undefined) return yield* notFound(kind, id) → space, kind, id)) if (false) return yield* notFound(kind, id)"
  ),
  fault(
    "internal/batched-write",
    "Any text will do that no guard has for a name.",
    'string => `${groupOf(asked)}\\0${asked.guard?.name ?? ""}` /** A write of → string => `${groupOf(asked)}\\0${asked.guard?.name ?? "Stryker was here!"}` /** A write of'
  ),
  fault(
    "internal/batched-write",
    "It costs as much: where the bound lies is not told to the character.",
    "undefined, SqlError> => size(write) > largeContent ? Effect.undefined : → undefined, SqlError> => size(write) >= largeContent ? Effect.undefined :"
  ),
  fault(
    "internal/batched-write",
    "Any numbers will do that differ.",
    "Effect.undefined : share({ ticket: String(tickets++), write }) } → Effect.undefined : share({ ticket: String(tickets--), write }) }"
  ),
  fault(
    "internal/failures",
    "It is known by its class.",
    'export class Moved extends Data.TaggedError("Moved") {} /** Runs a → export class Moved extends Data.TaggedError("") {} /** Runs a'
  ),
  fault(
    "internal/failures",
    "Any text will do but that of a name.",
    '"definition_references_to": case "definition_references_pin": return "reference" default: return undefined } → "definition_references_to": case "definition_references_pin": return "" default: return undefined }'
  ),
  fault(
    "internal/failures",
    "A function that ends says undefined, too.",
    '"definition_references_pin": return "reference" default: return undefined } } → "definition_references_pin": return "reference" default: } }'
  ),
  fault(
    "internal/fetch",
    "It costs more: the page is cut to its bytes all the same.",
    "r) as r where r.place = 1 or r.total <= ${maxBytes}` → r) as r where true or r.total <= ${maxBytes}`"
  ),
  fault(
    "internal/fetch",
    "The rows are in order as they are joined today. PostgreSQL promises it to nobody who does not ask for it.",
    "offset 0) as r order by asked.place`, (rows) => rows.map(toSummary)) → offset 0) as r `, (rows) => rows.map(toSummary))"
  ),
  fault(
    "internal/remembered",
    "What is as new as the newest is that.",
    "if ((newest.get(name) ?? 0) < revision.revision) newest.set(name, revision.revision) } → if ((newest.get(name) ?? 0) <= revision.revision) newest.set(name, revision.revision) }"
  ),
  fault(
    "events/deliver",
    "It costs more: it looks again at once, and until one of them may be tried again it finds as many.",
    "(later.length >= mostPostponed) return false const events = yield* → (later.length >= mostPostponed) return true const events = yield*"
  ),
  fault(
    "events/deliver",
    "The next round asks who holds it, and waits.",
    "= yield* Effect.raceFirst(tellFirst, Effect.as(keepHold, false)) if (!more) yield* Effect.timeoutOption(written.await, → = yield* Effect.raceFirst(tellFirst, Effect.as(keepHold, true)) if (!more) yield* Effect.timeoutOption(written.await,"
  ),
  fault(
    "events/DefinitionEvents",
    "Neither is a number within bounds.",
    "{ onNone: () => Number.NaN, onSome: Duration.toMillis }) return → { onNone: () => undefined, onSome: Duration.toMillis }) return"
  ),
  fault(
    "events/subscriptions",
    "Any text will do that no number of a revision is.",
    '`${row.definition_id}/${row.type === "deleted" ? "deleted" : row.revision}`, type: row.type, → `${row.definition_id}/${row.type === "deleted" ? "" : row.revision}`, type: row.type,'
  ),
  fault(
    "events/subscriptions",
    "A statement without a table has one row.",
    "as there`, ([row]) => row?.there === true) /** Resolves → as there`, ([row]) => row.there === true) /** Resolves",
    '"elsewhere" | "removed" => row?.held === true ? "held" → "elsewhere" | "removed" => row.held === true ? "held"',
    'true ? "held" : row?.there === true ? "elsewhere" → true ? "held" : row.there === true ? "elsewhere"'
  ),
  fault(
    "events/subscriptions",
    "Whoever asks at the very moment at which a lease ends may as well ask again.",
    "= ${holder} or held_until <= now()) returning name) select → = ${holder} or held_until < now()) returning name) select"
  )
]
