/**
 * What a worker of a host's own is made of, for kinds that show their settings in ways of their own.
 *
 * @packageDocumentation
 */
export type { OwnWays } from "./content/render/jobs.ts"
export { serveRendering } from "./content/render/serve.ts"
export { ownWays } from "./content/sections/own-ways.ts"
