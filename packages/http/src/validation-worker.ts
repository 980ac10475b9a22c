/**
 * The module of the worker that checks definitions, for bundlers: it runs in a thread and exports nothing.
 *
 * @packageDocumentation
 */
export * from "@agent-operations/operations/validation-worker"
