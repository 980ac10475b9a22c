import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Server,
  ServerContext,
  Tool
} from "@modelcontextprotocol/server"

type Answer<Result> = Promise<Result | InputRequiredResult | undefined>

/**
 * Tools, prompts and resources beside those of the operations, in the SDK's terms. Whoever is let in may use them: no scope,
 * input or usage of theirs is checked, so what reads or changes a project is to be an operation of a family.
 *
 * What answers is asked first, and answers undefined for what is not its own.
 *
 * @example
 * const additions: McpAdditions = {
 *   tools: {
 *     list: [{ name: "local_time", description: "What time it is.", inputSchema: { type: "object" } }],
 *     call: async (name) =>
 *       name === "local_time" ? { content: [{ type: "text", text: new Date().toString() }] } : undefined
 *   }
 * }
 */
export interface McpAdditions {
  readonly tools?: {
    readonly list: ReadonlyArray<Tool>
    readonly call: (name: string, input: unknown, context: ServerContext) => Answer<CallToolResult>
  }
  readonly prompts?: {
    readonly list: ReadonlyArray<Prompt>
    readonly get: (
      name: string,
      given: Readonly<Record<string, string>>,
      context: ServerContext
    ) => Answer<GetPromptResult>
  }
  readonly resources?: {
    readonly list: ReadonlyArray<Resource>
    readonly templates: ReadonlyArray<ResourceTemplateType>
    readonly read: (uri: string, context: ServerContext) => Answer<ReadResourceResult>
  }
  /** Declares capabilities and sets handlers of other methods, for each server before it answers. */
  readonly extend?: (server: Server) => void
}
