import type { AccessRequest, Audience } from "@agent-operations/auth"
import type { AgentRequest } from "./exchange.ts"

/** What a request shows of who asks, and for which project, by its headers and query. */
export const accessRequest = (request: AgentRequest, audience: Audience): AccessRequest => ({
  authorization: request.header("authorization"),
  web: request.web,
  client: request,
  project: {
    header: request.header("x-project-id"),
    query: request.query === "" ? [] : new URLSearchParams(request.query).getAll("projectId")
  },
  audience
})
