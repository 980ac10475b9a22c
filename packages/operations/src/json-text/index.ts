/**
 * What of a JSON text would not be kept exactly. It imports nothing that takes time to load, so that a thread may.
 *
 * @packageDocumentation
 */
export { type InexactPlace, inexactPlaces } from "./inexact.ts"
