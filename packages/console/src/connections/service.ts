import { Unknown } from "@agent-operations/auth"
import { Effect, Option } from "effect"
import type { InProject } from "../context.ts"
import { ModelConnections } from "./ModelConnections.ts"

/** The host's model connections. Without them there are no pages of them. */
export const connections: Effect.Effect<ModelConnections["Service"]> = Effect.flatMap(
  Effect.serviceOption(ModelConnections),
  Option.match({ onNone: () => Effect.die(new Error("There are no model connections")), onSome: Effect.succeed })
)

/** Of which project, and who asks. */
export const askedBy = ({ project, by }: InProject) => ({
  organizationId: project.organizationId,
  projectId: project.id,
  by
})

/** The connection that a path names. */
export const connectionOf = Effect.fnUntraced(function* (visit: InProject) {
  const id = visit.param("connection")
  const found = (yield* (yield* connections).list(askedBy(visit))).find((one) => one.id === id)
  return found ?? (yield* new Unknown({ message: `The project has no model connection ${id}.` }))
})
