import { nodesOf, type PlanNode } from "./plans.ts"

/** A table that a statement reads, and where the tenant comes from that it reads of it. */
export interface Touched {
  readonly table: string
  readonly alias: string
  /** Undefined where it reads of every tenant. */
  readonly by: "a value" | "another table" | undefined
}

/** Each table's tenant key. */
export type TenantKeys = Readonly<Record<string, string>>

// What stands in an OR or a NOT binds nothing: such a condition is left out whole.
const conditionsOf = (node: PlanNode, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => {
    const condition = node[name]
    if (typeof condition !== "string") return []
    return /\b(?:OR|NOT)\b/.test(condition.replace(/'(?:[^']|'')*'/g, "''")) ? [] : [condition]
  })

const ofScan = ["Index Cond", "Recheck Cond", "Filter"]
const ofJoin = ["Hash Cond", "Merge Cond", "Join Filter"]

const value = String.raw`(?:\$\d+|'(?:[^']|'')*'::text)`
const column = String.raw`([a-z_0-9]+)\.(?:tenant_id|organization_id)`

const escaped = (alias: string) => alias.replace(/[^\w]/g, "\\$&")

/** What some conditions say that the tenant key of a scan's table equals. */
const equals = (node: PlanNode, key: string, conditions: ReadonlyArray<string>) => {
  const own = String.raw`\(?\b${escaped(node.Alias ?? "")}\.${key}\)?(?:::text)?`
  const text = conditions.join(" AND ")
  const isValue = new RegExp(`${own} = ${value}|${value} = ${own}`).test(text)
  const others = [...text.matchAll(new RegExp(`${own} = ${column}|${column} = ${own}`, "g"))]
  return { isValue, others: others.map(([, left, right]) => left ?? right ?? "") }
}

/** The scans of tables that have a tenant key, each with where its tenant comes from. */
export const touchedBy = (plan: PlanNode, keys: TenantKeys): ReadonlyArray<Touched> => {
  const nodes = nodesOf(plan)
  const scans = nodes.filter(
    (node) =>
      node["Node Type"].includes("Scan") && node.Schema === "agent_operations" && keys[node["Relation Name"] ?? ""]
  )
  const joins = nodes.flatMap((node) => conditionsOf(node, ofJoin))
  const bound = new Map<PlanNode, Touched["by"]>()
  /** Whether whatever goes by this name has rows of one tenant. */
  const isBound = (alias: string): boolean =>
    nodes
      .filter((node) => node.Alias === alias && node["Node Type"].includes("Scan"))
      .every((node) => {
        if (scans.includes(node)) return bound.get(node) !== undefined
        const name = node["CTE Name"]
        const inner = name === undefined ? node : nodes.find((one) => one["Subplan Name"] === `CTE ${name}`)
        const within = inner === undefined ? [] : nodesOf(inner).filter((one) => scans.includes(one))
        return node["Node Type"] !== "Function Scan" && within.every((one) => bound.get(one) !== undefined)
      })
  for (let before = -1; before !== bound.size;) {
    before = bound.size
    for (const scan of scans.filter((one) => !bound.has(one))) {
      const key = keys[scan["Relation Name"]!]!
      const own = equals(scan, key, conditionsOf(scan, ofScan))
      const others = [...own.others, ...equals(scan, key, joins).others]
      if (own.isValue) bound.set(scan, "a value")
      else if (others.some(isBound)) bound.set(scan, "another table")
    }
  }
  return scans.map((scan) => ({ table: scan["Relation Name"]!, alias: scan.Alias ?? "", by: bound.get(scan) }))
}
