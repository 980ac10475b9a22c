/**
 * Operations as data. No server code: safe in a browser.
 *
 * @packageDocumentation
 */
export { type Contract, contractOf } from "./core/contract.ts"
export { contractFaults } from "./core/contract-faults.ts"
export {
  familiesOf,
  type Family,
  family,
  type FamilySource,
  type Operations,
  operationsOf,
  type Scopes,
  without
} from "./core/family.ts"
export {
  commonErrors,
  type Deprecation,
  errorsOf,
  type Operation,
  operation,
  type OperationEffect,
  type OperationSpec,
  type Paging,
  type Surface,
  surfaces
} from "./core/operation.ts"
export type { Field, FieldType, Records } from "./core/record.ts"
export { type RouteContract, type RouteMethod, routeMethods } from "./core/route.ts"
export { type CamelCase, camelCase } from "./definition/camel-case.ts"
export { codeIn, type CodeMember, codeMembers } from "./definition/code-members.ts"
export { type DefinitionFamily, definitionFamily } from "./definition/definition-family.ts"
export { type Facets, facetsOf } from "./definition/facets.ts"
export { Json } from "./definition/json.ts"
export { kebabCase } from "./definition/kebab-case.ts"
export { type Kind, kind, type KindSpec } from "./definition/kind.ts"
export { trimName } from "./definition/name.ts"
export { Origin } from "./definition/origin.ts"
export { Actor, AnyTypeId, limit, Revision, Timestamp, typeId } from "./definition/primitives.ts"
export { Alias, KindName, type Reference, type References, referencesTo } from "./definition/references.ts"
export { maxUtf8Bytes } from "./definition/size.ts"
export { definitionVerbs } from "./definition/verbs/index.ts"
export { withArticle } from "./definition/with-article.ts"
export { listSorts } from "./definition/verbs/list.ts"
export * from "./families/custom-fields/index.ts"
export * from "./families/page-views/index.ts"
export { viewFamilies } from "./families/views.ts"
