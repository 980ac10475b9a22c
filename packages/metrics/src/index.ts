/**
 * Metrics over traces as families for a host's list: a query, and shared charts that keep one.
 *
 * @packageDocumentation
 */
export { metrics, type TracesModule } from "./metrics.ts"
