import { parse } from "@babel/parser"
import { type Node, within } from "./departures.ts"
import { lineOf, makeExcepting, nameOf } from "./reasons.ts"

/** Revisions of MCP, which are named by days. */
const names = new Set(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])

const waits = "It waits for a duration. Wait for an event: waitUntil or eventually of tooling/testing."
const polls = "It gives up early beside load. Use waitUntil or eventually of tooling/testing."
const measures = "It measures time, which load stretches. Count something else, or make it a *.long.test.ts."
const ends = "It ends what load has only slowed. Leave the time limit to vitest.config.ts, or give more."
const nears = "Now passes this day, or has passed it. Reckon from now, or take a year before 2020 or after 2100."

/** What vitest gives every test and hook, in milliseconds: less ends what load has only slowed. */
const end = 120_000

/** The functions of vitest that take a time limit, as their last argument or as `timeout`. */
const isSetting = (name: string): boolean => /^(it|test|describe|layer|(before|after)(All|Each))\b/.test(name)

const limitsOf = (call: Node): ReadonlyArray<number> => {
  const given = call["arguments"] as ReadonlyArray<Node>
  const named = given
    .flatMap(({ properties }) => (properties ?? []) as ReadonlyArray<Node>)
    .filter(({ key }) => nameOf(key as Node | undefined) === "timeout")
    .map(({ value }) => value as Node)
  const last = given.at(-1)
  return [...named, ...(last?.type === "NumericLiteral" ? [last] : [])]
    .filter(({ type }) => type === "NumericLiteral")
    .map(({ value }) => Number(value))
}

const isNow = (node: Node): boolean =>
  node.type === "CallExpression" && nameOf(node["callee"] as Node).endsWith("Date.now")

/** What a file calls the sleeps of Node. */
const sleepsOf = (nodes: ReadonlyArray<Node>): ReadonlySet<string> =>
  new Set([
    ...["setTimeout", "globalThis.setTimeout", "Atomics.wait"],
    ...nodes
      .filter(
        ({ type, source }) => type === "ImportDeclaration" && (source as Node)["value"] === "node:timers/promises"
      )
      .flatMap(({ specifiers }) => specifiers as ReadonlyArray<Node>)
      .filter(({ imported }) => nameOf(imported as Node | undefined) === "setTimeout")
      .map(({ local }) => nameOf(local as Node))
  ])

/** The names that are given a moment: `const began = Date.now()`. */
const momentsOf = (nodes: ReadonlyArray<Node>): ReadonlySet<string> =>
  new Set(
    nodes
      .filter(({ type, init }) => type === "VariableDeclarator" && init !== null && isNow(init as Node))
      .map(({ id }) => nameOf(id as Node))
  )

const years = /(?<![\d.-])20[2-9]\d-\d\d(-\d\d)?(?!\d)/g
const [first, last] = [Date.UTC(2020, 0), Date.UTC(2100, 0)]

const isNear = (node: Node): boolean => {
  const value = node.type === "TemplateElement" ? (node["value"] as { readonly raw: string }).raw : node["value"]
  if (/^(StringLiteral|TemplateElement)$/.test(node.type)) {
    return [...String(value).matchAll(years)].some(([day]) => !names.has(day))
  }
  const unit = { NumericLiteral: 1, BigIntLiteral: 1e6 }[node.type]
  if (unit !== undefined) return Number(value) >= first * unit && Number(value) < last * unit
  const [year] = ((node["arguments"] ?? []) as ReadonlyArray<Node>).map(({ value }) => Number(value))
  const isDate = /^(Date\.UTC|Date)$/.test(nameOf(node["callee"] as Node | undefined))
  return isDate && year !== undefined && year >= 2020 && year < 2100
}

const faultOf = (nodes: ReadonlyArray<Node>, file: string, text: string) => {
  const [sleeps, moments] = [sleepsOf(nodes), momentsOf(nodes)]
  const isFaked = /\bvi\.useFakeTimers\(\)/.test(text)
  const isTurned = text.includes("TestClock") && !/\bit\.live\b|excludeTestServices/.test(text)
  const isLong = file.endsWith(".long.test.ts")
  const isMoment = (node: Node): boolean => isNow(node) || moments.has(nameOf(node))
  return (node: Node): string | undefined => {
    if (isNear(node)) return nears
    if (node.type === "BinaryExpression" && !isLong) {
      const both = [node["left"] as Node, node["right"] as Node]
      if (/^[<>]=?$/.test(String(node["operator"])) && both.some(isNow)) return measures
      if (node["operator"] === "-" && both.every(isMoment)) return measures
    }
    if (node.type !== "CallExpression") return undefined
    const name = nameOf(node["callee"] as Node)
    if (/^(vi\.waitFor|vi\.waitUntil|expect\.poll)$/.test(name)) return polls
    if (isSetting(name) && limitsOf(node).some((limit) => limit < end)) return ends
    if (isFaked) return undefined
    if (sleeps.has(name) || /^AbortSignal\.timeout$|\.waitForTimeout$/.test(name)) return waits
    if (/^Effect\.(sleep|delay)$/.test(name) && !isTurned) return waits
    return !isLong && /^(performance\.now|process\.hrtime(\.bigint)?|Effect\.timed)$/.test(name) ? measures : undefined
  }
}

/**
 * Where a test leans on a clock that load or the calendar can break, a line each. A comment `// clock: <reason>` at the
 * line, or above it, excepts it.
 *
 * @example
 * clocks("a.test.ts", "await sleep(200)") // ["a.test.ts:1: It waits for a duration. …"]
 */
export const clocks = (file: string, text: string): ReadonlyArray<string> => {
  const { program, comments } = parse(text, {
    sourceType: "module",
    plugins: file.endsWith(".ts") ? ["typescript"] : []
  })
  const root: object = program
  const nodes = [...within(root as Node)]
  const fault = faultOf(nodes, file, text)
  const found = nodes.flatMap((node) => {
    const message = fault(node)
    return message === undefined ? [] : [{ line: lineOf(node), message }]
  })
  return makeExcepting(file, comments ?? [], "clock")(found)
}
