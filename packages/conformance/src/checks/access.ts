import { expect, expectSame } from "../Broken.ts"
import { expectCode } from "../client.ts"
import type { Operation } from "@agent-operations/contract"
import { NotChecked } from "../NotChecked.ts"
import { anonymous, expectAlike } from "./alike.ts"
import { callsOn } from "./calls.ts"
import { historyOf, walk } from "./fixtures.ts"
import { withMadeKey } from "./made-keys.ts"
import { overall, perFamily, perKind } from "./per.ts"

const noCredentials = {
  "no credential": undefined,
  "another scheme": "Basic dXNlcjpwYXNz",
  "an empty credential": "Bearer ",
  "a credential that nobody has": "Bearer aok_nothing",
  "two credentials": "Bearer a, Bearer b"
}

/** Laws of who may do what. */
export const access = [
  perFamily(
    "A1",
    ["A1.first", "A1.nearly", "order.credential", "error.UNAUTHENTICATED"],
    "without a good credential every operation is 401 before anything else, whatever is sent",
    async ({ client, family }) => {
      for (const { id } of family.operations) {
        for (const [what, authorization] of Object.entries(noCredentials)) {
          const answer = await client.call(id, "not JSON", { headers: { authorization, "x-project-id": undefined } })
          expectCode("A1", answer, "UNAUTHENTICATED", `${id} with ${what}`)
          const challenge = answer.headers.get("www-authenticate")
          expect("A1", challenge?.startsWith("Bearer") === true, `${id} with ${what} has no WWW-Authenticate: Bearer`)
        }
      }
    }
  ),

  perFamily(
    "A2",
    ["A2.scopes", "order.access", "error.MISSING_SCOPE"],
    "a credential without a scope that an operation requires is told so",
    async ({ as, family, served, target }) => {
      const limited = as({ key: target.readOnlyKey })
      const granted = served.scopes.read
      const lacking = family.operations.filter(({ scopes }) => !scopes.every((scope) => granted.includes(scope)))
      if (lacking.length === 0) throw new NotChecked("readOnlyKey may call every operation of the family")
      for (const operation of lacking) {
        const answer = await limited.call(operation.id, operation.example.input, { repeatable: true })
        expectCode("A2", answer, "MISSING_SCOPE", `${operation.id} with ${granted.join(", ")} alone`)
        const details = answer.error?.details as Partial<Record<"required" | "granted", ReadonlyArray<string>>>
        const told = details.granted ?? []
        expectSame("A2", details.required, operation.scopes, "the required scopes of MISSING_SCOPE")
        // It may hold scopes of what is not checked.
        const isTold =
          granted.every((scope) => told.includes(scope)) && !operation.scopes.every((scope) => told.includes(scope))
        expect("A2", isTold, `the granted scopes of MISSING_SCOPE are told as ${told.join(", ")}`)
      }
    },
    { needs: ["readOnlyKey"] }
  ),

  overall(
    "A2",
    ["A2.scopes", "order.access", "error.MISSING_SCOPE"],
    "a credential that lacks any one scope is told so by the operations that require it, with exactly those it has, and by no other",
    async ({ as, served: { operations: all, scopes }, target }) => {
      // Others are told so, whatever they may do.
      const operations = all.filter(({ callers }) => callers !== "people")
      const lacking = scopes.all.map((scope) => scopes.all.filter((one) => one !== scope))
      const alone = operations.map((operation) => operation.scopes)
      const sets = new Map([...lacking, ...alone].map((some) => [some.toSorted().join(), some.toSorted()]))
      const some = [...sets.values()].filter((set) => set.length > 0 && set.length < scopes.all.length)
      if (some.length === 0) throw new NotChecked("the families have no scope that a credential could lack")
      for (const granted of some) {
        await withMadeKey(target, granted, async ({ key }) => {
          const limited = as({ key })
          for (const operation of operations) {
            // No operation takes this body, and none looks at it before the scopes: nothing is done.
            const answer = await limited.call(operation.id, "{", { repeatable: true })
            const what = `${operation.id} with a credential that makeKey created with ${granted.join(", ")} alone`
            const isLacking = !operation.scopes.every((scope) => granted.includes(scope))
            expectCode("A2", answer, isLacking ? "MISSING_SCOPE" : "VALIDATION_ERROR", what)
            if (!isLacking) continue
            const told = answer.error?.details as Partial<Record<"required" | "granted", ReadonlyArray<string>>>
            expectSame("A2", told.required, operation.scopes, `the required scopes of ${what}`)
            expectSame("A2", told.granted?.toSorted(), granted, `the granted scopes of ${what}`)
          }
        })
      }
    },
    { needs: ["makeKey"] }
  ),

  perKind(
    "A2",
    ["A2.nothing"],
    "a credential that may only read reads a definition, and what it may not do changes nothing",
    async ({ as, client, kind, served, target, withDefinitions, word }) => {
      const limited = as({ key: target.readOnlyKey })
      const [name, other] = [word(), word()]
      await withDefinitions([name], async ([made]) => {
        const { id } = made!
        if (kind.has("update")) await client.ok(kind.id("update"), { id, expectedRevision: 1, description: "Second" })
        const all = async () => ({
          current: await client.ok(kind.id("get"), { id }),
          history: kind.has("history") ? await historyOf(client, kind, id) : [],
          made: kind.has("list") ? await walk(client, kind, { search: other, limit: 200 }) : []
        })
        const before = await all()
        const seen = await limited.call(kind.id("get"), { id })
        expect("A2", seen.status === 200, `a credential that may read was answered ${seen.text.slice(0, 300)}`)
        const create = served.find(kind.id("create"))!
        const calls = [...callsOn(kind, served, id, other), { operation: create, input: kind.body(other) }]
        for (const { operation, input } of calls) {
          if (operation.scopes.every((scope) => served.scopes.read.includes(scope))) continue
          const answer = await limited.call(operation.id, input, { repeatable: true })
          expectCode("A2", answer, "MISSING_SCOPE", `${operation.id} ${JSON.stringify(input)}`)
        }
        expectSame("A2", await all(), before, "what a credential that may only read left of a definition")
      })
    },
    { needs: ["readOnlyKey"] }
  ),

  perFamily(
    "A3",
    ["A3.project", "error.PROJECT_ACCESS_DENIED"],
    "a project of others is denied exactly as one that does not exist",
    async ({ as, family, target }) => {
      for (const { id, example } of family.operations) {
        const shown = async (projectId: string) => anonymous(await as({ projectId }).call(id, example.input), projectId)
        const theirs = target.foreign!.projectId
        const foreign = await shown(theirs)
        expect("A3", foreign.status === 403, `${id} in a project of others was answered ${foreign.status}`)
        const what = `${id} in a project of others, and in one that does not exist`
        await expectAlike(
          () => shown(theirs),
          () => shown("prj_7zzzzzzzzzzzzzzzzzzzzzzzzz"),
          what
        )
      }
    },
    { needs: ["foreign"] }
  ),

  overall(
    "A5",
    ["A5.revoked"],
    "a credential that is revoked fails on the next request, whatever it asks for",
    async ({ as, served, target }) => {
      await withMadeKey(target, served.scopes.all, async ({ key, revoke }) => {
        const holder = as({ key })
        const use = ({ id, example }: Operation.Any) => holder.call(id, example.input)
        const reads = served.operations.filter(({ effect }) => effect === "read")
        for (const operation of reads) {
          const { error } = await use(operation)
          expect("A5", error?.code !== "UNAUTHENTICATED", `${operation.id} with a new credential is UNAUTHENTICATED`)
        }
        await revoke()
        for (const operation of served.operations) {
          expectCode("A5", await use(operation), "UNAUTHENTICATED", `${operation.id} with a revoked credential`)
        }
      })
    },
    { needs: ["makeKey"] }
  )
]
