import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { start, type Started } from "../process.ts"
import { largeDefinitions } from "./large-definitions.ts"
import { Person } from "./person.ts"
import { freshPlaces } from "./places.ts"

const places = freshPlaces()

/** What the pages of one definition are, below it. */
const pages = ["", "/revisions/1", "/diff?from=1&to=2", "/restore?revision=1", "/edit", "/check", "/history", "/delete"]

/**
 * Far more than any page takes when the machine has nothing else to do (500 ms, and 50 ms for the others), and far less
 * than any took that worked on the main thread (20 s) or had no bound (194 MB).
 */
const [maxPage, maxWait, maxBytes, maxGrowth] = [5000, 1000, 2_000_000, 700]

/** The tests of such pages; `timed`, also that they are quick, which only a machine that does nothing else can show. */
export const describeLargePages = (timed: boolean): void =>
  describe.each(places)("pages of definitions of 1 MiB (%s)", (database, settings) => {
    let server: Started
    let person: Person
    let path: string
    const made: Array<string> = []

    const operate = async (id: string, input: object) => {
      const response = await fetch(`${server.url}/api/agent/${id}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${server.apiKey}`,
          "x-project-id": server.projectId,
          "content-type": "application/json"
        },
        body: JSON.stringify(input)
      })
      const text = await response.text()
      assert.strictEqual(response.status, 200, `${id}: ${text.slice(0, 500)}`)
      return text
    }

    /** The ID of a definition with two revisions. */
    const make = async (kind: "page_view" | "custom_field", name: string, first: object, second: object) => {
      const id = /"id":"(\w+)"/.exec(await operate(`create_${kind}`, { name, ...first }))![1]!
      await operate(`update_${kind}`, { id, expectedRevision: 1, ...second })
      return id
    }

    /** The longest that anybody waited for an answer that takes nothing, while something was done. */
    const waitedWhile = async <T>(work: () => Promise<T>) => {
      const watch = { longest: 0, isOver: false }
      const asking = (async () => {
        while (!watch.isOver) {
          // clock: judged by the long run alone
          const asked = performance.now()
          await (await fetch(`${server.url}/healthz`)).text()
          // clock: judged by the long run alone
          watch.longest = Math.max(watch.longest, performance.now() - asked)
          // clock: a pause between questions
          await sleep(5)
        }
      })()
      const result = await work()
      watch.isOver = true
      await asking
      return { result, longest: watch.longest }
    }

    const open = async (page: string) => {
      // clock: judged by the long run alone
      const started = performance.now()
      const { result, longest } = await waitedWhile(() => person.open(`${path}/${page}`))
      // clock: judged by the long run alone
      const took = performance.now() - started
      const bytes = Buffer.byteLength(result.html)
      if (process.env["PAGES_REPORT"]) {
        console.log(`${page} ${result.status} ${took.toFixed()} ms, ${bytes} bytes, others ${longest.toFixed()} ms`)
      }
      assert.strictEqual(result.status, 200, page)
      assert.isBelow(bytes, maxBytes, page)
      if (timed) {
        assert.isBelow(took, maxPage, page)
        assert.isBelow(longest, maxWait, page)
      }
      return result.html
    }

    beforeAll(async () => {
      server = await start([], { PORT: "0", ...(await settings()) })
      person = new Person(server.url)
      await person.open(server.signInUrl)
      await person.signIn("owner@localhost")
      path = `/o/${server.organizationId}/p/${server.projectId}`
    })
    afterAll(() => server?.stop())

    // What is worked out is the same over either database, and what is read is as large.
    const definitions = Object.entries(largeDefinitions).slice(0, database === "PGlite" ? undefined : 3)

    it.for(definitions)(`%s: each page is small${timed ? ", quick, and holds nobody up" : ""}`, async ([name, of]) => {
      const id = await make("page_view", name, of(1), of(2))
      made.push(id)
      for (const page of pages) await open(`page-views/${id}${page}`)
      const whole = JSON.parse((await person.open(`${path}/page-views/${id}/revisions/2/download`)).html)
      assert.deepStrictEqual(whole.settings, of(2).settings)
    })

    it("64 references to what is large are named without reading it", async () => {
      const large = {
        settings: {
          target: "trace",
          valueType: "number",
          unit: null,
          extra: largeDefinitions["a wide object"]!(1).settings
        }
      }
      const source = { type: "formula", language: "cel", expression: "1.0" }
      const field = await make("custom_field", "Large", { source, ...large }, { description: "Large" })
      const references = Object.fromEntries(
        Array.from({ length: 64 }, (_, n) => [`alias${n}`, { kind: "custom_field", id: field, revision: null }])
      )
      const settings = { target: "traces" }
      const view = { source: { type: "table" }, settings, references }
      const id = await make("page_view", "Uses it", view, { description: "Uses it" })
      for (const page of pages) await open(`page-views/${id}${page}`)
      assert.include(await open(`page-views/${id}`), ">Large<")
      await open(`custom-fields/${field}`)
    })

    it("lists of what is large read nothing of it", async () => {
      const html = await open("page-views")
      for (const id of made.slice(-20)) assert.include(html, id)
    })

    it("32 at once are answered, some later or with 503 and when to come again, in bounded memory", async (context) => {
      if (process.platform !== "linux") context.skip("what memory a process takes is read from Linux's /proc")
      const resident = () =>
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))![1]) / 1024
      const before = resident()
      let most = 0
      const { result, longest } = await waitedWhile(async () => {
        const watching = setInterval(() => (most = Math.max(most, resident())), 20)
        const answers = await Promise.all(
          Array.from({ length: 32 }, (_, n) =>
            person.open(`${path}/page-views/${made[n % made.length]}${n % 2 === 0 ? "" : "/diff?from=1&to=2"}`)
          )
        )
        clearInterval(watching)
        return answers
      })
      if (process.env["PAGES_REPORT"]) {
        console.log(
          `32 at once: ${result.map(({ status }) => status).join(" ")}, ${before} to ${most} MiB, ${longest} ms`
        )
      }
      assert.includeMembers([200, 503], [...new Set(result.map(({ status }) => status))])
      assert.isBelow(most - before, maxGrowth)
      if (timed) assert.isBelow(longest, maxWait * 2)
    })
  })
