import type { Contract } from "@agent-operations/contract"
import { clientCodeOf, commandLineOf, curlOf, printableJson } from "@agent-operations/contract/calls"
import { kebabCase } from "@agent-operations/contract"

/** A call of an operation that a program would make for what a page shows. */
export interface ApiCall {
  /** Its ID: `get_page_view`. */
  readonly operation: string
  readonly input: object
}

/** Where the calls of a page are sent, and by what. */
interface Destination {
  /** Where the server is, without `/api/agent`. */
  readonly baseUrl: string
  readonly projectId: string
  /** The name of the command line, if there is one. */
  readonly program?: string | undefined
}

/** A call, written for one surface. */
interface WrittenCall {
  readonly label: string
  readonly text: string
}

/** A call on each surface that has its operation, the command line only by its name; none where it is not served. Law: C1. */
export const writeCall = (
  { families }: Contract,
  { operation: id, input }: ApiCall,
  { baseUrl, projectId, program }: Destination
): ReadonlyArray<WrittenCall> => {
  const found = families
    .flatMap((family) =>
      Object.entries(family.operations).map(([method, operation]) => ({ family, method, operation }))
    )
    .find(({ operation }) => operation.id === id)
  if (found === undefined) return []
  const { family, method, operation } = found
  const written = {
    rest: { label: "curl", text: curlOf(id, input, { baseUrl, projectId }) },
    client: { label: "TypeScript", text: clientCodeOf(family.name, method, input) },
    cli: program !== undefined && {
      label: "Command line",
      text: commandLineOf(operation, [program, kebabCase(family.name), kebabCase(method)], input)
    },
    mcp: { label: "MCP tool", text: `${id}\n${printableJson(input, 2)}` }
  }
  return operation.surfaces.flatMap((surface) => written[surface] || [])
}
