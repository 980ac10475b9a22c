import { type DefinitionFamily, definitionFamily, type Kind, type Scopes } from "@agent-operations/contract"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations } from "@agent-operations/revision-store"
import type { SqlClient } from "effect/sql/SqlClient"
import { type DefinitionOptions, definitionHandlers } from "./definition-handlers.ts"

/** What a host can add to a kind: validation, and the sentences of its scopes. */
export interface DefinitionsOptions<K extends Kind.Any> extends DefinitionOptions<K> {
  /** What the kind's scopes grant, in the one sentence that people read. By default it is told from the kind's title. */
  readonly scopes?: Scopes
}

/**
 * A kind of a host's own with its eleven operations, as a module for the host's list of families.
 *
 * @example
 * const kit = await createAgentOperations({ families: [definitions(AlertRule, { validate })], database })
 */
export const definitions = <K extends Kind.Any>(
  kind: K,
  options: DefinitionsOptions<K> = {}
): FamilyModule<DefinitionFamily<K>, never, EncodedRevisionStore | Cursors | SqlClient> => {
  const family = definitionFamily(kind, options.scopes)
  return { families: [family], layer: implement(family, definitionHandlers(kind, options)), migrations: [migrations] }
}
