import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiScalar, OpenApi } from "effect/http-api"

/**
 * What the page may do: run what it carries, and call the server that it came from. Nothing else, so that no request
 * leaves the machine.
 */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src data:",
  "connect-src 'self'",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const scalar = {
  withDefaultFonts: false,
  authentication: { preferredSecurityScheme: "bearer" },
  // What it has for developers sends the document to its maker's services.
  showDeveloperTools: "never",
  hideClientButton: true
} satisfies HttpApiScalar.ScalarConfig & Record<string, unknown>

/** The interactive reference of an OpenAPI document: the Scalar page that Effect ships, whole in one file. */
export const renderReference = (document: object) => {
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
