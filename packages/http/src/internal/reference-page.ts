import { Effect, Layer } from "effect"
import { HttpApi, HttpApiScalar, OpenApi } from "effect/http-api"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"

const scalar = {
  withDefaultFonts: false,
  authentication: { preferredSecurityScheme: "bearer" },
  // What it has for developers sends the document to its maker's services.
  showDeveloperTools: "never",
  hideClientButton: true
} satisfies HttpApiScalar.ScalarConfig & Record<string, unknown>

/** The interactive reference of an OpenAPI document: the Scalar page that Effect ships, whole in one file. */
export const renderPage = (document: object) => {
  const api = HttpApi.make("reference").annotate(OpenApi.Transform, () => ({ ...document }))
  const page = HttpApiScalar.layer(api, { path: "/reference", scalar })
  return Effect.acquireUseRelease(
    Effect.sync(() =>
      HttpRouter.toWebHandler(page.pipe(Layer.provide(HttpServer.layerServices)), { disableLogger: true })
    ),
    ({ handler }) => Effect.promise(async () => (await handler(new Request("http://localhost/reference"))).text()),
    ({ dispose }) => Effect.promise(dispose)
  )
}
