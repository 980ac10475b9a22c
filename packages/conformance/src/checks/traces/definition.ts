import { timeOf, type Version } from "./versions.ts"

/**
 * What a trace is, by its definition over its winning spans (T3, T5): a second one, that nothing of a server's has part in.
 */

/** A total order but for what only the content decides. */
const ranks = ({ endNano, version }: Version): ReadonlyArray<bigint> => [
  endNano === null ? 0n : 1n,
  BigInt(version),
  endNano ?? 0n
]

const compare = (a: ReadonlyArray<bigint>, b: ReadonlyArray<bigint>): number => {
  const n = a.findIndex((one, n) => one !== b[n])
  return n === -1 ? 0 : a[n]! < b[n]! ? -1 : 1
}

/** Whether the rank of two versions of a span is the same, so that their content decides. */
export const isTie = (a: Version, b: Version): boolean => compare(ranks(a), ranks(b)) === 0

/** The versions of each span that win. */
const winnersOf = (versions: ReadonlyArray<Version>): ReadonlyArray<Version> =>
  [...Map.groupBy(versions, ({ spanId }) => spanId).values()].map((own) =>
    own.reduce((best, one) => (compare(ranks(one), ranks(best)) > 0 ? one : best))
  )

const text = (value: unknown): string | null => (typeof value === "string" ? value : null)
const count = (value: unknown): number | null => (typeof value === "number" ? value : null)

const types: Readonly<Record<string, string>> = {
  LLM: "generation",
  EMBEDDING: "embedding",
  AGENT: "agent",
  TOOL: "tool",
  CHAIN: "chain"
}

const typeOf = ({ attributes }: Version): string => types[String(attributes["openinference.span.kind"])] ?? "span"

const tokensOf = ({ attributes }: Version) => {
  const inputTokens = count(attributes["llm.token_count.prompt"])
  const outputTokens = count(attributes["llm.token_count.completion"])
  const isNone = inputTokens === null && outputTokens === null
  return { inputTokens, outputTokens, totalTokens: isNone ? null : (inputTokens ?? 0) + (outputTokens ?? 0) }
}

const durationOf = (start: bigint, end: bigint | null): number | null =>
  end === null ? null : end <= start ? 0 : Number(end - start) / 1e6

const statusOf = ({ endNano, status }: Version): string => (endNano === null ? "running" : status)

const contentOf = ({ status, attributes }: Version) => ({
  input: attributes["input.value"] ?? null,
  output: attributes["output.value"] ?? null,
  error: status === "error" ? { message: null } : null,
  tags: attributes["tag.tags"] ?? []
})

const timesOf = (startNano: bigint, endNano: bigint | null) => ({
  startedAt: timeOf(startNano),
  startNano: String(startNano),
  endedAt: endNano === null ? null : timeOf(endNano),
  endNano: endNano === null ? null : String(endNano),
  durationMs: durationOf(startNano, endNano)
})

/** What a span is answered as, by its winning version. */
const definedSpan = (one: Version) => ({
  id: one.spanId,
  traceId: one.traceId,
  parentId: one.parentId,
  name: one.name,
  type: typeOf(one),
  status: statusOf(one),
  ...timesOf(one.startNano, one.endNano),
  ...tokensOf(one),
  cost: count(one.attributes["llm.cost.total"]),
  version: one.version,
  ...contentOf(one),
  attributes: one.attributes
})

/** The order of spans: (has a parent, start, ID). */
const before = (a: Version, b: Version): number =>
  Number(a.parentId !== null) - Number(b.parentId !== null) ||
  compare([a.startNano, BigInt(`0x${a.spanId}`)], [b.startNano, BigInt(`0x${b.spanId}`)])

const sum = (values: ReadonlyArray<number | null>): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}

/** What a trace is answered as, by all versions of its spans that were accepted. */
export const definedTrace = (versions: ReadonlyArray<Version>) => {
  const spans = winnersOf(versions).toSorted(before)
  const head = spans[0]!
  const ends = spans.flatMap(({ endNano }) => (endNano === null ? [] : [endNano]))
  const endNano = ends.length === 0 ? null : ends.reduce((a, b) => (a > b ? a : b))
  const startNano = spans.map((one) => one.startNano).reduce((a, b) => (a < b ? a : b))
  const first = (key: string) => text(spans.find(({ attributes }) => text(attributes[key]) !== null)?.attributes[key])
  const counted = spans.filter((one) => ["generation", "embedding"].includes(typeOf(one)))
  const usage = (field: "inputTokens" | "outputTokens" | "totalTokens") =>
    sum(counted.map((one) => tokensOf(one)[field]))
  const isEnded = head.parentId === null && head.endNano !== null
  return {
    id: head.traceId,
    name: head.name,
    status: isEnded ? (head.status === "error" ? "error" : "success") : "running",
    userId: first("user.id"),
    sessionId: first("session.id"),
    environment: first("deployment.environment.name"),
    release: first("service.version"),
    ...timesOf(startNano, endNano),
    spanCount: spans.length,
    errorCount: spans.filter((one) => statusOf(one) === "error").length,
    inputTokens: usage("inputTokens"),
    outputTokens: usage("outputTokens"),
    totalTokens: usage("totalTokens"),
    cost: sum(counted.map(({ attributes }) => count(attributes["llm.cost.total"]))),
    ...contentOf(head),
    attributes: head.attributes
  }
}

/** The spans of a trace in the order that they are listed in: by start, then by ID. */
export const definedSpans = (versions: ReadonlyArray<Version>) =>
  winnersOf(versions)
    .toSorted((a, b) => compare([a.startNano, BigInt(`0x${a.spanId}`)], [b.startNano, BigInt(`0x${b.spanId}`)]))
    .map(definedSpan)
