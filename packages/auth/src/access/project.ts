import { ValidationError } from "@agent-operations/error-envelope"
import { Result } from "effect"
import { isText } from "./text.ts"

/** Every value that a request gives for the project, in the header and in the query, as often as it gives one. */
export interface ProjectValues {
  readonly header: ReadonlyArray<string>
  readonly query: ReadonlyArray<string>
}

const refused = (message: string) =>
  Result.fail(new ValidationError({ message, details: { issues: [{ path: "/x-project-id", message }] } }))

/**
 * The one project that a request names: in the `x-project-id` header or as `?projectId=`. Both must agree, and neither
 * may be given twice. Source: the wire's order of checks.
 */
export const selectProject = ({ header, query }: ProjectValues): Result.Result<string, ValidationError> => {
  if (header.length > 1) return refused("The x-project-id header is given more than once.")
  if (query.length > 1) return refused("The projectId parameter is given more than once.")
  const [projectId = query[0]] = header
  if (projectId === undefined) return refused("Name the project in the x-project-id header.")
  if (query[0] !== undefined && query[0] !== projectId) {
    return refused("The x-project-id header and the projectId parameter name different projects.")
  }
  if (!isText(projectId)) return refused("A project's ID is well-formed text of 1 to 200 characters, without NUL.")
  return Result.succeed(projectId)
}
