import { Caller } from "@agent-operations/auth"
import type { Family, Operation } from "@agent-operations/contract"
import type { PageViewTarget } from "@agent-operations/contract/page-views"
import type { viewRows } from "@agent-operations/contract/view-rows"
import { spaceOf } from "@agent-operations/definitions"
import { NotFound } from "@agent-operations/error-envelope"
import { Cursors, EncodedJson, inTurns, maxPageBytes } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { fittingItems, parseTime, parseTraceId } from "@agent-operations/traces"
import { TraceStore } from "@agent-operations/traces/store"
import { Clock, Effect } from "effect"
import { createHash } from "node:crypto"
import { FormulaRunner } from "../formulas/FormulaRunner.ts"
import type { PlanResult } from "../formulas/protocol.ts"
import { makeCheck } from "../view/check.ts"
import { makeLists } from "../listed/lists.ts"
import { customFilters, type Plan, planOf } from "../view/plan.ts"
import { type Asked, resolve, resolveAt } from "../view/resolve.ts"
import { makeComputer } from "./cells.ts"
import { invalidCursor, makePaging, type Walk } from "./cursor.ts"
import { makeEncoder } from "./encode.ts"
import { gatherPage } from "./gather.ts"
import { shownFields } from "./page.ts"
import { scanPage } from "./scan.ts"
import { defaultRange, type ViewRowsOptions } from "./setting.ts"
import { listSource } from "./list-source.ts"
import { pathsOf, sourceOf } from "./source.ts"
import { targetOf } from "./target.ts"

type Contract = Family.OperationById<typeof viewRows, "query_page_view">
type Input = Operation.Input<Contract>

const milliNanos = 1_000_000n

/** What a cursor is bound to: another of these is another walk. Law: P3. */
const boundTo = ({
  id,
  revision,
  draft,
  traceId,
  runId,
  sessionId,
  from,
  to,
  search
}: Input): ReadonlyArray<string> => [
  id ?? "",
  String(revision ?? ""),
  draft === undefined ? "" : createHash("sha256").update(JSON.stringify(draft)).digest("base64"),
  traceId === undefined ? "" : parseTraceId(traceId)!,
  from ?? "",
  to ?? "",
  search ?? "",
  ...(runId === undefined ? [] : [runId]),
  ...(sessionId === undefined ? [] : [sessionId])
]

/** From when on rows are looked at: of traces, days back from the first page, unless the input or the page view says. */
const fromOf = ({ from }: Input, plan: Plan, at: number): bigint | undefined => {
  if (from !== undefined) return parseTime(from)
  const says = plan.target !== "traces" || plan.inDatabase.some(({ field }) => field === "trace.startedAt")
  return says ? undefined : BigInt(at - defaultRange) * milliNanos
}

/** Whether rows that are read are looked at for more than the page view's filters. */
const narrows = ({ from, to, search = "" }: Input): boolean => search !== "" || from !== undefined || to !== undefined

/** The built-in paths that rows are asked for at all. */
const pathsAsked = (plan: Plan, uses: PlanResult["uses"]): ReadonlyArray<string> => [
  ...pathsOf([...shownFields(plan), ...[...plan.sorts, ...plan.here].map(({ on }) => on)]),
  ...uses.flatMap((records) =>
    Object.entries(records).flatMap(([record, names]) => names.map((name) => `${record}.${name}`))
  )
]

const columnsText = ({ columns }: Plan): string =>
  JSON.stringify(
    columns.map(({ on, label, hidden }) => ({ field: on.name, label, valueType: on.type, unit: on.unit, hidden }))
  )

/** Applies a page view to what is recorded, or to what some other families list. Laws: T9, T13 to T16, A2, A3, H4. */
export const queryPageView = (options: ViewRowsOptions, families: ReadonlyArray<Family.Any>) =>
  Effect.gen(function* () {
    const revisions = yield* EncodedRevisionStore
    const traces = yield* TraceStore
    const runner = yield* FormulaRunner
    const paging = makePaging(yield* Cursors)
    const check = yield* makeCheck
    const lists = yield* makeLists(families)
    const served: ReadonlyArray<PageViewTarget> = ["traces", "trace", ...lists.keys()]

    const traceOf = Effect.fnUntraced(function* ({ traceId }: Input) {
      if (traceId === undefined) return undefined
      const id = parseTraceId(traceId)!
      const found = yield* traces.one(spaceOf(yield* Caller), id)
      return found ?? (yield* new NotFound({ message: `There is no trace ${id} in the project.` }))
    })

    return Effect.fnUntraced(function* (input: Input) {
      const caller = yield* Caller
      const space = spaceOf(caller)
      const { walk, next } = yield* paging(input.cursor, boundTo(input))
      const asked = { ...input, draft: input.draft as Asked["draft"] }
      const view =
        walk === undefined
          ? yield* resolve(revisions, space, asked)
          : yield* resolveAt(revisions, space, asked, walk.revisions)
      const target = yield* targetOf(view.graph.root.settings.target, input, served)
      const list = lists.get(target)?.(input, space)
      const checked = check(view, `${caller.organizationId} ${caller.projectId}`)
      // A thread takes as long to start as the first check does.
      yield* view.graph.nodes.length === 0
        ? checked
        : Effect.all([checked, runner.warm], { concurrency: 2, discard: true })
      const trace = yield* traceOf(input)

      const at = walk?.at ?? (yield* Clock.currentTimeMillis)
      const plan = planOf(view.graph, target)
      const { uses, implied } = yield* runner.plan(plan.fields, customFilters(plan))
      const scope = {
        space,
        from: fromOf(input, plan, at),
        to: input.to === undefined ? undefined : parseTime(input.to),
        search: input.search ?? "",
        trace
      }
      const source =
        list === undefined
          ? sourceOf(traces, scope, plan, options.narrow === false ? [] : implied)
          : listSource(list, { ...scope, caller }, plan, pathsAsked(plan, uses))
      // A version that sorted twice by one field wrote cursors of more keys, which would go on elsewhere.
      const keys = plan.sortedInDatabase ? source.sortKeys : plan.sorts.length
      if (walk !== undefined && walk.after.keys.length !== keys) return yield* invalidCursor
      const computer = yield* makeComputer({ runner, plan, source, uses, excluded: new Set() })
      const page = yield* (plan.sortedInDatabase ? scanPage : gatherPage)({
        plan,
        source,
        computer,
        limit: input.limit ?? 50,
        after: walk?.after,
        decidesHere: plan.here.length > 0 || (target !== "traces" && narrows(input))
      })

      const columns = columnsText(plan)
      const encode = makeEncoder(plan, page.paths, trace?.traceId)
      const room = maxPageBytes - Buffer.byteLength(columns)
      const texts = yield* inTurns(
        fittingItems(
          page.rows.map((row) => () => encode(row)),
          room
        )
      )
      const last = page.rows[texts.length - 1]
      const cut = last !== undefined && texts.length < page.rows.length
      const after = cut ? last.after() : page.next
      const goesOn = (after: Walk["after"]) => next({ revisions: view.revisions, at, after })
      const { id, revision } = view.graph.root
      return EncodedJson.page<Operation.Result<Contract>>(
        texts,
        { nextCursor: after === null ? null : goesOn(after), scanned: cut ? last.scanned : page.scanned },
        { view: JSON.stringify(id === null ? null : { id, revision }), columns }
      )
    })
  })
