import { scorers as family } from "@agent-operations/contract/scorers"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations as revisions } from "@agent-operations/revision-store"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { Scorers, type ScorersOptions } from "../Scorers.ts"
import { scorerHandlers } from "./handlers.ts"

/**
 * Scorers, as a module for a host's list of families, beside the prompts and apps that they refer to.
 *
 * @example
 * const recorded = traces()
 * const families = [views(), recorded, prompts(recorded), apps({ keys }), scorers()]
 */
export const scorers = (
  options: ScorersOptions = {}
): FamilyModule<typeof family, Scorers, EncodedRevisionStore | Cursors | SqlClient.SqlClient> => ({
  families: [family],
  layer: implement(family, scorerHandlers).pipe(Layer.provideMerge(Scorers.layer(options))),
  migrations: [revisions]
})
