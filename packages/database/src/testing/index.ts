/**
 * Migrated databases for tests, made once and copied: an image of PGlite, a template on a server.
 *
 * @packageDocumentation
 */
export { lastCached } from "./cache.ts"
export { openImage, type TestEngine } from "./engine.ts"
export { makeEmpty } from "./empty.ts"
export { migrationsHash } from "./hash.ts"
export { cachedImage, hashOfImage, type Image, migratedImage } from "./image.ts"
export { type ServerDatabase, serverDatabase } from "./server.ts"
