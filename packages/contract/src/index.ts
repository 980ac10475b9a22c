/**
 * Operations as data. No server code: safe in a browser.
 *
 * @packageDocumentation
 */
export { copies } from "./copies.ts"
export { kind, type Kind, type KindSpec } from "./definition/kind.ts"
export { trimName } from "./definition/name.ts"
export { Origin } from "./definition/origin.ts"
export { Actor, AnyTypeId, Revision, Timestamp, typeId } from "./definition/primitives.ts"
export { Alias, type KindName, kindNames, Reference, References } from "./definition/references.ts"
export { CustomField, customFieldTargets, valueTypes } from "./families/custom-fields/kind.ts"
export { operators, PageView, pageViewTargets } from "./families/page-views/kind.ts"
export { issueCodes } from "./families/page-views/validate.ts"
export { commonErrors, type Operation, operation, type OperationEffect } from "./operation.ts"
export * from "./register.ts"
export { isScope, type Scope, scopes } from "./scopes.ts"
