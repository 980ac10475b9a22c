/**
 * Operations at work: families are implemented, and one invoker calls them.
 *
 * @packageDocumentation
 */
export { callHost } from "./call-host.ts"
export { callsOf, type CallFailure, type Calls, makeCalls } from "./calls.ts"
export { CallVia, type Via } from "./CallVia.ts"
export { arrayParts, decodeJson, decodeJsonInTurns, EncodedJson } from "./EncodedJson.ts"
export type { FamilyModule } from "./FamilyModule.ts"
export {
  type Failure,
  type Handler,
  type Handlers,
  implement,
  type Implementation,
  implementationOf,
  type Implements,
  type ImplementsEach
} from "./implement.ts"
export { type InvokerOptions, type Invocable, Invoker } from "./Invoker.ts"
export { guarded } from "./guarded.ts"
export { inOneTurn, inTurn, inTurns } from "./in-turns.ts"
export { findInexact, type Inexact } from "./json-text/inexact.ts"
export { type Grow, parseBody, tooMuchToParse } from "./json-text/parse.ts"
export { behindMark, type NotJson, readJson, type ReadJson } from "./json-text/read-json.ts"
export { inTurnsIfLong } from "./in-turns-if-long.ts"
export { parsedJson } from "./json-text/parsed-json.ts"
export { textPieces, textSlices } from "./json-text/text-pieces.ts"
export { migrations } from "./migrations.ts"
export { type CursorBinding, type KeyCodec, positionKey, schemaKey, textKey } from "./paging/cursor.ts"
export { Cursors } from "./paging/Cursors.ts"
export { notValid } from "./not-valid.ts"
export { runSteps } from "./steps.ts"
export { maxPageBytes, maxResponseBytes } from "./paging/limits.ts"
export { invalidCursor, makeWalk } from "./paging/walk.ts"
export { bytesBody, type ContentEncoding, jsonBody, parsedBody, type RouteBody } from "./routes/body.ts"
export type { PathParameters, PathPattern } from "./routes/path.ts"
export {
  type ParameterSchemas,
  type ParametersOf,
  type Route,
  route,
  type RouteAnswer,
  type RouteFailure,
  type RouteInput,
  type RouteSpec,
  type TellFailure
} from "./routes/route.ts"
