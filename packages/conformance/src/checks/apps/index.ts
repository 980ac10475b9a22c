import { expect, expectSame } from "../../Broken.ts"
import { check, type Context } from "../../check.ts"
import { expectCode } from "../../client.ts"
import type { Served } from "../../served.ts"
import { withDefinitions } from "../fixtures.ts"
import type { ChecksOf } from "../per.ts"

const operations = ["register_app", "copy_app", "set_app_secret", "list_app_secrets"]

/** Whether a server serves apps. */
export const servesApps = ({ find }: Pick<Served, "find">): boolean => operations.every((id) => find(id) !== undefined)

interface Listed {
  readonly items: ReadonlyArray<{ readonly name: string; readonly preview: string | null }>
}

/** How much of a value has to be in an answer for it to be told: more than the last 4 characters, which are no secret. */
const telling = 10

const holdSecret = async ({ client, word }: Context, id: string) => {
  const secret = (name: string) => `${name}-${word()}-${word()}`.slice(0, 60)
  const [first, second, unfit] = [secret("first"), secret("second"), secret("unfit")]
  /** Calls an operation, in whose answer no secret may be. */
  const call = async (operation: string, input: object) => {
    const answer = await client.call(operation, input)
    for (const value of [first, second, unfit]) {
      for (const part of [value.slice(0, telling + 6), value.slice(-telling)]) {
        expect("G2", !answer.text.includes(part), `${operation} tells a secret of an app: ${answer.text.slice(0, 300)}`)
      }
    }
    return answer
  }
  const listed = async (app: string) => {
    const { items } = (await call("list_app_secrets", { id: app })).data as Listed
    return items.map(({ name, preview }) => ({ name, preview }))
  }

  await call("set_app_secret", { id, name: "token", value: first })
  await call("set_app_secret", { id, name: "token", value: second })
  expectSame("G2", await listed(id), [{ name: "token", preview: second.slice(-4) }], "the secrets of an app")
  const refused = await call("set_app_secret", { id, name: "signing", value: unfit })
  expectCode("G2", refused, "VALIDATION_ERROR", "a secret that can't sign")
  for (const operation of ["get_app", "get_app_history", "get_app_dependencies"]) await call(operation, { id })
  const { id: copy } = (await call("copy_app", { id, name: word() })).data as { readonly id: string }
  try {
    expectSame("G2", await listed(copy), [], "the secrets of a copy of an app")
  } finally {
    await client.call("delete_app", { id: copy, expectedRevision: 1 })
  }
  await call("set_app_secret", { id, name: "token", value: null })
  expectSame("G2", await listed(id), [], "the secrets of an app whose only one was taken away")
}

/** Checks of apps, where they are served. */
const secretsAreTold: ChecksOf = (served) => {
  const kind = served.kinds.find(({ name }) => name === "app")
  if (kind === undefined || !servesApps(served)) return []
  const run = (context: Context) =>
    withDefinitions(context.client, kind, [context.word()], ([app]) => holdSecret(context, app!.id))
  const title = "apps: a secret that is set is in no answer, and stays with its app until it is taken away"
  return [check("G2", title, run, { covers: ["G2.untold", "G2.own"], family: "apps" })]
}

export const apps = [secretsAreTold]
