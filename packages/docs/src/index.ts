/**
 * Documentation of the operations that a host serves: pages for people, Markdown for agents, from one contract.
 *
 * @packageDocumentation
 */
export type { Guide } from "./guide.ts"
export { readGuides } from "./read-guides.ts"
export { readPackages } from "./read-packages.ts"
export { type DocsHandler, type DocsOptions, makeDocs } from "./handler.ts"
export { type Asset, readAssets } from "./assets.ts"
export { type Page, type Part, parts } from "./page.ts"
export type { SiteOptions } from "./site.ts"
