import { pointerError } from "@agent-operations/error-envelope/pointer"
import * as Schema from "effect/Schema"

/** An RFC 6901 JSON Pointer; empty for the whole value. */
export const Pointer = Schema.String.check(
  Schema.isMaxLength(500),
  Schema.makeFilter((text: string) => pointerError(text) === undefined, { expected: "a JSON Pointer, such as /output" })
)
