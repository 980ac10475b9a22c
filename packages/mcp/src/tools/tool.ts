import { type Family, kebabCase, type Operation } from "@agent-operations/contract"
import type { Tool } from "@modelcontextprotocol/server"
import { modelSchema } from "../schema/model-schema.ts"

/** An operation as a tool. */
export interface OperationTool {
  readonly operation: Operation.Any
  /** The toolset that it is of: its family's name, `page-views`. */
  readonly toolset: string
  readonly tool: Tool
  /** The same with the schema of its result. */
  readonly withOutput: Tool
}

/** What clients may make of a tool before they call it, but for what they take it for without a word. */
const annotationsOf = ({ effect, idempotency }: Operation.Any): NonNullable<Tool["annotations"]> => {
  const closed = { openWorldHint: false }
  if (effect === "read") return { readOnlyHint: true, ...closed }
  const isIdempotent = idempotency !== undefined
  return { destructiveHint: effect === "destructive", ...(isIdempotent && { idempotentHint: true }), ...closed }
}

/** What an operation does, and that it goes away where it does. */
export const describe = ({ description, deprecated }: Operation.Any): string => {
  if (deprecated === undefined) return description
  const instead = deprecated.use === undefined ? "" : ` Use ${deprecated.use} in its place.`
  return `${description} Deprecated since ${deprecated.since}, and gone after ${deprecated.sunset}.${instead}`
}

/** The tool of an operation. Law: C1. */
export const operationTool = (family: Family.Any, operation: Operation.Any): OperationTool => {
  const tool: Tool = {
    name: operation.id,
    title: operation.summary,
    description: describe(operation),
    inputSchema: modelSchema(operation.input),
    annotations: annotationsOf(operation)
  }
  return {
    operation,
    toolset: kebabCase(family.name),
    tool,
    withOutput: { ...tool, outputSchema: modelSchema(operation.result) }
  }
}
