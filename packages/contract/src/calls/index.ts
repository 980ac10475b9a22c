/**
 * Calls of operations as people write them: with `curl`, with the client, and at the command line.
 *
 * @packageDocumentation
 */
export { clientCodeOf } from "./client-code.ts"
export { commandLineOf, isNoFlag } from "./command-line.ts"
export { curlOf, type CurlOptions } from "./curl.ts"
export { type CommandField, commandFieldsOf, resultNamesOf, spelled } from "./fields.ts"
export { printableJson } from "./json.ts"
export { shellWord } from "./shell.ts"
