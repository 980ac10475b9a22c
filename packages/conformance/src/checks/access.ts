import { operations } from "../served.ts"
import { expect, expectSame } from "../Broken.ts"
import { check } from "../check.ts"
import { expectCode } from "../client.ts"
import { discard, pageView, withPageViews } from "./fixtures.ts"

const noCredentials = {
  "no credential": undefined,
  "another scheme": "Basic dXNlcjpwYXNz",
  "an empty credential": "Bearer ",
  "a credential that nobody has": "Bearer aok_nothing",
  "two credentials": "Bearer a, Bearer b"
}

/** Laws of who may do what. */
export const access = [
  check(
    "A1",
    "without a good credential every operation is 401 before anything else, whatever is sent",
    async ({ client }) => {
      for (const { id } of operations) {
        for (const [what, authorization] of Object.entries(noCredentials)) {
          const answer = await client.call(id, "not JSON", { headers: { authorization, "x-project-id": undefined } })
          expectCode("A1", answer, "UNAUTHENTICATED", `${id} with ${what}`)
          const challenge = answer.headers.get("www-authenticate")
          expect("A1", challenge?.startsWith("Bearer") === true, `${id} with ${what} has no WWW-Authenticate: Bearer`)
        }
      }
    }
  ),

  check(
    "A2",
    "a credential without the scope that an operation requires is told so, and does nothing",
    async ({ client, as, target, word }) => {
      const limited = as({ key: target.readOnlyKey })
      await withPageViews(client, [word()], async ([made]) => {
        const { id } = made!
        expect(
          "A2",
          (await limited.call("get_page_view", { id })).status === 200,
          "views:read does not suffice to read"
        )
        for (const operation of operations) {
          const lacking = operation.scopes.includes("views:write")
          if (!lacking) continue
          const answer = await limited.call(operation.id, operation.example.input)
          expectCode("A2", answer, "MISSING_SCOPE", `${operation.id} with views:read alone`)
          const details = answer.error?.details as { required: ReadonlyArray<string>; granted: ReadonlyArray<string> }
          expectSame(
            "A2",
            details,
            { required: operation.scopes, granted: ["views:read"] },
            "the details of MISSING_SCOPE"
          )
        }
      })
    },
    { needs: ["readOnlyKey"] }
  ),

  check(
    "A3",
    "a project of others is denied exactly as one that does not exist",
    async ({ as, target }) => {
      for (const { id, example } of operations) {
        const shown = async (projectId: string) => {
          const { status, text } = await as({ projectId }).call(id, example.input)
          return { status, text: text.replaceAll(projectId, "<project>") }
        }
        const [foreign, missing] = [
          await shown(target.foreign!.projectId),
          await shown("prj_7zzzzzzzzzzzzzzzzzzzzzzzzz")
        ]
        expect(
          "A3",
          foreign.status === 403,
          `${id} in a project of others was answered ${foreign.status} ${foreign.text.slice(0, 300)}`
        )
        expectSame("A3", foreign, missing, `${id} in a project of others, and in one that does not exist`)
      }
    },
    { needs: ["foreign"] }
  ),

  check(
    "A3",
    "a definition of others is NOT_FOUND exactly as one that does not exist",
    async ({ client, as, target, word }) => {
      const others = as(target.foreign!)
      await withPageViews(others, [word()], async ([made]) => {
        const shown = async (id: string) => {
          const inputs = [
            ["get_page_view", { id }],
            ["update_page_view", { id, expectedRevision: 1 }],
            ["copy_page_view", { id, name: word() }],
            ["delete_page_view", { id, expectedRevision: 1 }],
            ["get_page_view_history", { id }],
            ["restore_page_view", { id, revision: 1 }],
            ["get_page_view_dependencies", { id }],
            ["validate_page_view", { id }],
            ["create_page_view", pageView(word(), { references: { a: { kind: "page_view", id, revision: null } } })]
          ] as const
          const answers = []
          for (const [operation, input] of inputs) {
            const { status, text } = await client.call(operation, input)
            answers.push({ operation, status, text: text.replaceAll(id, "<id>") })
          }
          return answers
        }
        const [foreign, missing] = [await shown(made!.id), await shown("pv_7zzzzzzzzzzzzzzzzzzzzzzzzz")]
        expectSame("A3", foreign, missing, "a definition of others, and one that does not exist")
        const { revision } = await others.ok("get_page_view", { id: made!.id })
        expect("A3", revision === 1, "a definition of others was changed")
      })
    },
    { needs: ["foreign"] }
  ),

  check(
    "A3",
    "lists show nothing of others",
    async ({ client, as, target, word }) => {
      const search = word()
      await withPageViews(as(target.foreign!), [`${search} theirs`], () =>
        withPageViews(client, [`${search} ours`], async () => {
          const { items } = await client.ok<{ items: ReadonlyArray<{ name: string }> }>("list_page_views", { search })
          expectSame(
            "A3",
            items.map(({ name }) => name),
            [`${search} ours`],
            "the names in a list"
          )
        })
      )
    },
    { needs: ["foreign"] }
  ),

  check(
    "A5",
    "a credential that is revoked fails on the next request",
    async ({ as, target, word, client }) => {
      const { key, revoke } = await target.makeKey!()
      const holder = as({ key })
      const made = await holder.ok("create_page_view", pageView(word()))
      try {
        await revoke()
        for (let attempt = 0; attempt < 5; attempt++) {
          expectCode(
            "A5",
            await holder.call("get_page_view", { id: made.id }),
            "UNAUTHENTICATED",
            "a revoked credential"
          )
        }
      } finally {
        await discard(client, "page_view", made.id)
      }
    },
    { needs: ["makeKey"] }
  )
]
