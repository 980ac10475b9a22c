import { runConformance, type Target } from "@agent-operations/conformance"
import { customFields } from "@agent-operations/contract"
import { assert, describe, it } from "vitest"
import { toyServer } from "./toy/server.ts"

type Fetch = NonNullable<Target["fetch"]>

const away = () =>
  Response.json(
    { error: { code: "UNAVAILABLE", message: "Away.", hint: "Wait." } },
    { status: 503, headers: { "retry-after": "0", "x-request-id": "one" } }
  )

/** The toy server, with another answer to one operation. */
const answering = (operation: string, answer: (request: Request, right: Fetch) => Promise<Response>): Target => {
  const toy = toyServer()
  return {
    ...toy,
    fetch: (request) => (request.url.endsWith(`/${operation}`) ? answer(request, toy.fetch!) : toy.fetch!(request))
  }
}

const never = () => new Promise<never>(() => {})

/** What came of the checks of a law. */
const outcomes = async (target: Target, law: "R2" | "R3" | "E3") => {
  const { holds, verdicts } = await runConformance(target, {
    laws: [law],
    scale: 0.1,
    timeoutMillis: 200,
    patienceMillis: 2000
  })
  const found = verdicts.map(({ outcome }) => outcome)
  return { holds, found, broken: found.flatMap((one) => (one.status === "broken" ? [one] : [])) }
}

describe("a server that does not answer as it should", () => {
  it("E1: never to one operation, while it answers others, is broken, and the run ends", async () => {
    const { broken } = await outcomes(answering("get_page_view", never), "R3")
    assert.include(
      broken.map(({ law }) => law),
      "E1"
    )
    assert.include(broken[0]?.message, "no answer within 0.2 seconds, again and again, while the server answers others")
  })

  it("E3: is away only when it is sent something bad, breaks the law", async () => {
    const toy = answering("update_page_view", async (request, right) => {
      const answer = await right(request)
      return answer.status === 400 ? away() : answer
    })
    const { broken } = await outcomes(toy, "E3")
    assert.include(
      broken.map(({ law }) => law),
      "E3"
    )
  })

  it("E1: asks to come back without saying when, is broken", async () => {
    const toy = answering("update_page_view", async () =>
      Response.json({ error: { code: "RATE_LIMITED", message: "No.", hint: "Wait." } }, { status: 429 })
    )
    const { broken } = await outcomes(toy, "R3")
    assert.include(broken[0]?.message, "no Retry-After says when to come back")
  })

  it("E1: is UNAVAILABLE without saying when to come back, is broken, and is looked at where it comes alone", async () => {
    const seldom = (headers: Record<string, string>): Target => {
      let reads = 0
      const body = { error: { code: "UNAVAILABLE", message: "Away.", hint: "Wait." } }
      const { fetch, ...toy } = toyServer()
      const answer = () => Response.json(body, { status: 503, headers })
      const isNow = ({ url }: Request) => url.endsWith("/get_custom_field") && ++reads % 2 === 1
      return { ...toy, fetch: async (request) => (isNow(request) ? answer() : fetch!(request)) }
    }
    const statusOf = async (target: Target) => {
      const { coverage } = await runConformance(target, { laws: ["R3"], families: [customFields], scale: 0.1 })
      return coverage.find(({ requirement }) => requirement === "E1.retry")?.status
    }
    assert.strictEqual(await statusOf(seldom({})), "broken")
    assert.strictEqual(await statusOf(seldom({ "retry-after": "0" })), "held")
    assert.strictEqual(await statusOf(toyServer()), "not looked at")
  })

  it("is inconclusive where it goes away in the middle, and no law is broken by it", async () => {
    const toy = toyServer()
    let calls = 0
    const target: Target = { ...toy, fetch: async (request) => (++calls > 100 ? away() : toy.fetch!(request)) }
    const { broken, found, holds } = await outcomes(target, "R2")
    assert.deepStrictEqual([broken, holds], [[], false])
    const why = found.flatMap((one) => (one.status === "inconclusive" ? [one.why] : []))
    assert.isNotEmpty(why)
    assert.match(why.at(-1)!, /was answered 503/)
  })
})
