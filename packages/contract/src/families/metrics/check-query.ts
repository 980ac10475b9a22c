import { filterRecords } from "./filters.ts"
import {
  type Aggregation,
  aggregationsOf,
  dimensionsOf,
  type Measure,
  measuresOf,
  type MetricsSource
} from "./measures.ts"

/** What of a query is held to what goes together. */
interface Query {
  readonly over: MetricsSource
  readonly measures: ReadonlyArray<{ readonly measure: Measure; readonly aggregation: Aggregation }>
  readonly dimensions?: ReadonlyArray<string>
  readonly granularity?: string
  readonly filters?: ReadonlyArray<{ readonly field: string }>
  readonly orderBy?: { readonly by: number | "time" }
}

interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly issue: string
}

const listed = (names: ReadonlyArray<string>) => names.join(", ")

function* measureIssues({ over, measures }: Query): Generator<Issue> {
  for (const [n, { measure, aggregation }] of measures.entries()) {
    const path = ["measures", n]
    const known = measuresOf[over]
    if (!known.includes(measure)) {
      yield { path: [...path, "measure"], issue: `${over} have no ${measure}: use one of ${listed(known)}` }
      continue
    }
    const fitting = aggregationsOf(over, measure)
    if (fitting.includes(aggregation)) continue
    yield {
      path: [...path, "aggregation"],
      issue: `${aggregation} does not go with ${measure} over ${over}: use one of ${listed(fitting)}`
    }
  }
}

const isAttribute = (dimension: string) => dimension.startsWith("attributes.")

function* dimensionIssues({ over, dimensions = [] }: Query): Generator<Issue> {
  for (const [n, dimension] of dimensions.entries()) {
    const path = ["dimensions", n]
    const known = dimensionsOf[over]
    const fits = known.includes(dimension) || (over === "traces" && isAttribute(dimension))
    if (!fits) {
      const all = over === "traces" ? [...known, "attributes.<key>"] : known
      yield { path, issue: `${over} have no ${dimension}: use one of ${listed(all)}` }
    } else if (dimensions.indexOf(dimension) < n) {
      yield { path, issue: `${dimension} is there twice: leave one out` }
    }
  }
}

function* filterIssues({ over, filters = [] }: Query): Generator<Issue> {
  const records: ReadonlyArray<string> = filterRecords[over]
  for (const [n, { field }] of filters.entries()) {
    if (records.includes(field.slice(0, field.indexOf(".")))) continue
    const path = ["filters", n, "field"]
    yield { path, issue: `${over} are filtered by fields of ${records.join(" and ")}, such as ${records[0]!}.name` }
  }
}

function* orderIssues({ measures, granularity, orderBy }: Query): Generator<Issue> {
  if (orderBy === undefined) return
  const path = ["orderBy", "by"]
  if (orderBy.by === "time") {
    if (granularity === undefined)
      yield { path, issue: "there is no time without a granularity: add one, or order by a measure" }
  } else if (orderBy.by >= measures.length) {
    yield { path, issue: `there is no measure ${orderBy.by}: the first is 0, the last ${measures.length - 1}` }
  }
}

/** What does not go together in a query, and what does in its place. */
export const queryIssues = (query: Query): Array<Issue> => [
  ...measureIssues(query),
  ...dimensionIssues(query),
  ...filterIssues(query),
  ...orderIssues(query)
]
