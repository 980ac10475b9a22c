import type { Convention } from "../convention.ts"

/** What several conventions share: OpenTelemetry's names for users, sessions and deployments. */
export const general: Convention = {
  name: "general",
  roots: ["user", "enduser", "session", "deployment", "service", "gen_ai"],
  ofResource: true,
  fields: {
    userId: ["user.id", "enduser.id"],
    sessionId: ["session.id", "gen_ai.conversation.id"],
    environment: ["deployment.environment.name", "deployment.environment"],
    release: ["service.version"]
  }
}
