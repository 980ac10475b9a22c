/**
 * Starts hosts over the installed tarballs and asks each to create, to validate and, by MCP, for its tools: the kit's own
 * examples, out of the tarball; Nest; and Bun and Deno on both databases. Then the client, in every runtime, and clients of
 * MCP.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startPostgres } from "@agent-operations/postgres-for-tests"
import { clientDependencies, clientWorks } from "./client/runtimes.ts"
import { withServer } from "./client/server.ts"
import { exampleDependencies, examples, type Started, starts } from "./examples.ts"
import { pinned, run, source, writeHost } from "./hosts.ts"
import { mcpDependencies, mcpWorks } from "./mcp/works.ts"
import { pack } from "./pack.ts"
import { scope, startRegistry } from "./registry.ts"
import { twoAtATime } from "./two-at-a-time.ts"

const directory = mkdtempSync(join(tmpdir(), "runtimes-"))
const host = join(directory, "host")
const node = process.execPath
const bin = join(host, "node_modules", ".bin")
const postgres = await startPostgres()
const registry = await startRegistry(pack(directory))

const dependencies = [
  ...["effect", ...exampleDependencies, "reflect-metadata", "rxjs"].map(pinned),
  ...["common", "core", "platform-express", "platform-fastify"].map((part) => pinned(`@nestjs/${part}`)),
  ...clientDependencies,
  ...mcpDependencies
]
const install = ["npm", "install", ...["kit", "mcp", "docs", "views", "client"].map((name) => `${scope}/${name}`)]
const files = ["server.mjs", "verify.mjs", "nest-express.mjs", "nest-fastify.mjs"]

const denoServe = ["serve", "--allow-all", "--host=127.0.0.1", "--port=0"]
const onPostgres = { DATABASE_URL: postgres.url }
const hosts: ReadonlyArray<Started> = [
  ...examples(postgres.url),
  ["Nest on Express", [node, "nest-express.mjs"], { prefix: "/ops", variables: onPostgres }],
  ["Nest on Fastify", [node, "nest-fastify.mjs"], { prefix: "/ops", variables: onPostgres }],
  ["Bun on PGlite", [join(bin, "bun"), "examples/fetch.ts"], { prefix: "/ops" }],
  ["Bun on PostgreSQL", [join(bin, "bun"), "server.mjs"], { variables: onPostgres }],
  ["Deno on PGlite", [join(bin, "deno"), ...denoServe, "examples/fetch.ts"], { prefix: "/ops" }],
  ["Deno on PostgreSQL", [join(bin, "deno"), "run", "--allow-all", "server.mjs"], { variables: onPostgres }]
]

try {
  writeHost(host, {
    "package.json": { name: "host", private: true, type: "module" },
    ".npmrc": `${scope}:registry=${registry.url}\n`,
    ...Object.fromEntries(files.map((file) => [file, source(file)]))
  })
  const installed = await run(host, [...install, ...dependencies])
  if (installed.status !== 0) throw new Error(`The host can't be installed\n${installed.output}`)
  cpSync(join(host, "node_modules", scope, "kit", "examples"), join(host, "examples"), { recursive: true })

  const results = [
    ...(await twoAtATime(hosts, (each) => starts(host, each))),
    ...(await withServer(host, async (server) => [await clientWorks(server), await mcpWorks(server)]))
  ]
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  registry.close()
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}
