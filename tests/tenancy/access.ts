import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { everyScope } from "./contract.ts"
import { callables } from "./declared.ts"
import { openWalk, type Outcome, type Walk } from "./walk.ts"
import type { Case } from "./world/project.ts"

/** Who calls. A key, and somebody who signed in, reach every project of their organization. */
const callers = [
  "a key",
  "a person",
  "a key without a scope",
  "a person without a scope",
  "a key of another organization",
  "a person of another organization",
  "a key that was revoked",
  "a key that is none",
  "nobody"
] as const
type Caller = (typeof callers)[number]

/** How the request names the project. */
const namings = ["header", "query", "both agreeing", "both differing", "neither"] as const

/** What is looked at: an operation, called by somebody who names the project in some way. */
interface Cell {
  readonly caller: Caller
  readonly naming: (typeof namings)[number]
}

const every: ReadonlyArray<Cell> = callers.flatMap((caller) => namings.map((naming) => ({ caller, naming })))

/** How many combinations the long run looks at, of operation or route, caller and way to name the project. */
export const combinations = callables.length * every.length

/** Every caller, and every way to name the project. */
const few = every.filter(({ caller, naming }) => naming === "header" || caller === "a key")

const statuses = {
  UNAUTHENTICATED: 401,
  VALIDATION_ERROR: 400,
  PROJECT_ACCESS_DENIED: 403,
  MISSING_SCOPE: 403
} as const

/** What a request is refused with, the first that applies; undefined where the operation answers. Laws: A1, A2, A3. */
const refusalOf = ({ caller, naming }: Cell): keyof typeof statuses | undefined => {
  if (["a key that was revoked", "a key that is none", "nobody"].includes(caller)) return "UNAUTHENTICATED"
  if (naming === "both differing" || naming === "neither") return "VALIDATION_ERROR"
  if (caller.endsWith("of another organization")) return "PROJECT_ACCESS_DENIED"
  return caller.endsWith("without a scope") ? "MISSING_SCOPE" : undefined
}

/** The first call of an operation that is answered, and what it comes to. */
const firstOf = async (walk: Walk, operation: string): Promise<{ readonly one: Case; readonly outcome: Outcome }> => {
  for (const one of walk.cases.filter((one) => one.operation === operation)) {
    const outcome = await walk.run(one)
    if (outcome.status === 200) return { one, outcome }
  }
  return assert.fail(`No call of ${operation} is answered.`)
}

/** Every scope but some. */
const others = (scopes: ReadonlyArray<string>) => everyScope.filter((scope) => !scopes.includes(scope))

/** Holds each operation to let in whom it has to, whoever asks and however the project is named. */
export const describeAccess = (whole: boolean): void => {
  const cells = whole ? every : few
  describe(`access by ${cells.length} callers`, () => {
    let walk: Walk
    let keys: { readonly without: ReadonlyMap<string, string>; readonly revoked: string; readonly theirs: string }
    beforeAll(async () => {
      walk = await openWalk()
      const { organizationId } = walk.place
      const theirs = await walk.kit().organizations.create({ name: "Theirs" })
      const key = (scopes: ReadonlyArray<string>, of = organizationId) =>
        walk.kit().keys.create({ organizationId: of, name: "Key", scopes })
      const gone = await key(everyScope)
      await walk.kit().keys.revoke({ organizationId, id: gone.key.id })
      const without = new Map<string, string>()
      for (const scopes of callables.map((one) => others(one.scopes))) {
        if (!without.has(scopes.join())) without.set(scopes.join(), (await key(scopes)).token)
      }
      keys = { without, revoked: gone.token, theirs: (await key(everyScope, theirs.id)).token }
      await walk.changed()
    }, 300_000)
    afterAll(() => walk.close())

    const credentialOf = (caller: Caller, name: string, scopes: ReadonlyArray<string>) => {
      const { organizationId, key } = walk.place
      const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
      const person = (more: object = {}) => ({ "x-person": name, "x-organization": organizationId, ...more })
      switch (caller) {
        case "a key":
          return bearer(key)
        case "a person":
          return person()
        case "a key without a scope":
          return bearer(keys.without.get(others(scopes).join())!)
        case "a person without a scope":
          return person({ "x-scopes": others(scopes).join(" ") })
        case "a key of another organization":
          return bearer(keys.theirs)
        case "a person of another organization":
          return person({ "x-organization": "org_0000000000other", "x-project": "prj_0000000000foreign" })
        case "a key that was revoked":
          return bearer(keys.revoked)
        case "a key that is none":
          return bearer(`${key.slice(0, -1)}!`)
        case "nobody":
          return {}
      }
    }

    it.each(callables)("A1, A2, A3: $id lets in whom it has to", async ({ id: operation, scopes }) => {
      const { one, outcome } = await firstOf(walk, operation)
      const isKey = one.who === "key"
      const name = isKey ? "ada" : one.who
      const other = await walk.run({ ...one, who: isKey ? name : "key" })
      const outcomes = isKey ? { "a key": outcome, "a person": other } : { "a key": other, "a person": outcome }
      for (const cell of cells) {
        const { caller, naming } = cell
        const { projectId } = walk.place
        const inHeader = ["header", "both agreeing", "both differing"].includes(naming)
        const inQuery = ["query", "both agreeing", "both differing"].includes(naming)
        const credential = credentialOf(caller, name, scopes)
        const headers = { ...credential, ...(inHeader && { "x-project-id": projectId }) }
        const query = inQuery ? `projectId=${naming === "both differing" ? "another" : projectId}` : ""
        const request = { headers, query }
        const refusal = refusalOf(cell)
        const shown = `${operation} by ${caller}, with the project in ${naming}`
        if (refusal === undefined) {
          assert.deepStrictEqual(await walk.run(one, { request }), outcomes[caller as keyof typeof outcomes], shown)
        } else {
          const { status, text } = await walk.call(one, walk.place, request)
          assert.strictEqual(status, statuses[refusal], `${shown}: ${text.slice(0, 300)}`)
          // Exporters are told in their own terms.
          if (operation !== "POST /v1/traces") assert.include(text, `"code":"${refusal}"`, shown)
        }
      }
      assert.deepStrictEqual(
        await walk.changed(),
        { written: [], effects: [], others: [] },
        "what refused calls changed"
      )
    })
  })
}
