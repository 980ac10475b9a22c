/**
 * A run by hand: node:http and pg. It reads a case, calls the app, compares what it answers, and writes the case with its
 * score, as many at once as it is told. It is no durable run: nothing is claimed, signed, limited, priced or tried again, and
 * what is lost with the process is lost.
 */
import { Agent, createServer, request } from "node:http"
import pg from "pg"

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })
const agent = new Agent({ keepAlive: true })

interface Asked {
  readonly url: string
  readonly items: number
  readonly atOnce: number
}

const call = (url: string, input: unknown) =>
  new Promise<unknown>((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers: { "content-type": "application/json" } }, (answer) => {
      const parts: Array<Buffer> = []
      answer.on("data", (part: Buffer) => parts.push(part))
      answer.on("end", () => resolve((JSON.parse(Buffer.concat(parts).toString()) as { output: unknown }).output))
      answer.on("error", reject)
    })
    sent.on("error", reject)
    sent.end(JSON.stringify({ input }))
  })

const run = async ({ url, items, atOnce }: Asked) => {
  await pool.query("create schema if not exists floor")
  await pool.query("drop table if exists floor.items, floor.targets")
  await pool.query("create table floor.items (id int primary key, input jsonb not null, expected jsonb not null)")
  await pool.query(`create table floor.targets
    (id int primary key, output jsonb not null, score float8 not null, ended_at timestamptz not null default now())`)
  await pool.query(
    `insert into floor.items select n, made.value, made.value from generate_series(1, $1::int) as n
       cross join lateral (select to_jsonb('Question ' || n || repeat('x', 80)) as value) as made`,
    [items]
  )
  const began = performance.now()
  const { rows } = await pool.query<{ id: number; input: unknown; expected: unknown }>("select * from floor.items")
  const left = rows.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { id, input, expected } of left) {
        const output = await call(url, input)
        const score = JSON.stringify(output) === JSON.stringify(expected) ? 1 : 0
        await pool.query({
          name: "target",
          text: "insert into floor.targets (id, output, score) values ($1, $2, $3)",
          values: [id, JSON.stringify(output), score]
        })
      }
    })
  )
  const seconds = (performance.now() - began) / 1000
  const { rows: ended } = await pool.query<{ right: number }>(
    "select count(*)::int as right from floor.targets where score = 1"
  )
  if (ended[0]!.right !== items) throw new Error(`${ended[0]!.right} of ${items} were right`)
  return { seconds }
}

createServer((asked, answer) => {
  if (asked.url === "/readyz") return void answer.end()
  const parts: Array<Buffer> = []
  asked.on("data", (part: Buffer) => parts.push(part))
  asked.on("end", () => {
    void run(JSON.parse(Buffer.concat(parts).toString()) as Asked).then(
      (done) => answer.end(JSON.stringify(done)),
      (error: unknown) => answer.writeHead(500).end(String(error))
    )
  })
}).listen(Number(process.env["PORT"]), "127.0.0.1")

process.once("SIGTERM", () => process.exit(0))
