/**
 * The module of the worker that runs PGlite, for bundlers: it runs in a thread and exports nothing.
 *
 * @packageDocumentation
 */
export * from "@agent-operations/database/pglite-worker"
