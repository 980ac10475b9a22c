import type { Operation } from "@agent-operations/contract"

/**
 * What the answers of an operation say of its deprecation; nothing where it is not deprecated. The link leads to what the
 * OpenAPI document says of it, from wherever the operations are mounted. Source: RFC 9745, RFC 8594 (3).
 */
export const deprecationHeaders = ({ id, deprecated }: Operation.Any): Readonly<Record<string, string>> =>
  deprecated === undefined
    ? {}
    : {
        deprecation: `@${Date.parse(deprecated.since) / 1000}`,
        sunset: new Date(deprecated.sunset).toUTCString(),
        link: `<../../openapi.json#/paths/~1api~1agent~1${id}>; rel="deprecation"; type="application/json"`
      }
