import { freePort } from "@agent-operations/postgres-for-tests"
import { report } from "./report.ts"
import { isUp, serve, type ServeOptions } from "./serving.ts"

/** A server to start: its name for people, its program with arguments, and how it is asked. */
export type Started = readonly [name: string, program: ReadonlyArray<string>, options?: ServeOptions]

const node = process.execPath
const search = { source: { words: "refund" }, settings: { sort: "newest" } }
const rule = { source: { type: "metric", metric: "errors" }, settings: { above: 5, minutes: 10 } }

/** What the examples need beside the packages, by its names in the catalog. */
export const exampleDependencies: ReadonlyArray<string> = ["express", "fastify", "hono", "@hono/node-server", "pg"]

/** The kit's examples that Node runs, in a host that has a copy of them in `examples`, with a PostgreSQL of theirs. */
export const examples = (databaseUrl: string): ReadonlyArray<Started> => {
  const ownKind = (program: string) => [node, `examples/own-kind/${program}.ts`]
  return [
    ...["node", "express", "fastify", "hono"].map(
      (name) => [`examples/${name}.ts`, [node, `examples/${name}.ts`], { prefix: "/ops" }] as const
    ),
    [
      "examples/saved-searches",
      [node, "examples/saved-searches/server.ts"],
      { asked: { calls: { create_saved_search: { name: "Refunds", ...search }, count_tickets: { queue: "billing" } } } }
    ],
    [
      "examples/own-kind",
      ownKind("server"),
      {
        prefix: "/ops",
        variables: { DATABASE_URL: databaseUrl },
        asked: {
          ...{ credential: "ada-s-token", projectId: "analytical-web" },
          calls: { create_alert_rule: { name: "Errors", ...rule }, test_alert: { channel: "on-call" } }
        },
        clients: [ownKind("client"), ownKind("script")]
      }
    ]
  ]
}

/** Starts a server, asks it and ends it, and tells whether nothing was wrong with it. */
export const starts = async (host: string, [name, program, options]: Started): Promise<boolean> => {
  const begun = performance.now()
  const variables = { ...options?.variables, PORT: String(await freePort()), TOKEN: "any" }
  const served = await serve(host, program, { ...options, variables })
  const fault = !isUp(served)
    ? "it does not work"
    : /uncaught/i.test(served.output)
      ? "it does not end well"
      : undefined
  return report(name, begun, fault, JSON.stringify(served, undefined, 2))
}
