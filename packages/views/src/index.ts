/**
 * Page views and custom fields, with their validation.
 *
 * @packageDocumentation
 */
// Not by the index beside it: the parsers are for the thread that checks, which loads them itself.
export { pageViewRecords, usableTargets } from "./validation/targets.ts"
export { Validator, type ValidatorOptions } from "./validation/Validator.ts"
export { resolution, type Resolution, unsaved } from "./validation/graph.ts"
export type * from "./validation/model.ts"
export { graphLimits, makeValidateWhole, toNodes } from "./validation/whole.ts"
export { layerOver, views, type ViewsOptions, viewsWithoutValidation } from "./views.ts"
