/**
 * Measures how many pages of documentation a host answers a second, to how often it answers `/openapi.json`, each whole and
 * as 304: the paths take turns. It wants a build: `npm run pnpm -- run build`.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/documentation.ts --rounds 9
 */
import { parseArgs } from "node:util"
import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import { runCommand } from "./command.ts"
import { Connection } from "./connection.ts"
import { markdownTable } from "./markdown.ts"
import { startMounted } from "./mounted-host.ts"
import { quantile } from "./quantile.ts"

/** Requests a second of one path, a round each. */
interface Asked {
  readonly what: string
  readonly bytes: number
  readonly perSecond: ReadonlyArray<number>
}

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    connections: { type: "string", default: "32" },
    seconds: { type: "string", default: "2" },
    json: { type: "string" },
    help: { type: "boolean", default: false }
  }
})

interface Path {
  readonly what: string
  readonly path: string
  readonly headers: string
  readonly status: number
}

const requestOf = ({ path, headers }: Path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\n${headers}\r\n`)

/** Asks from so many connections for so many seconds. Throws at an answer that is none of the expected status. */
const ask = async (url: string, path: Path) => {
  const until = performance.now() + Number(given.seconds) * 1000
  let [answers, bytes] = [0, 0]
  const request = requestOf(path)
  const work = async () => {
    const connection = new Connection(url)
    while (performance.now() < until) {
      const { status, body } = await connection.exchange(request)
      if (status !== path.status) throw new Error(`${path.path} answered ${status}`)
      answers++
      bytes = body.length
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: Number(given.connections) }, work))
  return { perSecond: answers / Number(given.seconds), bytes }
}

const pathsOf = async (url: string): Promise<ReadonlyArray<Path>> => {
  const page = "/docs/operations/update_page_view"
  const [html, markdown] = ["accept: text/html\r\n", "accept: text/markdown\r\n"]
  const ifNoneMatch = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { accept: "text/html", "accept-encoding": "identity" } })
    await response.text()
    return `if-none-match: ${response.headers.get("etag")}\r\n`
  }
  return [
    { what: "/openapi.json", path: "/openapi.json", headers: "", status: 200 },
    { what: "/openapi.json, 304", path: "/openapi.json", headers: await ifNoneMatch("/openapi.json"), status: 304 },
    { what: "a page, HTML", path: page, headers: html, status: 200 },
    { what: "a page, Markdown", path: page, headers: markdown, status: 200 },
    { what: "a page, 304", path: page, headers: `${html}${await ifNoneMatch(page)}`, status: 304 }
  ]
}

const measure = async (): Promise<ReadonlyArray<Asked>> => {
  const postgres = await startPostgres()
  try {
    const { url } = await createDatabase(postgres.url)
    const running = await startMounted("docs", url)
    try {
      const paths = await pathsOf(running.url)
      const seen = paths.map(({ what }) => ({ what, bytes: 0, perSecond: [] as Array<number> }))
      // The first turn warms up.
      for (let round = 0; round <= Number(given.rounds); round++) {
        for (const [index, path] of paths.entries()) {
          const { perSecond, bytes } = await ask(running.url, path)
          seen[index]!.bytes = bytes
          if (round > 0) seen[index]!.perSecond.push(perSecond)
        }
      }
      return seen
    } finally {
      await running.stop()
    }
  } finally {
    await postgres.stop()
  }
}

const median = ({ perSecond }: Asked) => quantile(perSecond, 0.5)

const table = (asked: ReadonlyArray<Asked>): string =>
  markdownTable(
    ["", "bytes", "a second", "to /openapi.json"],
    asked.map((one) => {
      const ratio = (median(one) / median(asked[0]!)).toFixed(2)
      return [one.what, String(one.bytes), String(Math.round(median(one))), ratio]
    })
  )

await runCommand(
  given,
  "--rounds 9    of each path\n--connections 32 --seconds 2\n--json        a file for the results",
  measure,
  table
)
