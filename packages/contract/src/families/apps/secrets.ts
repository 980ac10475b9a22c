import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Timestamp } from "../../definition/primitives.ts"
import { App } from "./kind.ts"
import { SecretName, signingSecret } from "./source.ts"

/** A secret as it is told: never its value. Law: G2. */
export const AppSecret = Schema.Struct({
  name: SecretName.annotateKey({ description: "The name by which headers refer to the secret." }),
  preview: Schema.NullOr(Schema.String).annotate({
    description: "The last 4 characters of its value, of fewer than 12 characters none; null if the secret was removed."
  }),
  updatedAt: Timestamp.annotateKey({ description: "When it was last set or removed." })
}).annotate({ identifier: "AppSecret", description: "A secret of an app, whose value is never returned." })

const exampleSecret: typeof AppSecret.Encoded = {
  name: "token",
  preview: "x7Qf",
  updatedAt: "2026-11-20T10:00:00.000Z"
}

/** Lists the secrets of an app. */
export const listAppSecrets = operation({
  id: "list_app_secrets",
  summary: "List the secrets of an app",
  description:
    "Lists the secrets of an app by name, at most 20, so nextCursor is always null. Of each value, only the last 4 " +
    "characters are returned, and of one of fewer than 12 characters none.",
  scopes: [App.scopes.read],
  effect: "read",
  input: Schema.Struct({ id: App.Id.annotateKey({ description: "ID of the app." }) }),
  result: Schema.Struct({
    items: Schema.Array(AppSecret).annotateKey({ description: "The secrets of the app, by name." }),
    nextCursor: Schema.Null.annotateKey({ description: "Always null: the list has one page." })
  }),
  errors: ["NOT_FOUND"],
  example: { input: { id: App.example.id }, result: { items: [exampleSecret], nextCursor: null } }
})

/** Sets a secret of an app. Law: G2. */
export const setAppSecret = operation({
  id: "set_app_secret",
  summary: "Set a secret of an app",
  description:
    'Sets a secret, which headers of the app\'s calls use as { "secret": name }, or removes it if value is null. It is ' +
    "encrypted, only sent to the app, and never returned. An app has at most 20 secrets. The secret " +
    `${signingSecret} signs calls by Standard Webhooks: whsec_ and the base64 of 24 to 64 random bytes. A copy of the app ` +
    "has no secrets.",
  scopes: [App.scopes.read, App.scopes.write, "evals:read", "scorers:read"],
  effect: "write",
  input: Schema.Struct({
    id: App.Id.annotateKey({ description: "ID of the app." }),
    name: SecretName.annotate({
      description: 'The name of the secret. "signing" is the key that calls are signed with.'
    }),
    value: Schema.NullOr(
      Schema.String.check(
        Schema.isPattern(/^[\x21-\x7e](?:[\x20-\x7e]{6,4094}[\x21-\x7e])$/u, {
          expected: "8 to 4,096 visible characters of ASCII, with spaces only between them"
        })
      )
    ).annotate({ description: "The value: 8 to 4,096 visible ASCII characters. Null removes the secret." })
  }),
  result: AppSecret,
  errors: ["NOT_FOUND"],
  example: { input: { id: App.example.id, name: "token", value: "vXz0fD4sLk2mQx7Qf" }, result: exampleSecret }
})
