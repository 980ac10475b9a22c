/**
 * Runs the clients that npm has, and what others send as their public sources have it, against the reference server: registration,
 * sign-in, lists, calls, errors and refreshes. Fails if one does not end as expected, or if it is not what was noted before; with
 * `--write` it notes it, for docs/compatibility.md.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { officialClients } from "./official.ts"
import { walkInspector, walkOpenid, walkRemote } from "./programs.ts"
import { walkRecorded } from "./recorded.ts"
import { type Step, steps, walk, walkOverHttp, walkSignedIn } from "./walk.ts"
import { Person } from "../identity/person.ts"
import { start } from "../process.ts"
import { pinned } from "../../../../tooling/checks/src/hosts.ts"
import { root } from "../../../../tooling/checks/src/publicPackages.ts"
import { recordedClients } from "../../../../tooling/checks/src/compatibility/recorded.ts"
import { noteResults, type Results, type Row } from "../../../../tooling/checks/src/compatibility/results.ts"

const directory = mkdtempSync(join(tmpdir(), "compatibility-"))
const inspector = pinned("@modelcontextprotocol/inspector")
const versionOf = (dependency: string) => dependency.slice(dependency.lastIndexOf("@") + 1)

let failures = 0
const fail = (what: string) => {
  failures++
  console.log(`FAILED  ${what}`)
}

/** The row of what ran, in the order of what is to be run; none where it does not end as expected. */
const rowOf = async (row: Omit<Row, "ran">, run: () => Promise<ReadonlyArray<Step>>): Promise<ReadonlyArray<Row>> => {
  try {
    const ran = await run()
    return [{ ...row, ran: steps.filter((step) => ran.includes(step)) }]
  } catch (error) {
    fail(`${row.name}, ${row.way}\n${error instanceof Error ? error.stack : String(error)}`)
    return []
  }
}

const inTurn = async (rows: ReadonlyArray<() => Promise<ReadonlyArray<Row>>>) => {
  const all: Array<Row> = []
  for (const row of rows) all.push(...(await row()))
  return all
}

const installed = spawnSync("npm", ["install", "--prefix", directory, "--no-audit", "--no-fund", inspector])
if (installed.status !== 0) throw new Error(String(installed.stderr))
const server = await start([], { PORT: "0", DATA_DIR: join(directory, "data") })
try {
  const person = new Person(server.url)
  await person.open(server.signInUrl)
  await person.signIn("owner@localhost")
  const url = new URL(`${server.url}/api/mcp`)
  const headers = { authorization: `Bearer ${server.apiKey}`, "x-project-id": server.projectId }
  const program = {
    command: process.execPath,
    args: ["--conditions=@agent-operations/source", join(root, "packages/cli/src/main.ts"), "mcp", "--mode", "tools"],
    env: {
      HOME: directory,
      AGENT_OPERATIONS_URL: server.url,
      AGENT_OPERATIONS_API_KEY: server.apiKey,
      AGENT_OPERATIONS_PROJECT_ID: server.projectId
    }
  }

  const versions = JSON.parse(readFileSync(join(root, "apps/server/package.json"), "utf8")).devDependencies
  const own = (name: string) => {
    if (!(name in versions)) throw new Error(`The server's tests do not have ${name}`)
    return { name, version: versionOf(pinned(name)) }
  }
  const fromNpm = await inTurn([
    ...officialClients.flatMap((client) => {
      const { name, version, revision } = client
      const row = (transport: string) => ({ name, version, way: `${transport}, ${revision}` })
      return [
        () =>
          rowOf(row("HTTP"), async () => [
            ...(await walkSignedIn(client, url, person)),
            ...(await walkOverHttp(client, { url, headers }))
          ]),
        () => rowOf(row("stdio"), async () => walk(await client.overStdio(program)))
      ]
    }),
    () =>
      rowOf(
        { name: "@modelcontextprotocol/inspector", version: versionOf(inspector), way: "HTTP, by its command line" },
        () => walkInspector(server, join(directory, "node_modules", ".bin", "mcp-inspector"), directory)
      ),
    () => rowOf({ ...own("mcp-remote"), way: "HTTP, from stdio" }, () => walkRemote(server, person)),
    () => rowOf({ ...own("openid-client"), way: "REST" }, () => walkOpenid(server, person))
  ])

  const recorded = await inTurn(
    recordedClients.map(
      ({ name, sources, as, ...client }) =>
        () =>
          "registration" in as
            ? rowOf({ name, sources }, () => walkRecorded({ name, sources, as, ...client }, url.href, person))
            : // A server reads documents of the public internet alone: the tests of packages/identity put these in their place.
              Promise.resolve([{ name, sources, ran: ["metadata document", "sign-in", "refresh"] }])
    )
  )

  const results: Readonly<Record<string, Omit<Results, "date">>> = {
    "1-clients": {
      title: "Clients from npm",
      about: "`npm run check:client` ran each program as npm has it, over the network and over stdio.",
      rows: fromNpm
    },
    "2-recorded": {
      title: "Clients as their public sources have them",
      about:
        "The programs themselves were not run. What they send stands in public places, and the tests send the same: " +
        "registrations, metadata documents and authorization requests. What no source says is as the others have it. Those " +
        "known by a document are run by the tests of `packages/identity`, as a server reads only documents of the internet.",
      rows: recorded
    }
  }
  if (failures === 0) {
    const differences = Object.entries(results).map(([name, result]) => noteResults(name, "check:client", result))
    for (const difference of differences) if (difference !== undefined) fail(difference)
  }
  console.log(`${fromNpm.length} programs of npm and ${recorded.length} records of others were run.`)
} finally {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}
process.exitCode = failures === 0 ? 0 : 1
