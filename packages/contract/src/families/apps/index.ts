/**
 * Apps: the agents and other programs that are evaluated, as shared definitions of how they are called.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import type { Operation } from "../../core/operation.ts"
import { definitionVerbs } from "../../definition/verbs/index.ts"
import { evaluationScopes } from "../evaluation-scopes.ts"
import { listModelConnections } from "./connections.ts"
import { App } from "./kind.ts"
import { listAppSecrets, setAppSecret } from "./secrets.ts"

export { ConnectionKey, ModelConnection, ModelPrice, NewModelConnection } from "./connections.ts"
export { App } from "./kind.ts"
export { AppSecret } from "./secrets.ts"
export { Address, AppSource, ConnectionId, sampleBehaviours, SecretName, signingSecret } from "./source.ts"

const writing = [App.scopes.read, App.scopes.write, "evals:read", "scorers:read"]

/** A write of an app. Source: evaluations, "Runs". */
const write = <O extends Operation.Any>(operation: O): O => ({ ...operation, scopes: writing })

/** A write whose address can be one that the server sends nothing to. Law: G1. */
const addressing = <O extends Operation.Any>(operation: O) => ({
  ...write(operation),
  errors: [...operation.errors, "EGRESS_REFUSED" as const] as ReadonlyArray<Operation.Errors<O> | "EGRESS_REFUSED">
})

const verbs = definitionVerbs(App)

/** The operations over apps. They are served by who mounts them: `viewFamilies` does not have them. */
export const apps = family("apps", {
  title: "Apps",
  scopes: {
    "apps:read": evaluationScopes["apps:read"],
    "apps:write": evaluationScopes["apps:write"],
    "evals:read": evaluationScopes["evals:read"],
    "scorers:read": evaluationScopes["scorers:read"]
  },
  kinds: [App],
  operations: {
    ...verbs,
    create: addressing(verbs.create),
    update: addressing(verbs.update),
    copy: write(verbs.copy),
    delete: write(verbs.delete),
    restore: write(verbs.restore),
    recover: write(verbs.recover),
    secrets: listAppSecrets,
    setSecret: setAppSecret,
    connections: listModelConnections
  }
})
