import { contractOf, type Family, type Operation } from "@agent-operations/contract"
import { type OperationTool, operationTool } from "./tool.ts"
import type { Selection } from "./selection.ts"

/** Who calls, as far as tools are shown by it. The port decides. */
export interface McpCaller {
  readonly scopes: ReadonlyArray<string> | "all"
  /** Whether it is a person, who alone may call some operations. */
  readonly isPerson: boolean
}

/** What one caller sees of the operations that are served. */
export interface View {
  readonly tools: ReadonlyArray<OperationTool>
  readonly find: (operation: string) => OperationTool | undefined
  /** Whether a list of the tools would take more room than a model has for them. */
  readonly isLarge: boolean
}

/** How many views are remembered: a caller has one for what it may do and what it asked for. */
const remembered = 200

/** From how many characters of JSON on a list of tools is large: they are about 9,000 tokens. */
const largeCharacters = 40_000

const maySee = ({ scopes, callers }: Operation.Any, caller: McpCaller) =>
  (caller.scopes === "all" || scopes.every((scope) => caller.scopes.includes(scope))) &&
  (callers === "anyone" || caller.isPerson)

const isSelected = ({ operation, toolset }: OperationTool, { toolsets, readonly }: Selection) =>
  (toolsets === undefined || toolsets.includes(toolset)) && (!readonly || operation.effect === "read")

/**
 * The tools of some families. Each schema is made once, when it is first asked for, and a list once for those who may do
 * and asked for the same. Throws a `TypeError` where the families contradict each other. Law: C1.
 */
export const makeCatalog = (families: ReadonlyArray<Family.Any>) => {
  const contract = contractOf(families)
  const all = contract.operations
    .filter(({ surfaces }) => surfaces.includes("mcp"))
    .map((operation) => operationTool(contract.familyOf(operation), operation))
  const views = new Map<string, View>()

  const makeView = (caller: McpCaller, selection: Selection): View => {
    const tools = all.filter((one) => maySee(one.operation, caller) && isSelected(one, selection))
    const byId = new Map(tools.map((one) => [one.operation.id, one]))
    const characters = tools.reduce((sum, { tool }) => sum + JSON.stringify(tool).length, 0)
    return { tools, find: (operation) => byId.get(operation), isLarge: characters > largeCharacters }
  }

  return {
    contract,
    /** The names by which families are selected, of those that have an operation here. */
    toolsets: [...new Set(all.map(({ toolset }) => toolset))] as ReadonlyArray<string>,
    viewOf: (caller: McpCaller, selection: Selection): View => {
      const { toolsets, readonly } = selection
      const key = JSON.stringify([caller.scopes, caller.isPerson, toolsets, readonly])
      const before = views.get(key)
      if (before !== undefined) return before
      if (views.size >= remembered) views.clear()
      const made = makeView(caller, selection)
      views.set(key, made)
      return made
    }
  }
}

/** The tools of some families, and what each caller sees of them. */
export type Catalog = ReturnType<typeof makeCatalog>
