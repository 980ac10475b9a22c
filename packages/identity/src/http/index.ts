/**
 * What pages do with requests before they know who sent them. It loads in a moment, which the rest of identity does not.
 *
 * @packageDocumentation
 */
export { readBodyAway, readText, UnreadableBody } from "./read-text.ts"
export { safePath } from "./return-to.ts"
