import { inTurnsIfLong, parsedJson } from "@agent-operations/operations"
import type { Content, EncodedRevision, References, Revision } from "@agent-operations/revision-store"
import type { Effect } from "effect"

/** What a revision says, without who made it and when. */
export type DecodedContent = Content & Pick<Revision, "kind" | "id" | "revision">

// What the store wrote is not checked.
function* decode(encoded: EncodedRevision): Generator<void, DecodedContent> {
  const { kind, id, revision, name, description } = encoded
  const source = yield* parsedJson(encoded.source)
  const settings = yield* parsedJson(encoded.settings)
  const references = (yield* parsedJson(encoded.references)) as References
  return { kind, id, revision, name, description, source, settings, references }
}

/**
 * Parses what a revision says, in turns with others where it is long. Law: K3.
 *
 * @example
 * const { source, settings } = yield* decodeContent(yield* store.read(space, kind, id, undefined))
 */
export const decodeContent = (encoded: EncodedRevision): Effect.Effect<DecodedContent> =>
  inTurnsIfLong(encoded.source.length + encoded.settings.length + encoded.references.length, decode(encoded))
