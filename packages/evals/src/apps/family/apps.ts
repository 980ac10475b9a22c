import { apps as family } from "@agent-operations/contract/apps"
import { Egress, type EgressOptions } from "@agent-operations/egress"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations as revisions } from "@agent-operations/revision-store"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { migrations as secretMigrations, type SecretKey, Secrets } from "../../secrets/index.ts"
import { connectionMigrations, ModelConnections } from "../connections/index.ts"
import { appHandlers } from "./handlers.ts"

/** The settings of `apps`. */
export interface AppsOptions {
  /** What secrets are encrypted with: the first encrypts, all decrypt. Without them, what is kept can't be read. */
  readonly keys: readonly [SecretKey, ...Array<SecretKey>]
  /** How apps and models are reached. Default: at public https addresses alone. */
  readonly egress?: EgressOptions | undefined
}

/**
 * Apps, their secrets and the model connections of projects, as a module for a host's list of families.
 *
 * @example
 * const keys = secretKeys([Redacted.make(process.env.SECRETS_KEYS)])
 * const kit = await createAgentOperations({ families: [views(), apps({ keys })], database })
 */
export const apps = ({
  keys,
  egress
}: AppsOptions): FamilyModule<
  typeof family,
  Secrets | ModelConnections | Egress,
  EncodedRevisionStore | Cursors | SqlClient.SqlClient
> => ({
  families: [family],
  layer: implement(family, appHandlers).pipe(
    Layer.provideMerge(ModelConnections.layer),
    Layer.provideMerge(Layer.merge(Secrets.layer(keys), Egress.layer(egress)))
  ),
  migrations: [revisions, secretMigrations, connectionMigrations]
})
