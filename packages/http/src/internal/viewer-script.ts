import { Effect, Layer } from "effect"
import { HttpApi, HttpApiScalar } from "effect/http-api"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"

/** The script of Scalar that Effect ships. It is not exported, but the first of the page that Effect makes with it. */
export const viewerScript = Effect.acquireUseRelease(
  Effect.sync(() => {
    const page = HttpApiScalar.layer(HttpApi.make("reference"), { path: "/" })
    return HttpRouter.toWebHandler(page.pipe(Layer.provide(HttpServer.layerServices)), { disableLogger: true })
  }),
  ({ handler }) =>
    Effect.promise(async () => {
      const html = await (await handler(new Request("http://localhost/"))).text()
      const script = /<script>([^]*?)<\/script>/.exec(html)?.[1]
      if (script === undefined) throw new Error("The page that effect/http-api makes for Scalar has no script in it.")
      return script
    }),
  ({ dispose }) => Effect.promise(dispose)
)
