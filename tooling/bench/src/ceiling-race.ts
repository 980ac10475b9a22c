/** Has PostgreSQL's own load generator run the floor's statements: what the database does with no server before it. */
import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { multiplyDefinition, type Query } from "./fill.ts"
import { quantile } from "./quantile.ts"
import { statements } from "./subjects/store.ts"
import { smallContent, type World } from "./world.ts"

/** What the database did with one statement from so many clients; times in milliseconds. */
export interface Ceiling {
  readonly statement: CeilingStatement
  readonly clients: number
  readonly rounds: ReadonlyArray<CeilingRound>
}

export interface CeilingRound {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** The variables of pgbench that stand for `$1`, `$2` and so on, after the tenant and the project. */
export const parameters = {
  get: ["id"],
  pinned: ["id", "one"],
  list: ["listed"],
  history: ["revised", "limit"],
  dependencies: ["referenced", "more"],
  create: ["made", "made", "made", "description", "source", "settings", "refs", "at", "by"],
  update: ["id", "revision", "description", "by"],
  copy: ["id", "made", "made", "made", "at", "by"]
} as const satisfies Partial<Record<keyof typeof statements, ReadonlyArray<string>>>

export type CeilingStatement = keyof typeof parameters

/** The IDs here are numbers, since pgbench reckons with nothing else: one for each client, and any for what is made. */
const base = 1_000_000_000_000_000_000n

/** What a statement's parameters are called. */
const namesOf = (statement: CeilingStatement) => ["tenant", "project", ...parameters[statement]]

/** A statement as a script of pgbench. */
export const scriptOf = (statement: CeilingStatement) => {
  const names = namesOf(statement)
  const text = statements[statement].replaceAll(/\$(\d+)/g, (_, n: string) => `:${names[Number(n) - 1]!}`)
  return [
    "\\set id :first + :client_id",
    "\\set made random(2000000000000000000, 9000000000000000000)",
    "\\set revision :revision + 1",
    `${text.replaceAll(/\s+/g, " ")};`
  ].join("\n")
}

const run = promisify(execFile)

/** Runs one statement from some clients, each on a definition of its own, and looks at what it left behind. */
const benchmark = async (
  program: string,
  url: string,
  statement: CeilingStatement,
  clients: number,
  seconds: number,
  variables: Readonly<Record<string, string>>
): Promise<CeilingRound & { readonly transactions: number }> => {
  const directory = await mkdtemp(join(tmpdir(), "ceiling-"))
  try {
    const script = join(directory, "script.sql")
    await writeFile(script, scriptOf(statement))
    const { stdout } = await run(program, [
      ...["--no-vacuum", "--protocol=prepared", `--file=${script}`, `--time=${Math.ceil(seconds)}`],
      ...[`--client=${clients}`, `--jobs=${Math.min(clients, 2)}`],
      ...["--log", `--log-prefix=${join(directory, "log")}`],
      ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
      url
    ])
    const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? []
    const [, transactions] = /actually processed: (\d+)/.exec(stdout) ?? []
    const [, failed] = /failed transactions: (\d+)/.exec(stdout) ?? []
    if (perSecond === undefined || (failed ?? "0") !== "0") throw new Error(`pgbench said: ${stdout}`)
    const logs = (await readdir(directory)).filter((file) => file.startsWith("log."))
    const lines = (await Promise.all(logs.map((file) => readFile(join(directory, file), "utf8")))).join("").split("\n")
    // A line is a client, its transaction, and how many microseconds that took.
    const millis = lines.flatMap((line) => (line === "" ? [] : [Number(line.split(" ")[2]) / 1000]))
    return {
      perSecond: Number(perSecond),
      p50: quantile(millis, 0.5),
      p99: quantile(millis, 0.99),
      transactions: Number(transactions)
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** How many rows a statement that reads returns; one that writes adds a revision. */
const rowsRead: Readonly<Partial<Record<CeilingStatement, number>>> = {
  get: 1,
  pinned: 1,
  list: 51,
  history: 50,
  dependencies: 100
}

/** The variables that stay the same from run to run. */
const fixedOf = ({ organizationId, projectId, revised, referenced }: World): Readonly<Record<string, string>> => ({
  tenant: organizationId,
  project: projectId,
  revised,
  referenced: referenced[0]!,
  one: "1",
  listed: String(rowsRead.list),
  limit: String(rowsRead.history),
  more: "101",
  description: "Another",
  source: JSON.stringify(smallContent.source),
  settings: JSON.stringify(smallContent.settings),
  refs: "{}",
  at: "2026-01-01T00:00:00Z",
  by: JSON.stringify({ type: "api_key", id: "key_bench", name: "Bench" }),
  // Before the first update.
  revision: "0"
})

export interface CeilingPace {
  readonly clients: ReadonlyArray<number>
  readonly rounds: number
  readonly seconds: number
}

/** Measures every statement from every number of clients, in turns; the first turn warms up. */
export const measureCeiling = async (
  { program, url, query }: { readonly program: string; readonly url: string; readonly query: Query },
  world: World,
  { clients, rounds, seconds }: CeilingPace
): Promise<ReadonlyArray<Ceiling>> => {
  const own = { tenant_id: world.organizationId, project_id: world.projectId, id: world.small[0]! }
  const fixed = fixedOf(world)
  const results = clients.flatMap((count) =>
    (Object.keys(parameters) as ReadonlyArray<CeilingStatement>).map((statement) => ({
      statement,
      clients: count,
      rounds: [] as Array<CeilingRound>
    }))
  )
  const revisions = async () => {
    const [row] = await query<{ count: string }>("select count(*) from agent_operations.revisions")
    return Number(row!.count)
  }
  /** pgbench looks at no answer, so what it asks is asked here too, and what it wrote is counted. */
  const check = async (statement: CeilingStatement, variables: Readonly<Record<string, string>>) => {
    const read = rowsRead[statement]
    if (read === undefined) return
    const values = namesOf(statement).map((name) => variables[name] ?? variables["first"])
    const rows = await query(statements[statement], values)
    if (rows.length !== read) throw new Error(`${statement} returned ${rows.length} rows, not ${read}`)
  }
  let first = base
  for (let round = 0; round <= rounds; round++) {
    for (const { statement, clients: count, rounds: seen } of results) {
      // Fresh ones each time, so that each client's first update is of revision 1.
      await multiplyDefinition(query, own, [0, count - 1], {
        id: `(${first} + n)::text`,
        name: `'Own ' || (${first} + n)`
      })
      const before = await revisions()
      const variables = { ...fixed, first: String(first) }
      await check(statement, variables)
      const { transactions, ...one } = await benchmark(program, url, statement, count, seconds, variables)
      const added = (await revisions()) - before
      if (added !== (rowsRead[statement] === undefined ? transactions : 0)) {
        throw new Error(`${statement} added ${added} revisions in ${transactions} transactions`)
      }
      first += BigInt(count)
      if (round > 0) seen.push(one)
    }
  }
  return results
}
