/**
 * Page views and custom fields, with their validation.
 *
 * @packageDocumentation
 */
export { copies } from "./copies.ts"
// Not by the index beside it: the parsers are for the thread that checks, which loads them itself.
export { Validator, type ValidatorOptions } from "./validation/Validator.ts"
export { makeValidateWhole } from "./validation/whole.ts"
export { layerOver, views, type ViewsOptions, viewsWithoutValidation } from "./views.ts"
