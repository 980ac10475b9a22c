/** A parsed path, in which whole segments may be parameters: `/v1/files/{id}`. */
export interface PathPattern {
  /** The literal segments, and the names of the parameters. */
  readonly segments: ReadonlyArray<{ readonly literal: string } | { readonly parameter: string }>
  readonly parameters: ReadonlyArray<string>
}

/** The names of a path's parameters. */
export type PathParameters<Path extends string> = string extends Path
  ? never
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | PathParameters<Rest>
    : never

// Not as patterns of other routers are written, so that none is taken for letters.
const literal = /^[A-Za-z0-9._~$&',;=@-][A-Za-z0-9._~!$&'+,;=:@-]*$/
const parameter = /^\{([a-z][a-zA-Z0-9]{0,63})\}$/

/** What has the rest of `/api`: operations by their ID, people's and programs' sign-in, MCP. */
const ofTheServer = /^\/api\/(?:agent|auth|mcp)(?:\/|$)/

const mayBeBelowApi = (path: string, isAlias: boolean) => isAlias && path.startsWith("/api/") && !ofTheServer.test(path)

/** A path by its segments, or what is wrong with it. An alias of an operation may stand below `/api`. */
export const parsePath = (path: string, isAlias = false): PathPattern | string => {
  if (!path.startsWith("/") || path === "/")
    return 'its path must begin with "/" and have at least one segment: "/v1/traces"'
  if ((path === "/api" || path.startsWith("/api/")) && !mayBeBelowApi(path, isAlias))
    return 'paths below "/api" are reserved for operations: choose another'
  const segments: Array<PathPattern["segments"][number]> = []
  const parameters: Array<string> = []
  for (const segment of path.slice(1).split("/")) {
    const name = parameter.exec(segment)?.[1]
    if (name !== undefined) {
      if (parameters.includes(name)) return `its path has the parameter ${name} twice`
      parameters.push(name)
      segments.push({ parameter: name })
    } else if (literal.test(segment) && segment !== "." && segment !== "..") {
      segments.push({ literal: segment })
    } else {
      return (
        `the segment ${JSON.stringify(segment)} is not allowed: use letters, digits and - . _ ~, ` +
        "or a parameter for a whole segment, {id}"
      )
    }
  }
  return { segments, parameters }
}
