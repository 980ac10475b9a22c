import type { Contract } from "@agent-operations/contract"
import { clientCodeOf, commandLineOf, curlOf, printableJson } from "@agent-operations/contract/calls"
import { kebabCase } from "@agent-operations/contract"

/** A call of an operation that a program would make for what a page shows. */
export interface ApiCall {
  /** Its ID: `get_page_view`. */
  readonly operation: string
  readonly input: object
}

/** Where the calls of a page are sent. */
interface Destination {
  /** Where the server is, without `/api/agent`. */
  readonly baseUrl: string
  readonly projectId: string
}

/** A call, written for one surface. */
interface WrittenCall {
  readonly label: string
  readonly text: string
}

/** A call on each surface that has its operation; none where it is not served. Law: C1. */
export const writeCall = (
  { families }: Contract,
  { operation: id, input }: ApiCall,
  { baseUrl, projectId }: Destination
): ReadonlyArray<WrittenCall> => {
  const found = families
    .flatMap((family) =>
      Object.entries(family.operations).map(([method, operation]) => ({ family, method, operation }))
    )
    .find(({ operation }) => operation.id === id)
  if (found === undefined) return []
  const { family, method, operation } = found
  const words = ["agent-operations", kebabCase(family.name), kebabCase(method)]
  const written = {
    rest: { label: "curl", text: curlOf(id, input, { baseUrl, projectId }) },
    client: { label: "TypeScript", text: clientCodeOf(family.name, method, input) },
    cli: { label: "Command line", text: commandLineOf(operation, words, input) },
    mcp: { label: "MCP tool", text: `${id}\n${printableJson(input, 2)}` }
  }
  return operation.surfaces.map((surface) => written[surface])
}
