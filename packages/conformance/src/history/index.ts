/**
 * Histories of concurrent clients, and whether any order explains them.
 *
 * @packageDocumentation
 */
export { type Act, explain, type Recorded, type Reply } from "./explain.ts"
export { type Answered, recordHistory, type Send } from "./record.ts"
